import type { Reach } from '../support/child-stack';
import { gaugeOf, type Scrape, samplesOf, scrape } from '../support/metrics';

const EVERY = 1000;
/** Milliseconds in which everything has to come to rest. */
const REST_WITHIN = 10_000;

/** Reads /metrics of every part each second, and notes what must never be seen there. */
export const watchMetrics = ({ metrics }: Pick<Reach, 'metrics'>) => {
  const problems = new Set<string>();
  const highest = { outbox: 0, lag: 0 };
  let scrapes = 0;
  let faultsBefore: number | undefined;
  let stopped = false;

  const look = async (): Promise<Map<string, Scrape>> => {
    const found = await Promise.all(
      Object.entries(metrics).map(async ([name, url]) => [name, await scrape(url)] as const),
    );
    scrapes += 1;
    return new Map(found);
  };

  const total = (all: ReadonlyMap<string, Scrape>, metric: string): number =>
    [...all.values()].reduce((sum, found) => sum + (gaugeOf(found, metric) ?? 0), 0);

  const check = (all: ReadonlyMap<string, Scrape>) => {
    const imbalance = all.get('wallet') && gaugeOf(all.get('wallet') as Scrape, 'piecework_ledger_imbalance');
    // NaN: there was no moment of rest to read it in.
    if (imbalance !== undefined && imbalance !== 0 && !Number.isNaN(imbalance))
      problems.add(`/metrics has seen ${imbalance} coins that nobody has given`);
    if (total(all, 'piecework_events_parked') > 0) problems.add('/metrics has seen parked events');
    const faults = [...all].flatMap(([, found]) =>
      samplesOf(found, 'piecework_requests_total').filter(([labels]) => /status="5(?!03)/.test(labels)),
    );
    const count = faults.reduce((sum, [, value]) => sum + value, 0);
    faultsBefore ??= count;
    if (count > faultsBefore) problems.add(`/metrics has seen answers of 500 and above: ${faults.join(' ')}`);
    highest.outbox = Math.max(highest.outbox, total(all, 'piecework_outbox_pending'));
    highest.lag = Math.max(highest.lag, total(all, 'piecework_consumer_lag'));
  };

  const lookAndCheck = async () => {
    const all = await look();
    check(all);
    return all;
  };

  let sleeping = { end: () => {} };
  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, EVERY);
      sleeping = {
        end: () => {
          clearTimeout(timer);
          resolve();
        },
      };
    });
  const run = async () => {
    while (!stopped) {
      await lookAndCheck().catch((error) => problems.add(`/metrics could not be read: ${error}`));
      if (!stopped) await sleep();
    }
  };
  const running = run();

  return {
    problems: problems as ReadonlySet<string>,
    highest,
    scrapes: () => scrapes,
    /** Resolves when everything that was committed has been published and handled; answers the last reading. */
    untilQuiet: async (): Promise<ReadonlyMap<string, Scrape>> => {
      const deadline = performance.now() + REST_WITHIN;
      for (;;) {
        const all = await lookAndCheck();
        const busy = total(all, 'piecework_outbox_pending') + total(all, 'piecework_consumer_lag');
        if (busy === 0) return all;
        if (performance.now() > deadline)
          throw new Error(
            `${busy} events are still on their way ${REST_WITHIN / 1000} s after the last call`,
          );
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    stop: async () => {
      stopped = true;
      sleeping.end();
      await running;
    },
  };
};
export type Watch = ReturnType<typeof watchMetrics>;
