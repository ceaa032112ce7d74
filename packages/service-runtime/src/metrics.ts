import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds; fine where our budgets are. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

let ofProcess: Registry | undefined;
/**
 * Memory, CPU, garbage collection and how late the event loop is. A process is one, whatever number of services runs in it.
 * Watched from the first scrape on: a watch is never taken off again, and a process that nobody scrapes should not bear it.
 */
const processMetrics = (): Registry => {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
};

/** Prometheus metrics (https://prometheus.io/docs/instrumenting/exposition_formats/) of one service or of the gateway. */
export const createMetrics = (service: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const requests = new Counter({
    name: 'piecework_requests_total',
    help: 'Calls by operation and status',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'piecework_request_seconds',
    help: 'Seconds until a call was answered',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers: [registry],
  });
  return {
    observe: (operation: string, status: number, seconds: number) => {
      requests.inc({ operation, status });
      duration.observe({ operation }, seconds);
    },
    /** A gauge that is read at each scrape; NaN when it cannot be, because the rest is wanted most when the store is away. */
    gauge: (name: string, help: string, value: () => number | Promise<number>) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(
            await Promise.resolve()
              .then(value)
              .catch(() => Number.NaN),
          );
        },
      });
    },
    /** A counter that is kept elsewhere and read at each scrape. */
    counter: (name: string, help: string, value: () => number) => {
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(value());
        },
      });
    },
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${await processMetrics().metrics()}`,
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
