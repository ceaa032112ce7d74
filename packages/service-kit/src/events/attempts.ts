import { collection, type Store, type Transaction } from '../store/store';

/** How often handling an event has been tried in vain; there is a row only while there was a fault and no success. */
export interface AttemptsRow {
  _id: string;
  attempts: number;
}

export const attemptsRows = collection<AttemptsRow>('attempts');

/** There from start to stop, so that a start that finds it knows that the process before it died. */
const RUNNING = '(running)';

/**
 * Counts faults, so that a poison event ends even when it takes the process down with it.
 *
 * A fault is written down when it happened, which costs the common path nothing. A process that dies cannot do that: so after a start that
 * follows a death, until the backlog is through, an attempt is written down before it begins. What was begun and never ended is then tried
 * alone, so that each further death counts against the event that caused it and not against its neighbours.
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

export const createAttempts = ({ store }: { store: Store }): Attempts => {
  const rows = store.collection(attemptsRows);
  /** Attempts that ended in a fault, or in the death of an earlier process. */
  const counts = new Map<string, number>();
  /** Events whose attempts were written down in advance by this process. */
  const begun = new Set<string>();
  let suspects: ReadonlySet<string> = new Set();
  let recovering = false;
  let alone: Promise<unknown> = Promise.resolve();

  const of = (eventId: string) => counts.get(eventId) ?? 0;
  const write = (eventId: string, attempts: number) =>
    rows.updateOne({ _id: eventId }, { $set: { attempts } }, { upsert: true });

  const attemptNow = async <R>(eventId: string, attempt: () => Promise<R>): Promise<R> => {
    if (recovering) {
      await write(eventId, of(eventId) + 1);
      begun.add(eventId);
    }
    return attempt();
  };

  return {
    open: async () => {
      const found = await rows.find({});
      for (const { _id, attempts } of found) if (_id !== RUNNING) counts.set(_id, attempts);
      recovering = found.some(({ _id }) => _id === RUNNING);
      suspects = new Set(recovering ? counts.keys() : []);
      await write(RUNNING, 0);
    },
    recovered: () => {
      recovering = false;
    },
    close: async () => {
      await rows.deleteOne({ _id: RUNNING });
    },
    of,
    run: (eventId, attempt) => {
      if (!suspects.has(eventId)) return attemptNow(eventId, attempt);
      const turn = alone.then(() => attemptNow(eventId, attempt));
      alone = turn.catch(() => {});
      return turn;
    },
    failed: async (eventId) => {
      const attempts = of(eventId) + 1;
      await write(eventId, attempts);
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
