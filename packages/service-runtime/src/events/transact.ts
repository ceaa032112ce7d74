import { type Clock, createBatcher, type Ids, isoTime, isUnavailable, type Log, silentLog } from '@piecework/base';
import { type EmittedData, EVENTS, type EventEnvelope, type EventType } from '@piecework/contracts';
import { toRecord } from '@piecework/event-log';
import type { Store, Transaction, UnitOfWork } from '@piecework/store';
import { stampOf } from '../admin-trail';
import { countChanges, createShardChoice } from '../counters/counting';
import type { AnyTally } from '../counters/tally';
import { type OutboxRow, outboxRows } from './outbox';
import type { Cause, Transact, TransactBatch, Unit, Work } from './unit';

const createDraft = (tx: Transaction, emits: readonly EventType[], facts: Pick<Unit, 'cause' | 'stamp'>) => {
  const emitted: { type: EventType; aggregateId: string; data: EmittedData<EventType> }[] = [];
  const afterCommit: (() => void)[] = [];
  let fault: Error | undefined;
  let ended = false;
  const refuse = (message: string, cause?: unknown): never => {
    fault = new Error(message, { cause });
    throw fault;
  };

  const unit: Unit = {
    collection: (spec) => tx.collection(spec),
    emit: (type, aggregateId, data) => {
      if (ended) refuse(`${type} was emitted after its transaction: an await is missing`);
      if (!emits.includes(type)) refuse(`${type} is emitted but not declared in [${emits.join(', ')}]`);
      const checked = EVENTS[type].emits.data.safeParse(data);
      if (!checked.success) refuse(`${type} of ${aggregateId} has bad data: ${checked.error?.message}`, checked.error);
      emitted.push({ type, aggregateId, data: checked.data as EmittedData<EventType> });
    },
    afterCommit: (fn) => void afterCommit.push(fn),
    ...facts,
  };
  return {
    unit,
    afterCommit,
    /** Rethrows a refused `emit` even when the handler caught it. */
    end: () => {
      ended = true;
      if (fault) throw fault;
      return emitted;
    },
  };
};

export const createTransactBatch = (deps: {
  store: Store;
  ids: Ids;
  clock: Clock;
  onCommit?: () => void;
  log?: Log;
  /** Id of this process on a shared store; the same as its relay's. */
  owner?: string | undefined;
  tallies?: readonly AnyTally[] | undefined;
}): TransactBatch => {
  const { store, ids, clock, onCommit = () => {}, log = silentLog, owner, tallies = [] } = deps;
  const shards = createShardChoice(store.shared, owner);
  const toRows = (cause: Cause, emitted: ReturnType<ReturnType<typeof createDraft>['end']>): OutboxRow[] => {
    const occurredAt = isoTime(clock.now());
    return emitted.map(({ type, aggregateId, data }) => {
      const { topic, emits } = EVENTS[type];
      const { correlationId, causationId, actor } = cause;
      const event: EventEnvelope = {
        eventId: ids.next(),
        type,
        version: emits.version,
        occurredAt,
        aggregateId,
        correlationId,
        causationId,
        actor,
        data,
      };
      return { _id: event.eventId, ...toRecord(topic, event), ...(owner !== undefined && { owner }) };
    });
  };
  const stamp = () => stampOf({ ids, clock });

  return async (works, before) => {
    let afterCommit: { callback: () => void; correlationId: string }[] = [];
    let hasEvents = false;
    const shard = shards.take();
    const change = async (tx: UnitOfWork) => {
      afterCommit = [];
      const counted = countChanges(tx, tallies, shard);
      const drafted: { cause: Cause; end: ReturnType<typeof createDraft>['end'] }[] = [];
      await before?.(tx);
      for (const { cause, emits, run } of works) {
        const draft = createDraft(counted, emits, { cause, stamp });
        await run(draft.unit);
        // Here, so that a fault of this change is not taken for one of the next.
        draft.end();
        drafted.push({ cause, end: draft.end });
        for (const callback of draft.afterCommit) afterCommit.push({ callback, correlationId: cause.correlationId });
      }
      // Ids are created after all changes. A transaction that commits a change of an aggregate began after the aggregate's
      // earlier ones had committed, so its ids rise in commit order.
      const rows = drafted.flatMap(({ cause, end }) => toRows(cause, end()));
      if (rows.length > 0) await tx.collection(outboxRows).insertMany(rows);
      hasEvents = rows.length > 0;
      await counted.count();
    };
    await store.transaction(change).finally(() => shards.release(shard));

    if (hasEvents) onCommit();
    for (const { callback, correlationId } of afterCommit) {
      try {
        callback();
      } catch (error) {
        // The change has committed, so the caller must not see an error.
        log.error({ err: error, correlationId }, 'a call after commit failed');
      }
    }
  };
};

/** Changes of one transaction. A larger batch holds up the calls that wait for it. */
const MAX_BATCH = 16;

const COMMITTED: PromiseSettledResult<void> = { status: 'fulfilled', value: undefined };

/** Calls that arrive while a transaction runs share the next one: a process's own calls do not conflict with each other. */
export const createTransact = (transactBatch: TransactBatch, clock: Clock): Transact => {
  const oneByOne = async (works: readonly Work[]): Promise<PromiseSettledResult<void>[]> => {
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const work of works) outcomes.push(...(await Promise.allSettled([transactBatch([work])])));
    return outcomes;
  };
  const batcher = createBatcher<Work, void>({
    clock,
    maxSize: MAX_BATCH,
    run: async (works) => {
      if (works.length === 1) return oneByOne(works);
      try {
        await transactBatch(works);
        return works.map(() => COMMITTED);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        // One of them failed, and only that one may.
        return oneByOne(works);
      }
    },
  });

  return async (cause, emits, fn) => {
    let result: unknown;
    const run = async (unit: Unit) => {
      result = await fn(unit);
    };
    await batcher.add({ cause, emits, run });
    return result as Awaited<ReturnType<typeof fn>>;
  };
};
