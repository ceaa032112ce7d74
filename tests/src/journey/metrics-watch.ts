import { pause } from '@piecework/base/testing';
import type { StackAddress } from '../support/child-stack';
import { gaugeOf, type Scrape, samplesOf, scrape } from '../support/metrics';

/** Milliseconds between two scrapes. */
const SCRAPE_INTERVAL = 1000;
/** Milliseconds in which all events must be handled. */
const QUIET_WITHIN = 10_000;

/** Scrapes /metrics of the gateway and every service each second, and records values that must never occur. */
export const watchMetrics = ({ metrics }: Pick<StackAddress, 'metrics'>) => {
  const problems = new Set<string>();
  const highest = { outbox: 0, lag: 0 };
  let scrapes = 0;
  let faultsBefore: number | undefined;
  let stopped = false;

  const scrapeAll = async (): Promise<Map<string, Scrape>> => {
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
    // NaN: the ledger was never quiet enough to read the gauge.
    if (imbalance !== undefined && imbalance !== 0 && !Number.isNaN(imbalance))
      problems.add(`/metrics showed a ledger imbalance of ${imbalance} coins`);
    if (total(all, 'piecework_events_parked') > 0) problems.add('/metrics showed parked events');
    const faults = [...all].flatMap(([, found]) =>
      samplesOf(found, 'piecework_requests_total').filter(([labels]) => /status="5(?!03)/.test(labels)),
    );
    const count = faults.reduce((sum, [, value]) => sum + value, 0);
    faultsBefore ??= count;
    if (count > faultsBefore) problems.add(`/metrics showed answers with status 500 and above: ${faults.join(' ')}`);
    highest.outbox = Math.max(highest.outbox, total(all, 'piecework_outbox_pending'));
    highest.lag = Math.max(highest.lag, total(all, 'piecework_consumer_lag'));
  };

  const scrapeAndCheck = async () => {
    const all = await scrapeAll();
    check(all);
    return all;
  };

  let sleeping = { end: () => {} };
  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, SCRAPE_INTERVAL);
      sleeping = {
        end: () => {
          clearTimeout(timer);
          resolve();
        },
      };
    });
  const run = async () => {
    while (!stopped) {
      await scrapeAndCheck().catch((error) => problems.add(`/metrics could not be read: ${error}`));
      if (!stopped) await sleep();
    }
  };
  const running = run();

  return {
    problems: problems as ReadonlySet<string>,
    highest,
    scrapes: () => scrapes,
    /** Resolves with the last scrape when all committed events have been published and handled. */
    untilQuiet: async (): Promise<ReadonlyMap<string, Scrape>> => {
      const deadline = performance.now() + QUIET_WITHIN;
      for (;;) {
        const all = await scrapeAndCheck();
        const busy = total(all, 'piecework_outbox_pending') + total(all, 'piecework_consumer_lag');
        if (busy === 0) return all;
        if (performance.now() > deadline)
          throw new Error(`${busy} events are still pending ${QUIET_WITHIN / 1000} s after the last call`);
        await pause(50);
      }
    },
    stop: async () => {
      stopped = true;
      sleeping.end();
      await running;
    },
  };
};
