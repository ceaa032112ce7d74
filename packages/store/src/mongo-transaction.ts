import { createConcurrencyLimiter } from '@piecework/base';
import { type ClientSession, type MongoClient, MongoNetworkError } from 'mongodb';
import { collectionOf, invoke } from './mongo-collection';
import { isConflict, isUnknownResult, takenKey, toStoreError } from './mongo-errors';
import { backOff, type Limits, within } from './mongo-limits';
import {
  type AnyCollectionSpec,
  type Collection,
  type Document,
  StoreUnavailableError,
  type Transaction,
} from './store';

/**
 * Transactions of MongoDB (https://www.mongodb.com/docs/manual/core/transactions/), with the rules of the driver's
 * `withTransaction` and the port's beside them: one call at a time, limits of our own, a few transactions at once.
 */

/** More at once only get into each other's way on the documents that everybody writes. */
const AT_A_TIME = 16;
/** Those that have lost once take turns: on a hot document all the others of this process would lose again. */
const RETRIED_AT_A_TIME = 1;

/**
 * A key that somebody else took after a transaction began cannot have been seen by it: with a newer look it finds the key
 * before it wants to take it, unless it was given back meanwhile and taken once more. What is taken so many times in a row
 * is taken for good.
 */
const TAKEN_FOR_GOOD = 4;

const SETTINGS = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const;

export interface TransactionsDeps {
  client: MongoClient;
  /** The calls of one collection within a session. */
  commandsIn(session: ClientSession, spec: AnyCollectionSpec): Promise<Collection<Document>>;
  limits: Limits;
  where: string;
}

/** One attempt's state. */
interface Scope {
  ended: boolean;
  /** What a call rejected with, as the driver has it: the server ends the transaction at that moment. */
  failure: { reason: unknown } | null;
  /** Resolves when the last call so far is over: a session does one thing at a time. */
  tail: Promise<unknown>;
  /** Rejects when nothing has been asked of the store for too long. */
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

export const createTransactions = ({ client, commandsIn, limits, where }: TransactionsDeps) => {
  const takeTurn = createConcurrencyLimiter({ atATime: AT_A_TIME, waiting: Number.POSITIVE_INFINITY });
  const takeRetryTurn = createConcurrencyLimiter({ atATime: RETRIED_AT_A_TIME, waiting: AT_A_TIME });

  const call = async (scope: Scope, name: string, work: () => Promise<unknown>): Promise<unknown> => {
    if (scope.ended)
      throw new Error('the transaction has ended: await every call on tx before its function returns');
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
  /** A conflict stays as it is, for the attempt to be told from a fault; everything else is the port's from here on. */
  const translated = (reason: unknown, name: string): unknown =>
    isConflict(reason) ? reason : toStoreError(reason, where, name);

  const transactionOf = (session: ClientSession, scope: Scope): Transaction => ({
    collection: (spec) => {
      let commands: Promise<Collection<Document>> | undefined;
      return collectionOf((method, args) =>
        call(scope, spec.name, async () => {
          commands ??= commandsIn(session, spec);
          return invoke(await commands, method, args);
        }),
      );
    },
  });

  const work = async <R>(scope: Scope, fn: () => Promise<R>): Promise<R> => {
    let value: R;
    try {
      value = await Promise.race([fn(), scope.alarm.rings]);
      scope.ended = true;
      // Calls that the function did not wait for belong to it all the same.
      await scope.tail;
    } catch (error) {
      // Whatever the function makes of a conflict, it is the conflict that counts.
      throw isConflict(scope.failure?.reason) ? scope.failure?.reason : error;
    } finally {
      scope.ended = true;
      scope.alarm.stop();
    }
    if (scope.failure !== null) throw scope.failure.reason;
    return value;
  };

  const commit = async (session: ClientSession): Promise<void> => {
    const until = performance.now() + limits.patienceMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await session.commitTransaction();
      } catch (error) {
        if (!isUnknownResult(error) || performance.now() > until) throw error;
        await backOff(attempt);
      }
    }
  };

  const attemptOn = async <R>(session: ClientSession, fn: (tx: Transaction) => Promise<R>): Promise<R> => {
    const scope: Scope = {
      ended: false,
      failure: null,
      tail: Promise.resolve(),
      alarm: createIdleAlarm(limits.idleMs),
    };
    session.startTransaction(SETTINGS);
    let value: R;
    try {
      value = await work(scope, async () => fn(transactionOf(session, scope)));
    } catch (error) {
      // Should this fail or take too long, ending the session makes up for it, and after a minute the server.
      await within(limits.callMs / 2, where, session.abortTransaction()).catch(() => undefined);
      throw error;
    }
    await within(limits.patienceMs, where, commit(session));
    return value;
  };

  /** Whoever had to wait for a turn for too long does not begin any more. */
  const attempt = async <R>(fn: (tx: Transaction) => Promise<R>, until: number): Promise<R> => {
    if (performance.now() > until)
      throw new StoreUnavailableError(`${where}: too much is waiting (${limits.patienceMs / 1000} s)`);
    const session = client.startSession();
    try {
      return await attemptOn(session, fn);
    } finally {
      void session.endSession().catch(() => undefined);
    }
  };

  const attempts = async <R>(fn: (tx: Transaction) => Promise<R>, until: number): Promise<R> => {
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
        const isWorthAnother = isConflict(error) || (key !== null && taken < TAKEN_FOR_GOOD);
        if (!isWorthAnother) throw toStoreError(error, where);
        if (performance.now() > until)
          throw new StoreUnavailableError(`${where}: in the way of others for too long`, { cause: error });
        // A server that is away is nobody's rival, and waiting for it one by one would take the longer.
        inTurn = !(error instanceof MongoNetworkError);
      }
      await backOff(lost);
    }
  };

  /** {@link Store.transaction} */
  return <R>(fn: (tx: Transaction) => Promise<R>): Promise<R> => {
    const until = performance.now() + limits.patienceMs;
    return takeTurn(() => attempts(fn, until));
  };
};
