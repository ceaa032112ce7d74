import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gaugeOf, samplesOf, scrape } from './metrics';
import { median, quantile } from './statistics';
import { tableOf } from './text-table';

test('median returns the middle value, or the mean of the two middle ones, for any order', () => {
  expect([median([10, 9, 100]), median([4, 1, 100, 2]), median([])]).toEqual([10, 3, Number.NaN]);
});

test('quantile returns the value below which that share lies', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([quantile(values, 0.5), quantile(values, 0.99), quantile(values, 1)]).toEqual([51, 100, 100]);
  expect(quantile([], 0.5)).toBeNaN();
});

test('tableOf aligns numbers to the right', () => {
  expect(
    tableOf(
      ['call', 'times'],
      [
        ['a', 5],
        ['bc', 1000],
      ],
    ),
  ).toBe('call  times\na         5\nbc     1000');
});

describe('reading /metrics', () => {
  let server: Server;
  let status = 200;
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
  beforeAll(async () => {
    const text =
      '# HELP a what\n# TYPE a gauge\na{service="x"} 4\na_total{service="x",status="500"} 2\na_total{service="x",status="200"} 1e3\nb NaN\n';
    server = createServer((_request, response) =>
      response.writeHead(status, { 'retry-after': '0.1' }).end(text),
    ).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => void server.close());

  test('finds samples with their labels, and metrics by their full name', async () => {
    const found = await scrape(url());
    expect(gaugeOf(found, 'a')).toBe(4);
    expect(gaugeOf(found, 'b')).toBeNaN();
    expect(gaugeOf(found, 'missing')).toBeUndefined();
    expect(samplesOf(found, 'a_total')).toEqual([
      ['{service="x",status="500"}', 2],
      ['{service="x",status="200"}', 1000],
    ]);
  });

  test('scrape retries a 429 after Retry-After', async () => {
    status = 429;
    const found = scrape(url());
    setTimeout(() => {
      status = 200;
    }, 20);
    expect(gaugeOf(await found, 'a')).toBe(4);
  });

  test('scrape rejects on an error status', async () => {
    status = 503;
    await expect(scrape(url())).rejects.toThrow('answered 503');
  });
});
