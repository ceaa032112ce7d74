import { collection, type Store, type Transaction } from '@piecework/store';

export const MAX_ATTEMPTS = 5;

/** Pauses of 20, 80, 320 and 1280 ms. */
export const ATTEMPT_BACKOFF = { firstMs: 20, maxMs: 1_280, factor: 4 };

/** Failed attempts to handle the event `_id`. Deleted once the event is handled or parked. */
interface AttemptsRow {
  _id: string;
  attempts: number;
}

export const attemptsRows = collection<AttemptsRow>('attempts');

/** Exists between start and stop, so a start that finds it follows a crash. Not used on a shared store: it could belong to a live process. */
const RUNNING = '(running)';

/**
 * Counts failed attempts durably, so that a poison event is parked even if it kills the process. After a crash (on a shared store: at each start)
 * attempts count before they begin, and suspected events run one at a time: a further crash then counts against its cause only.
 */
export const createAttempts = (deps: {
  store: Store;
  whichAreHandled: (eventIds: readonly string[]) => Promise<string[]>;
}) => {
  const { store, whichAreHandled } = deps;
  const rows = store.collection(attemptsRows);
  /** Includes attempts that a crash ended. */
  const counts = new Map<string, number>();
  /** Events counted in advance → their count including the attempt in progress. */
  const begun = new Map<string, number>();
  let suspects: ReadonlySet<string> = new Set();
  let recovering = false;
  let alone: Promise<unknown> = Promise.resolve();

  const of = (eventId: string) => counts.get(eventId) ?? 0;
  const countOne = async (eventId: string): Promise<number> => {
    const row = await rows.findOneAndUpdate({ _id: eventId }, { $inc: { attempts: 1 } }, { upsert: true });
    return row?.attempts ?? 1;
  };

  const attemptNow = async <R>(eventId: string, attempt: () => Promise<R>): Promise<R> => {
    if (recovering && !begun.has(eventId)) begun.set(eventId, await countOne(eventId));
    return attempt();
  };

  const withoutHandled = async (left: readonly AttemptsRow[]): Promise<AttemptsRow[]> => {
    const handled = await whichAreHandled(left.map(({ _id }) => _id));
    await rows.deleteMany({ _id: { $in: handled } });
    return left.filter(({ _id }) => !handled.includes(_id));
  };

  return {
    open: async () => {
      const left = await rows.find({});
      const unhandled = store.shared ? await withoutHandled(left) : left;
      for (const { _id, attempts } of unhandled) if (_id !== RUNNING) counts.set(_id, attempts);
      recovering = store.shared || unhandled.some(({ _id }) => _id === RUNNING);
      suspects = new Set(recovering ? counts.keys() : []);
      if (!store.shared) await rows.updateOne({ _id: RUNNING }, { $set: { attempts: 0 } }, { upsert: true });
    },
    /** Called when the backlog is handled: ends counting in advance. */
    recovered: () => {
      recovering = false;
    },
    close: async () => {
      if (!store.shared) await rows.deleteOne({ _id: RUNNING });
    },
    of,
    run: <R>(eventId: string, attempt: () => Promise<R>): Promise<R> => {
      if (!suspects.has(eventId)) return attemptNow(eventId, attempt);
      const turn = alone.then(() => attemptNow(eventId, attempt));
      alone = turn.catch(() => {});
      return turn;
    },
    failed: async (eventId: string): Promise<number> => {
      const attempts = begun.get(eventId) ?? (await countOne(eventId));
      begun.delete(eventId);
      counts.set(eventId, attempts);
      return attempts;
    },
    /** Attempts count in advance. */
    isRecovering: () => recovering,
    knows: (eventId: string): boolean => counts.has(eventId) || begun.has(eventId),
    /** Deletes the count within `tx`; call the returned function after the commit. */
    forget: async (tx: Transaction, eventId: string): Promise<() => void> => {
      await tx.collection(attemptsRows).deleteOne({ _id: eventId });
      return () => {
        counts.delete(eventId);
        begun.delete(eventId);
      };
    },
  };
};
