import { pause } from '@piecework/base/testing';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import { gaugeOf, parseScrape, type Scrape } from '../support/metrics';

/** Milliseconds between two readings. */
const POLL_INTERVAL = 250;
/** Consecutive good readings that count as recovered: a single one may fall between two events. */
const REQUIRED_IN_A_ROW = 4;
/** Pending events that count as normal under load, even if the measured baseline is lower. */
const MIN_BASELINE = 10;

export interface StackState {
  isReady: boolean;
  /** Events that are committed and not yet handled by every consumer; null if a service could not tell. */
  pendingEvents: number | null;
  metrics: ReadonlyMap<ServiceName, Scrape>;
}

/** Polls the readiness of the stack and its number of pending events. */
export const createRecoveryWatch = (deps: {
  isReady: () => Promise<boolean>;
  /** /metrics of a service; null if it does not answer. */
  metricsOf: (service: ServiceName) => Promise<string | null>;
}) => {
  const readState = async (): Promise<StackState> => {
    const [isReady, ...texts] = await Promise.all([deps.isReady(), ...SERVICES.map(deps.metricsOf)]);
    const metrics = new Map(
      SERVICES.flatMap((service, index) => {
        const text = texts[index];
        return typeof text === 'string' ? [[service, parseScrape(text)] as const] : [];
      }),
    );
    const gauges = [...metrics.values()].flatMap((found) => [
      gaugeOf(found, 'piecework_outbox_pending') ?? Number.NaN,
      gaugeOf(found, 'piecework_consumer_lag') ?? Number.NaN,
    ]);
    const sum = gauges.reduce((total, value) => total + value, 0);
    // NaN: the store or the event log was unavailable.
    return { isReady, pendingEvents: metrics.size < SERVICES.length || Number.isNaN(sum) ? null : sum, metrics };
  };

  const until = async (what: string, withinMs: number, is: (now: StackState) => boolean): Promise<StackState> => {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const now = await readState();
      if (is(now)) return now;
      if (performance.now() > deadline)
        throw new Error(
          `${what}: not within ${withinMs / 1000} s (ready: ${now.isReady}, pending events: ${now.pendingEvents ?? 'unknown'}, ` +
            `answering: ${[...now.metrics.keys()].join(' ')})`,
        );
      await pause(POLL_INTERVAL);
    }
  };

  let baseline = MIN_BASELINE;

  return {
    /** Measures the highest number of pending events under load without a fault. */
    measureBaseline: async (ms: number) => {
      const deadline = performance.now() + ms;
      while (performance.now() < deadline) {
        baseline = Math.max(baseline, (await readState()).pendingEvents ?? 0);
        await pause(POLL_INTERVAL);
      }
      return baseline;
    },
    /** Resolves when every service is ready under load with at most the baseline of pending events. @returns the time when that state began */
    untilRecovered: async (withinMs: number): Promise<number> => {
      let since: number | undefined;
      let inARow = 0;
      await until('Ready and caught up again', withinMs, ({ isReady, pendingEvents }) => {
        const isGood = isReady && pendingEvents !== null && pendingEvents <= baseline;
        if (!isGood) since = undefined;
        else since ??= performance.now();
        inARow = isGood ? inARow + 1 : 0;
        return inARow >= REQUIRED_IN_A_ROW;
      });
      return since as number;
    },
    /** Resolves when no event is pending. */
    untilQuiet: (withinMs: number): Promise<StackState> =>
      until('Everything published and handled', withinMs, ({ pendingEvents }) => pendingEvents === 0),
  };
};
export type RecoveryWatch = ReturnType<typeof createRecoveryWatch>;
