import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { timeLimited } from '@piecework/base';
import { type Connection, isBusy } from './sqlite-connection';
import { StoreUnavailableError } from './store';

/** A `failure` of one call prevents the commit of the transaction. */
export interface Scope {
  ended: boolean;
  failure: unknown;
  /** Settles after the last call so far. */
  tail: Promise<unknown>;
}

interface Job {
  work: (scope: Scope) => unknown;
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}

type Outcome = { job: Job; value: unknown } | { job: Job; failure: unknown };

const BUSY_PAUSE_MS = 5;

const unavailable = (error: unknown, file: string): StoreUnavailableError =>
  error instanceof StoreUnavailableError
    ? error
    : new StoreUnavailableError(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error });

const rollBack = (connection: Connection): void => {
  if (connection.inTransaction()) connection.exec('ROLLBACK');
};

const abandon = (connection: Connection): void => {
  try {
    rollBack(connection);
  } catch {
    // The next group retries. Closing does not help: libsql keeps the lock until garbage collection.
  }
};

const begin = async (connection: Connection, busyTimeoutMs: number): Promise<void> => {
  for (const started = performance.now(); ; ) {
    try {
      rollBack(connection);
      return connection.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (!isBusy(error) || performance.now() - started >= busyTimeoutMs) throw error;
      await sleep(BUSY_PAUSE_MS * (0.5 + Math.random()));
    }
  }
};

/** Serialises transactions. Up to `maxGroup` share a commit, which costs a disk sync; each has a savepoint. None resolves before the commit. */
export const createWriter = (options: {
  connection: Connection;
  file: string;
  maxGroup: number;
  busyTimeoutMs: number;
  idleTimeoutMs: number;
  onCommit?: ((transactions: number) => void) | undefined;
}) => {
  const { connection, file, maxGroup, busyTimeoutMs, idleTimeoutMs, onCommit } = options;
  const idled = () =>
    new Error(`a transaction idled for ${idleTimeoutMs} ms and was rolled back: await nothing but tx in it`);
  const queue: Job[] = [];
  let draining: Promise<void> | null = null;
  let closed = false;

  /** Alone in its group, a job needs no savepoint: its failure rolls back the whole group. */
  const runJob = async (job: Job, isAlone: boolean): Promise<Outcome> => {
    const scope: Scope = { ended: false, failure: undefined, tail: Promise.resolve() };
    if (!isAlone) connection.exec('SAVEPOINT job');
    try {
      const result = job.work(scope);
      const value = result instanceof Promise ? await timeLimited(idleTimeoutMs, result, idled) : result;
      if (scope.failure !== undefined) throw scope.failure;
      if (!isAlone) connection.exec('RELEASE job');
      return { job, value };
    } catch (failure) {
      // A disk fault may have rolled back the outer transaction, which ends the whole group.
      if (!connection.inTransaction()) throw failure;
      if (!isAlone) {
        connection.exec('ROLLBACK TO job');
        connection.exec('RELEASE job');
      }
      return { job, failure };
    } finally {
      scope.ended = true;
    }
  };

  const runGroup = async (): Promise<void> => {
    const taken: Job[] = [];
    const outcomes: Outcome[] = [];
    try {
      await begin(connection, busyTimeoutMs);
      const isAlone = queue.length === 1 || maxGroup === 1;
      while (taken.length < (isAlone ? 1 : maxGroup) && queue.length > 0) {
        const job = queue.shift() as Job;
        taken.push(job);
        outcomes.push(await runJob(job, isAlone));
      }
      connection.exec(outcomes.every((outcome) => 'failure' in outcome) ? 'ROLLBACK' : 'COMMIT');
    } catch (error) {
      abandon(connection);
      if (taken.length === 0) taken.push(...queue.splice(0, maxGroup));
      const reason = unavailable(error, file);
      for (const job of taken) job.reject(reason);
      return;
    }
    for (const outcome of outcomes) {
      if ('failure' in outcome) outcome.job.reject(outcome.failure);
      else outcome.job.resolve(outcome.value as never);
    }
    // A fault of the listener must not stop the queue.
    if (onCommit !== undefined) queueMicrotask(() => onCommit(outcomes.length));
  };

  const drain = async (): Promise<void> => {
    // Jobs of one turn share a commit.
    await Promise.resolve();
    while (queue.length > 0) {
      await runGroup();
      // Writers do not starve the event loop.
      if (queue.length > 0) await setImmediate();
    }
    draining = null;
  };

  return {
    run: <R>(work: (scope: Scope) => Promise<R> | R): Promise<R> =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new StoreUnavailableError(`${file}: the store is closed`));
        queue.push({ work, resolve, reject });
        draining ??= drain();
      }),
    close: async () => {
      closed = true;
      await draining;
    },
  };
};
