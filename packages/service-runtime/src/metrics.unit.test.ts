import { createMetrics } from './metrics';

const linesOf = async (metrics: ReturnType<typeof createMetrics>) => (await metrics.text()).split('\n');

describe('metrics', () => {
  test('count calls by operation and status, with their durations', async () => {
    const metrics = createMetrics('wallet');
    metrics.observe('statement', 200, 0.003);
    metrics.observe('statement', 200, 0.2);
    metrics.observe('statement', 503, 9);
    const lines = await linesOf(metrics);
    expect(lines).toContain('piecework_requests_total{operation="statement",status="200",service="wallet"} 2');
    expect(lines).toContain('piecework_requests_total{operation="statement",status="503",service="wallet"} 1');
    expect(lines).toContain('piecework_request_seconds_bucket{le="0.005",service="wallet",operation="statement"} 1');
    expect(lines).toContain('piecework_request_seconds_count{service="wallet",operation="statement"} 3');
  });

  test('include memory and event loop delay of the process', async () => {
    const lines = await linesOf(createMetrics('wallet'));
    const shownOf = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
    expect(shownOf('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(shownOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    const names = lines.filter((line) => line.startsWith('# HELP ')).map((line) => line.split(' ')[2]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('read a gauge at each scrape', async () => {
    const metrics = createMetrics('wallet');
    let lag = 1;
    metrics.gauge('piecework_lag', 'How far behind', async () => lag);
    expect(await linesOf(metrics)).toContain('piecework_lag{service="wallet"} 1');
    lag = 2;
    expect(await linesOf(metrics)).toContain('piecework_lag{service="wallet"} 2');
  });

  test('leave out a failing gauge', async () => {
    const metrics = createMetrics('wallet');
    metrics.gauge('piecework_away', 'Of an unavailable store', () => Promise.reject(new Error('away')));
    metrics.gauge('piecework_broken', 'Throws', () => {
      throw new Error('broken');
    });
    metrics.gauge('piecework_fine', 'In memory', () => 7);
    const lines = await linesOf(metrics);
    expect(lines).toContain('piecework_fine{service="wallet"} 7');
    expect(lines).toContain('piecework_away{service="wallet"} Nan');
    expect(lines).toContain('piecework_broken{service="wallet"} Nan');
  });
});
