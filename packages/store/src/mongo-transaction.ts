import { createConcurrencyLimiter } from '@piecework/base';
import { type ClientSession, type MongoClient, MongoNetworkError } from 'mongodb';
import { isConflict, isUnknownResult, takenKey, toStoreError } from './mongo-errors';
import { backOff, type Limits, within } from './mongo-limits';
import { WRITE_CONCERN } from './mongo-write-concern';
import { type AnyCollectionSpec, StoreUnavailableError, type UnitOfWork } from './store';
import { createUnitOfWork, type TransactionCollection } from './unit-of-work';

/** Like the driver's `withTransaction` (https://www.mongodb.com/docs/manual/core/transactions/), with limits. */

/** More concurrent transactions only conflict on the documents that all of them write. */
const CONCURRENCY = 16;
/** Sequential retries: on a hot document, concurrent ones would conflict again. */
const RETRY_CONCURRENCY = 1;

/** Attempts with the same duplicate key before it is reported: a newer snapshot may show the other transaction's insert. */
const MAX_DUPLICATE_ATTEMPTS = 4;

const SETTINGS = {
  readConcern: { level: 'snapshot' },
  writeConcern: WRITE_CONCERN,
  readPreference: 'primary',
} as const;

export interface TransactionsDeps {
  client: MongoClient;
  commandsIn(session: ClientSession, spec: AnyCollectionSpec): Promise<TransactionCollection>;
  limits: Limits;
  where: string;
}

interface Scope {
  ended: boolean;
  /** First rejection, at which the server aborts the transaction. A conflict stays untranslated. */
  failure: { reason: unknown } | null;
  /** Settles after the last call so far: a session runs one operation at a time. */
  tail: Promise<unknown>;
  alarm: IdleAlarm;
}

type IdleAlarm = ReturnType<typeof createIdleAlarm>;

const createIdleAlarm = (idleMs: number) => {
  let underway = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let ring!: (reason: Error) => void;
  const rings = new Promise<never>((_, reject) => {
    ring = reject;
  });
  rings.catch(() => undefined);
  const wait = () => {
    timer = setTimeout(() => {
      ring(new Error(`a transaction idled for ${idleMs} ms and was rolled back: await nothing but tx in it`));
    }, idleMs);
  };
  wait();
  return {
    rings,
    during: async <R>(work: () => Promise<R>): Promise<R> => {
      underway += 1;
      clearTimeout(timer);
      try {
        return await work();
      } finally {
        underway -= 1;
        if (underway === 0 && !stopped) wait();
      }
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
};

/** One attempt at a transaction. */
const createAttempt = ({ client, commandsIn, limits, where }: TransactionsDeps) => {
  const call = async <R>(scope: Scope, name: string, work: () => Promise<R>): Promise<R> => {
    if (scope.ended) throw new Error('the transaction has ended: await every call on tx before its function returns');
    const turn = scope.tail.then(async () => {
      if (scope.failure !== null) throw toStoreError(scope.failure.reason, where, name);
      try {
        return await work();
      } catch (reason) {
        scope.failure ??= { reason: translated(reason, name) };
        throw toStoreError(reason, where, name);
      }
    });
    scope.tail = turn.catch(() => undefined);
    return scope.alarm.during(() => turn);
  };
  const translated = (reason: unknown, name: string): unknown =>
    isConflict(reason) ? reason : toStoreError(reason, where, name);

  const unitOfWorkOf = (session: ClientSession, scope: Scope) =>
    createUnitOfWork({ open: (spec) => commandsIn(session, spec), call: (spec, work) => call(scope, spec.name, work) });

  const work = async <R>(scope: Scope, fn: () => Promise<R>): Promise<R> => {
    let value: R;
    try {
      value = await Promise.race([fn(), scope.alarm.rings]);
      scope.ended = true;
      // Includes calls that `fn` did not await.
      await scope.tail;
    } catch (error) {
      // The conflict takes precedence over what `fn` made of it, so that the transaction is retried.
      throw isConflict(scope.failure?.reason) ? scope.failure?.reason : error;
    } finally {
      scope.ended = true;
      scope.alarm.stop();
    }
    if (scope.failure !== null) throw scope.failure.reason;
    return value;
  };

  const commit = async (session: ClientSession): Promise<void> => {
    const until = performance.now() + limits.retryMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await session.commitTransaction();
      } catch (error) {
        if (!isUnknownResult(error) || performance.now() > until) throw error;
        await backOff(attempt);
      }
    }
  };

  const attemptOn = async <R>(session: ClientSession, fn: (tx: UnitOfWork) => Promise<R>): Promise<R> => {
    const scope: Scope = {
      ended: false,
      failure: null,
      tail: Promise.resolve(),
      alarm: createIdleAlarm(limits.idleMs),
    };
    session.startTransaction(SETTINGS);
    let value: R;
    try {
      value = await work(scope, async () => {
        const unitOfWork = unitOfWorkOf(session, scope);
        const answer = await fn(unitOfWork);
        await unitOfWork.finish();
        return answer;
      });
    } catch (error) {
      // If this fails or times out, ending the session aborts; otherwise the server does after a minute.
      await within(limits.callMs / 2, where, session.abortTransaction()).catch(() => undefined);
      throw error;
    }
    await within(limits.retryMs, where, commit(session));
    return value;
  };

  return async <R>(fn: (tx: UnitOfWork) => Promise<R>, until: number): Promise<R> => {
    if (performance.now() > until)
      throw new StoreUnavailableError(`${where}: too many transactions are queued (${limits.retryMs / 1000} s)`);
    const session = client.startSession();
    try {
      return await attemptOn(session, fn);
    } finally {
      void session.endSession().catch(() => undefined);
    }
  };
};

export const createTransactions = (deps: TransactionsDeps) => {
  const { limits, where } = deps;
  const attempt = createAttempt(deps);
  const takeTurn = createConcurrencyLimiter({ concurrency: CONCURRENCY, waiting: Number.POSITIVE_INFINITY });
  const takeRetryTurn = createConcurrencyLimiter({ concurrency: RETRY_CONCURRENCY, waiting: CONCURRENCY });

  const attempts = async <R>(fn: (tx: UnitOfWork) => Promise<R>, until: number): Promise<R> => {
    let lastKey: string | null = null;
    let taken = 0;
    let inTurn = false;
    for (let lost = 0; ; lost += 1) {
      try {
        return await (inTurn ? takeRetryTurn(() => attempt(fn, until)) : attempt(fn, until));
      } catch (error) {
        const key = takenKey(error);
        taken = key === lastKey ? taken + 1 : 1;
        lastKey = key;
        const isWorthAnother = isConflict(error) || (key !== null && taken < MAX_DUPLICATE_ATTEMPTS);
        if (!isWorthAnother) throw toStoreError(error, where);
        if (performance.now() > until)
          throw new StoreUnavailableError(`${where}: conflicts with other transactions for too long`, { cause: error });
        // An unreachable server is no conflict: sequential retries would only take longer.
        inTurn = !(error instanceof MongoNetworkError);
      }
      await backOff(lost);
    }
  };

  return <R>(fn: (tx: UnitOfWork) => Promise<R>): Promise<R> => {
    const until = performance.now() + limits.retryMs;
    return takeTurn(() => attempts(fn, until));
  };
};
