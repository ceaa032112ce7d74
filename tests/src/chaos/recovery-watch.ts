import { SERVICES, type ServiceName } from '@piecework/contracts';
import { gaugeOf, parseScrape, type Scrape } from '../support/metrics';

/** Milliseconds between two looks. */
const EVERY = 250;
/** So many good looks in a row are a recovery: one may fall between two events. */
const IN_A_ROW = 4;
/** Events that may be on their way at any moment under load, even where the calm before had fewer. */
const ALWAYS_FINE = 10;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface Look {
  isReady: boolean;
  /** Events that are committed and not yet handled by everybody; null: somebody could not say. */
  onTheirWay: number | null;
  all: ReadonlyMap<ServiceName, Scrape>;
}

/** Looks at the stack from outside and inside: whether it is ready, and how many events are on their way. */
export const createWatch = (deps: {
  isReady: () => Promise<boolean>;
  /** /metrics of a service; null when it does not answer. */
  metricsOf: (service: ServiceName) => Promise<string | null>;
}) => {
  const look = async (): Promise<Look> => {
    const [isReady, ...texts] = await Promise.all([deps.isReady(), ...SERVICES.map(deps.metricsOf)]);
    const all = new Map(
      SERVICES.flatMap((service, index) => {
        const text = texts[index];
        return typeof text === 'string' ? [[service, parseScrape(text)] as const] : [];
      }),
    );
    const gauges = [...all.values()].flatMap((found) => [
      gaugeOf(found, 'piecework_outbox_pending') ?? Number.NaN,
      gaugeOf(found, 'piecework_consumer_lag') ?? Number.NaN,
    ]);
    const sum = gauges.reduce((total, value) => total + value, 0);
    // NaN: its store or the event log could not be asked.
    return { isReady, onTheirWay: all.size < SERVICES.length || Number.isNaN(sum) ? null : sum, all };
  };

  const until = async (what: string, withinMs: number, is: (now: Look) => boolean): Promise<Look> => {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const now = await look();
      if (is(now)) return now;
      if (performance.now() > deadline)
        throw new Error(
          `${what}: not within ${withinMs / 1000} s (ready: ${now.isReady}, events on their way: ${now.onTheirWay ?? 'unknown'}, ` +
            `answering: ${[...now.all.keys()].join(' ')})`,
        );
      await pause(EVERY);
    }
  };

  let calm = ALWAYS_FINE;

  return {
    /** How much is on its way when nothing is wrong, under the load of this moment. */
    learnCalm: async (ms: number) => {
      const deadline = performance.now() + ms;
      while (performance.now() < deadline) {
        calm = Math.max(calm, (await look()).onTheirWay ?? 0);
        await pause(EVERY);
      }
      return calm;
    },
    /** Resolves when everybody is ready under load and no more is on its way than when nothing was wrong; answers when that began. */
    untilRecovered: async (withinMs: number): Promise<number> => {
      let since: number | undefined;
      let inARow = 0;
      await until('Ready and caught up again', withinMs, ({ isReady, onTheirWay }) => {
        const isGood = isReady && onTheirWay !== null && onTheirWay <= calm;
        if (!isGood) since = undefined;
        else since ??= performance.now();
        inARow = isGood ? inARow + 1 : 0;
        return inARow >= IN_A_ROW;
      });
      return since as number;
    },
    /** Resolves when nothing is on its way any more. */
    untilQuiet: (withinMs: number): Promise<Look> =>
      until('Everything published and handled', withinMs, ({ onTheirWay }) => onTheirWay === 0),
  };
};
export type Watch = ReturnType<typeof createWatch>;
