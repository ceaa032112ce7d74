import type { LiveStatus } from '../live-status';
import { keepReading, type Share, waitFor } from './stream-reader';

jest.mock('../api', () => ({ request: jest.fn() }));
const request = jest.requireMock<{ request: jest.Mock }>('../api').request;

/** A stream that the test writes to. */
const createStream = () => {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
  return {
    response: { body },
    write,
    end: () => controller.close(),
    cut: () => controller.error(new Error()),
  };
};

let told: string[];
let notices: unknown[];
let stop: AbortController;
const share: Share = {
  notice: (kind, data) => void notices.push([kind, data]),
  status: (status: LiveStatus) => void told.push(status),
  refresh: () => void told.push('refresh'),
  beat: () => {},
};
const start = (hasMissed = false) => void keepReading(share, stop.signal, hasMissed);
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const goOnline = (isOnline: boolean) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  told = [];
  notices = [];
  stop = new AbortController();
  request.mockReset();
});
afterEach(async () => {
  stop.abort();
  await pass(0);
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('tells what it reads', async () => {
  const stream = createStream();
  request.mockResolvedValue(stream.response);
  start();
  await pass(0);
  stream.write('retry: 2000\n\nevent: balance\ndata: {"balance":5}\n\n');
  await pass(0);
  expect(told).toEqual(['live']);
  expect(notices).toEqual([['balance', { balance: 5 }]]);
});

it('comes back after a cut and reads afresh once', async () => {
  const [one, other] = [createStream(), createStream()];
  request.mockResolvedValueOnce(one.response).mockResolvedValueOnce(other.response);
  start();
  await pass(10_000);
  one.write(':\n\n');
  one.cut();
  await pass(1999);
  expect(request).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(told).toEqual(['live', 'live', 'refresh']);
});

it('reads afresh at once where it takes over from another tab', async () => {
  request.mockResolvedValue(createStream().response);
  start(true);
  await pass(0);
  expect(told).toEqual(['live', 'refresh']);
});

it('waits longer after each failure, and as long as the server asks', () => {
  expect([0, 1, 2, 3, 9].map((failures) => waitFor(2000, failures, 0.5))).toEqual([
    2000, 4000, 8000, 16_000, 30_000,
  ]);
  expect(waitFor(60_000, 0, 0.5)).toBe(60_000);
  expect([waitFor(2000, 0, 0), waitFor(2000, 0, 1)]).toEqual([1000, 3000]);
});

it('reads by the clock after three failures, until the stream is back', async () => {
  request.mockRejectedValue(new Error('down'));
  start();
  await pass(4000 + 8000);
  expect(request).toHaveBeenCalledTimes(3);
  expect(told).toEqual(['polling', 'refresh']);
  await pass(10_000);
  expect(told).toEqual(['polling', 'refresh', 'refresh']);
  request.mockResolvedValue(createStream().response);
  await pass(20_000);
  expect(told.at(-1)).toBe('live');
  const { length } = told;
  await pass(30_000);
  expect(told.slice(length)).toEqual([]);
});

it('counts a stream that ends as soon as it begins as a failure', async () => {
  request.mockImplementation(async () => {
    const stream = createStream();
    stream.end();
    return stream.response;
  });
  start();
  await pass(12_000);
  expect(told.filter((what) => what === 'polling')).toHaveLength(1);
});

it('reads by the clock while the server asks it to stay away', async () => {
  const stream = createStream();
  request.mockResolvedValueOnce(stream.response);
  start();
  await pass(6000);
  stream.write('retry: 60000\n\n');
  await pass(0);
  stream.end();
  await pass(0);
  expect(told).toEqual(['live', 'polling', 'refresh']);
  await pass(59_000);
  expect(request).toHaveBeenCalledTimes(1);
});

it('gives up a stream that has gone silent', async () => {
  request.mockImplementation(({ signal }: { signal: AbortSignal }) => {
    const stream = createStream();
    signal.addEventListener('abort', stream.cut);
    return Promise.resolve(stream.response);
  });
  start();
  await pass(39_000);
  expect(request).toHaveBeenCalledTimes(1);
  await pass(10_000);
  expect(request).toHaveBeenCalledTimes(2);
});

it('says that there is no connection, and is back at once when there is', async () => {
  request.mockImplementation(({ signal }: { signal: AbortSignal }) => {
    const stream = createStream();
    signal.addEventListener('abort', stream.cut);
    return Promise.resolve(stream.response);
  });
  start();
  await pass(0);
  goOnline(false);
  await pass(60_000);
  expect(told).toEqual(['live', 'offline']);
  goOnline(true);
  await pass(0);
  expect(told).toEqual(['live', 'offline', 'live', 'refresh']);
});

it('stops for good', async () => {
  request.mockRejectedValue(new Error('down'));
  start();
  await pass(0);
  stop.abort();
  await pass(120_000);
  expect(request).toHaveBeenCalledTimes(1);
});
