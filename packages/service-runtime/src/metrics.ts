import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds; finest around the latency budgets. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

let ofProcess: Registry | undefined;
// One registry per process. Created at the first scrape, because prom-client never removes its observers.
const processMetrics = (): Registry => {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
};

/** Prometheus text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */
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
    /** Read at each scrape; NaN on an error, so that the other metrics stay available. */
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
    /** As `gauge`, with a time series for each key of `values`. */
    labelledGauge: (name: string, help: string, label: string, values: () => Promise<Record<string, number>>) => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          this.reset();
          for (const [key, value] of Object.entries(await values())) this.set({ [label]: key }, value);
        },
      });
    },
    labelledCounter: (name: string, help: string, label: string, counts: ReadonlyMap<string, number>) => {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          this.reset();
          for (const [key, count] of counts) this.inc({ [label]: key }, count);
        },
      });
    },
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

/** Requests of this process to the event log. In one process the services share it. */
export const countRequests = (metrics: Metrics, requests: ReadonlyMap<string, number>): void =>
  metrics.labelledCounter(
    'piecework_event_log_requests_total',
    'Requests of the process to the event log, by name',
    'request',
    requests,
  );
export type Metrics = ReturnType<typeof createMetrics>;
