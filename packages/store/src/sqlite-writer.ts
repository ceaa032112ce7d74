import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type Connection, isBusy } from './sqlite-connection';
import { StoreUnavailableError } from './store';

/**
 * The one writer of a file: transactions run one after the other, and those that wait together are committed together.
 *
 * A commit costs a disk sync whatever its size, so up to `maxGroup` transactions share one. Each has a savepoint of its own
 * and is rolled back alone when its function rejects; none of them is told of its success before the common commit succeeded.
 */
export interface Writer {
  /** Runs `job` in a transaction of its own on the writer's connection. */
  run<R>(job: (scope: Scope) => Promise<R> | R): Promise<R>;
  /** Resolves when every queued transaction is settled; later ones reject. */
  close(): Promise<void>;
}

/** One transaction's state: `ended` tells it that it is over; a `failure` set by one of its calls keeps it from committing. */
export interface Scope {
  ended: boolean;
  failure: unknown;
}

export interface WriterOptions {
  connection: Connection;
  file: string;
  maxGroup: number;
  /** How long a group waits for another process's transaction. */
  busyTimeoutMs: number;
  /** How long a transaction may wait for something other than the store. */
  idleTimeoutMs: number;
  /** Called after each commit with the number of transactions in it. */
  onCommit?: ((transactions: number) => void) | undefined;
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
    : new StoreUnavailableError(`${file}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });

/** Back to no transaction. After most faults of the disk SQLite has rolled back itself. */
const rollBack = (connection: Connection): void => {
  if (connection.inTransaction()) connection.exec('ROLLBACK');
};

const abandon = (connection: Connection): void => {
  try {
    rollBack(connection);
  } catch {
    // The next group begins with another attempt. (Closing would not help: libsql keeps the lock until it is collected.)
  }
};

/** Waits with the event loop free, and not inside SQLite. */
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

const withinTime = async (work: () => unknown, idleTimeoutMs: number): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new Error(
            `a transaction idled for ${idleTimeoutMs} ms and was rolled back: await nothing but tx in it`,
          ),
        ),
      idleTimeoutMs,
    );
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
};

export const createWriter = (options: WriterOptions): Writer => {
  const { connection, file, maxGroup, busyTimeoutMs, idleTimeoutMs, onCommit } = options;
  const queue: Job[] = [];
  let draining: Promise<void> | null = null;
  let closed = false;

  const runJob = async (job: Job): Promise<Outcome> => {
    const scope: Scope = { ended: false, failure: undefined };
    connection.exec('SAVEPOINT job');
    try {
      const result = job.work(scope);
      const value = result instanceof Promise ? await withinTime(() => result, idleTimeoutMs) : result;
      if (scope.failure !== undefined) throw scope.failure;
      connection.exec('RELEASE job');
      return { job, value };
    } catch (failure) {
      // A fault of the disk may have rolled back everything: then the whole group ends.
      if (!connection.inTransaction()) throw failure;
      connection.exec('ROLLBACK TO job');
      connection.exec('RELEASE job');
      return { job, failure };
    } finally {
      scope.ended = true;
    }
  };

  /** Those that come while the group runs still join it. */
  const runGroup = async (): Promise<void> => {
    const taken: Job[] = [];
    const outcomes: Outcome[] = [];
    try {
      await begin(connection, busyTimeoutMs);
      while (taken.length < maxGroup && queue.length > 0) {
        const job = queue.shift() as Job;
        taken.push(job);
        outcomes.push(await runJob(job));
      }
      connection.exec('COMMIT');
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
    // Apart from the queue, which a fault of the listener must not stop.
    if (onCommit !== undefined) queueMicrotask(() => onCommit(outcomes.length));
  };

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      // A turn of the event loop lets requests that arrive together share the commit, and keeps writers from starving it.
      await setImmediate();
      await runGroup();
    }
    draining = null;
  };

  return {
    run: (work) =>
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
