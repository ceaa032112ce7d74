import type { Clock } from '@piecework/base';
import type { OperationSpec } from '@piecework/contracts';

export const isList = ({ headers = [], isDownload }: OperationSpec): boolean =>
  headers.includes('X-Total-Count') && !isDownload;

/** In KiB: what a search reads, because up to 1,000 matches are found before a page of them is. */
const SEARCH_COST = 128;
/** Rows that are counted or skipped for 1 KiB. */
const ROWS_PER_KIB = 100;

/** Of a list, in KiB of an answer that take as long. Without `headers` the least that it costs. */
export const costOfList = (
  { q, offset, start }: Record<string, unknown>,
  { 'content-length': bytes, 'x-total-count': total }: Record<string, string> = {},
): number => {
  const skipped = Number(offset ?? start) || 0;
  return (
    1 + (q ? SEARCH_COST : 0) + (Number(bytes) || 0) / 1024 + ((Number(total) || 0) + skipped) / ROWS_PER_KIB
  );
};

/** Charges a list and frees its slot. */
export type Settle = (cost: number) => void;
export interface ListBudget {
  /** Resolves when `key` may call a list, or after {@link WAIT_MS} with null. */
  enter(key: string): Promise<Settle | null>;
  waiting(): number;
}

interface Spender {
  balance: number;
  /** When `balance` was right, in milliseconds. */
  at: number;
  running: number;
  queue: (() => void)[];
  isWoken: boolean;
}

export const WAIT_MS = 10_000;
/** An idle key saves up the budget of this time. */
const SAVED_SECONDS = 16;
/** Above it, idle keys are forgotten. */
const MANY_KEYS = 10_000;

/**
 * A queue per key: at most `atOnce` lists run, and the next one starts when the budget of `perSecond` has paid for those before it. A cost is known when the
 * list is answered, so the balance may become negative. Other keys do not wait.
 */
export const createListBudget = (options: {
  clock: Clock;
  perSecond: number;
  atOnce: number;
}): ListBudget => {
  const { clock, perSecond, atOnce } = options;
  const full = perSecond * SAVED_SECONDS;
  const spenders = new Map<string, Spender>();
  let queued = 0;

  const update = (spender: Spender): Spender => {
    const now = clock.now();
    spender.balance = Math.min(full, spender.balance + ((now - spender.at) / 1000) * perSecond);
    spender.at = now;
    return spender;
  };
  const isIdle = ({ running, queue, balance }: Spender) =>
    running === 0 && queue.length === 0 && balance === full;
  const spenderOf = (key: string): Spender => {
    const known = spenders.get(key);
    if (known) return update(known);
    if (spenders.size >= MANY_KEYS)
      for (const [other, spender] of spenders) if (isIdle(update(spender))) spenders.delete(other);
    const spender = { balance: full, at: clock.now(), running: 0, queue: [], isWoken: false };
    spenders.set(key, spender);
    return spender;
  };

  const startNext = (spender: Spender): void => {
    while (spender.queue.length > 0 && spender.running < atOnce) {
      if (update(spender).balance <= 0) {
        if (spender.isWoken) return;
        spender.isWoken = true;
        clock.after(Math.ceil((-spender.balance / perSecond) * 1000) + 1, () => {
          spender.isWoken = false;
          startNext(spender);
        });
        return;
      }
      spender.queue.shift()?.();
    }
  };

  return {
    enter: (key) => {
      const spender = spenderOf(key);
      const run = (): Settle => {
        spender.running += 1;
        return (cost) => {
          update(spender).balance -= cost;
          spender.running -= 1;
          startNext(spender);
        };
      };
      if (spender.queue.length === 0 && spender.running < atOnce && spender.balance > 0)
        return Promise.resolve(run());
      return new Promise((resolve) => {
        const end = () => {
          queued -= 1;
          giveUp();
        };
        const start = () => {
          end();
          resolve(run());
        };
        const giveUp = clock.after(WAIT_MS, () => {
          end();
          spender.queue.splice(spender.queue.indexOf(start), 1);
          resolve(null);
        });
        queued += 1;
        spender.queue.push(start);
        startNext(spender);
      });
    },
    waiting: () => queued,
  };
};
