import { collection, type Store, type Transaction } from '@piecework/store';

/** How often handling an event has been tried in vain; there is a row only while there was a fault and no success. */
export interface AttemptsRow {
  _id: string;
  attempts: number;
}

export const attemptsRows = collection<AttemptsRow>('attempts');

/**
 * There from start to stop, so that a start that finds it knows that the process before it died. On a shared store it would say nothing: it
 * could be another's, who lives.
 */
const RUNNING = '(running)';

/**
 * Counts faults, so that a poison event ends even when it takes the process down with it.
 *
 * A fault is written down when it happened, which costs the common path nothing. A process that dies cannot do that: so after a start that
 * follows a death, until the backlog is through, an attempt is written down before it begins. What was begun and never ended is then tried
 * alone, so that each further death counts against the event that caused it and not against its neighbours.
 *
 * Where several processes share the store, nobody can tell a leftover of the dead from an attempt of the living, so every start takes that
 * care; and any of them may be handed an event that another has tried, so that the count is the row's and not what this one remembers.
 */
export interface Attempts {
  /** Reads what the last process left. */
  open(): Promise<void>;
  /** The backlog is through: attempts are no longer written down in advance. */
  recovered(): void;
  close(): Promise<void>;
  of(eventId: string): number;
  /** Runs one attempt, alone if the event is under suspicion. */
  run<R>(eventId: string, attempt: () => Promise<R>): Promise<R>;
  /** Counts a fault, durably, and answers how many there have been. */
  failed(eventId: string): Promise<number>;
  /** Whether `forget` has something to do. */
  knows(eventId: string): boolean;
  /** Removes the count in the transaction that ends the matter; call the answer when it has committed. */
  forget(tx: Transaction, eventId: string): Promise<() => void>;
}

export interface AttemptsDeps {
  store: Store;
  /** Those of the events that are in the inbox. */
  whichAreHandled: (eventIds: readonly string[]) => Promise<string[]>;
}

export const createAttempts = ({ store, whichAreHandled }: AttemptsDeps): Attempts => {
  const rows = store.collection(attemptsRows);
  /** Attempts that ended in a fault, or in the death of an earlier process. */
  const counts = new Map<string, number>();
  /** Events whose next fault this process has counted in advance, with what the count was then. */
  const begun = new Map<string, number>();
  let suspects: ReadonlySet<string> = new Set();
  let recovering = false;
  let alone: Promise<unknown> = Promise.resolve();

  const of = (eventId: string) => counts.get(eventId) ?? 0;
  /** Answers how many attempts there are now. */
  const countOne = async (eventId: string): Promise<number> => {
    const row = await rows.findOneAndUpdate({ _id: eventId }, { $inc: { attempts: 1 } }, { upsert: true });
    return row?.attempts ?? 1;
  };

  const attemptNow = async <R>(eventId: string, attempt: () => Promise<R>): Promise<R> => {
    if (recovering && !begun.has(eventId)) begun.set(eventId, await countOne(eventId));
    return attempt();
  };

  /** What other processes counted of events that this one never tried stays behind when they are handled after all. */
  const withoutHandled = async (left: readonly AttemptsRow[]): Promise<AttemptsRow[]> => {
    const handled = await whichAreHandled(left.map(({ _id }) => _id));
    await rows.deleteMany({ _id: { $in: handled } });
    return left.filter(({ _id }) => !handled.includes(_id));
  };

  return {
    open: async () => {
      const left = await rows.find({});
      const found = store.shared ? await withoutHandled(left) : left;
      for (const { _id, attempts } of found) if (_id !== RUNNING) counts.set(_id, attempts);
      recovering = store.shared || found.some(({ _id }) => _id === RUNNING);
      suspects = new Set(recovering ? counts.keys() : []);
      if (!store.shared) await rows.updateOne({ _id: RUNNING }, { $set: { attempts: 0 } }, { upsert: true });
    },
    recovered: () => {
      recovering = false;
    },
    close: async () => {
      if (!store.shared) await rows.deleteOne({ _id: RUNNING });
    },
    of,
    run: (eventId, attempt) => {
      if (!suspects.has(eventId)) return attemptNow(eventId, attempt);
      const turn = alone.then(() => attemptNow(eventId, attempt));
      alone = turn.catch(() => {});
      return turn;
    },
    failed: async (eventId) => {
      const attempts = begun.get(eventId) ?? (await countOne(eventId));
      begun.delete(eventId);
      counts.set(eventId, attempts);
      return attempts;
    },
    knows: (eventId) => counts.has(eventId) || begun.has(eventId),
    forget: async (tx, eventId) => {
      await tx.collection(attemptsRows).deleteOne({ _id: eventId });
      return () => {
        counts.delete(eventId);
        begun.delete(eventId);
      };
    },
  };
};
