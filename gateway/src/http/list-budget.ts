import type { Clock, WhenGone } from '@piecework/base';
import { type OperationSpec, searchKey } from '@piecework/contracts';

export const isList = ({ headers = [], isDownload }: OperationSpec): boolean =>
  headers.includes('X-Total-Count') && !isDownload;

/** In KiB: what a search reads, because up to 1,000 matches are found before a page of them is. */
const SEARCH_COST = 256;
/** In KiB: the index of searches has trigrams, so each row is read for a shorter text. */
const SHORT_SEARCH_COST = 1024;
const TRIGRAM = 3;
/** Rows that are counted or skipped for 1 KiB. Totals mostly come from a counter. */
const ROWS_PER_KIB = 100;
const MAX_COUNTED = 1_000;
const MAX_SKIPPED = 100_000;

/** Query and headers are not validated here, and a caller could set its own price: neither below 0 nor without bound. */
const rows = (value: unknown, max: number): number => Math.min(Math.max(Number(value) || 0, 0), max);

const costOfSearch = (q: unknown): number => {
  if (!q) return 0;
  return [...searchKey(String(q))].length < TRIGRAM ? SHORT_SEARCH_COST : SEARCH_COST;
};

/** Cost of a list besides its answer, in KiB of an answer that take as long. Without `headers` the least that it costs. */
export const costOfList = (
  { q, offset, start }: Record<string, unknown>,
  { 'x-total-count': total }: Record<string, string> = {},
): number => 1 + costOfSearch(q) + (rows(total, MAX_COUNTED) + rows(offset ?? start, MAX_SKIPPED)) / ROWS_PER_KIB;

/** Costs are in KiB. */
export interface Turn {
  charge(cost: number): void;
  /** Charges and frees the slot; once, while `charge` may follow. */
  end(cost: number): void;
}

interface Spender {
  balance: number;
  /** When `balance` was right, in milliseconds. */
  at: number;
  running: number;
  queue: Set<() => void>;
  isTimed: boolean;
}

/** An idle key saves up the budget of this time, and a list costs at most as much. */
const SAVED_SECONDS = 16;
/** Above it, idle keys are forgotten. */
const MANY_KEYS = 10_000;

/**
 * A queue per key: at most `atOnce` lists run, and the next one starts when the budget of `perSecond` has paid for those before it. Costs are known when the
 * list is answered and sent, so the balance may become negative. Other keys do not wait.
 */
export const createListBudget = (options: { clock: Clock; perSecond: number; atOnce: number }) => {
  const { clock, perSecond, atOnce } = options;
  const full = perSecond * SAVED_SECONDS;
  const spenders = new Map<string, Spender>();
  let queued = 0;
  let refused = 0;

  const update = (spender: Spender): Spender => {
    const now = clock.now();
    spender.balance = Math.min(full, spender.balance + ((now - spender.at) / 1000) * perSecond);
    spender.at = now;
    return spender;
  };
  const isIdle = ({ running, queue, balance }: Spender) => running === 0 && queue.size === 0 && balance === full;
  const spenderOf = (key: string): Spender => {
    const existing = spenders.get(key);
    if (existing) return update(existing);
    if (spenders.size >= MANY_KEYS)
      for (const [other, spender] of spenders) if (isIdle(update(spender))) spenders.delete(other);
    const spender = { balance: full, at: clock.now(), running: 0, queue: new Set<() => void>(), isTimed: false };
    spenders.set(key, spender);
    return spender;
  };

  const startNext = (spender: Spender): void => {
    for (const start of spender.queue) {
      if (spender.running >= atOnce) return;
      if (update(spender).balance > 0) start();
      else {
        startWhenPaid(spender);
        return;
      }
    }
  };
  const startWhenPaid = (spender: Spender): void => {
    if (spender.isTimed) return;
    spender.isTimed = true;
    clock.after(Math.ceil((-spender.balance / perSecond) * 1000) + 1, () => {
      spender.isTimed = false;
      startNext(spender);
    });
  };

  return {
    /** Resolves when `key` may call a list; with null at `until` (milliseconds since 1970) or when the caller is gone. */
    enter: (key: string, until: number, whenGone?: WhenGone): Promise<Turn | null> => {
      const spender = spenderOf(key);
      const charge = (cost: number) => {
        update(spender).balance -= Math.min(cost, full);
      };
      const run = (): Turn => {
        spender.running += 1;
        return {
          charge,
          end: (cost) => {
            charge(cost);
            spender.running -= 1;
            startNext(spender);
          },
        };
      };
      if (spender.queue.size === 0 && spender.running < atOnce && spender.balance > 0) return Promise.resolve(run());
      return new Promise((resolve) => {
        const leave = (): boolean => {
          cancelExpiry();
          if (!spender.queue.delete(start)) return false;
          queued -= 1;
          return true;
        };
        const start = () => {
          leave();
          resolve(run());
        };
        const giveUp = () => {
          if (!leave()) return;
          refused += 1;
          resolve(null);
        };
        const cancelExpiry = clock.after(until - clock.now(), giveUp);
        queued += 1;
        spender.queue.add(start);
        whenGone?.(giveUp);
        startNext(spender);
      });
    },
    waiting: () => queued,
    refused: () => refused,
  };
};
