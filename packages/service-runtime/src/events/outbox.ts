import {
  type Clock,
  exponentialBackoff,
  type Ids,
  isoTime,
  type Log,
  silentLog,
  sleep,
} from '@piecework/base';
import { type EmittedData, EVENTS, type EventEnvelope, type EventType } from '@piecework/contracts';
import { type EventBus, type EventRecord, toRecord } from '@piecework/event-log';
import { type Collection, collection, type Store, type Transaction } from '@piecework/store';
import { stampOf } from '../admin-trail';
import { createOwnership, outboxOwners } from './outbox-owners';
import type { Cause, Transact, Unit } from './unit';

/** A committed event that may be unpublished. `_id` is the event id, so rows sort in commit order. */
export interface OutboxRow extends EventRecord {
  _id: string;
  /** Shared store only: the process that publishes the row. Changes when that process dies. */
  owner?: string;
}

export const outboxRows = collection<OutboxRow>('outbox');

export const sharedOutboxCollections = [
  collection<OutboxRow>('outbox', [{ key: { owner: 1 } }, { key: { key: 1 } }]),
  outboxOwners,
] as const;

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
      if (!checked.success)
        refuse(`${type} of ${aggregateId} has bad data: ${checked.error?.message}`, checked.error);
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

export interface TransactDeps {
  store: Store;
  ids: Ids;
  clock: Clock;
  onCommit?: () => void;
  log?: Log;
  /** Id of this process on a shared store; the same as its relay's. */
  owner?: string | undefined;
}

export const createTransact = ({
  store,
  ids,
  clock,
  onCommit = () => {},
  log = silentLog,
  owner,
}: TransactDeps): Transact => {
  // Ids are created after all writes: by then earlier transactions on the same aggregate have committed, so its ids rise in commit order.
  const toRows = (cause: Cause, emitted: ReturnType<ReturnType<typeof createDraft>['end']>): OutboxRow[] => {
    const occurredAt = isoTime(clock);
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

  return async (cause, emits, fn) => {
    let afterCommit: readonly (() => void)[] = [];
    let hasEvents = false;
    const result = await store.transaction(async (tx) => {
      const draft = createDraft(tx, emits, { cause, stamp });
      const answer = await fn(draft.unit);
      const rows = toRows(cause, draft.end());
      if (rows.length > 0) await tx.collection(outboxRows).insertMany(rows);
      afterCommit = draft.afterCommit;
      hasEvents = rows.length > 0;
      return answer;
    });

    if (hasEvents) onCommit();
    for (const callback of afterCommit) {
      try {
        callback();
      } catch (error) {
        // The change has committed, so the caller must not see an error.
        log.error({ err: error, correlationId: cause.correlationId }, 'a call after commit failed');
      }
    }
    return result;
  };
};

const BATCH = 256;
const POLL_MS = 1_000;
/** First delay while rows wait for another process's earlier events; doubles up to POLL_MS. */
const TURN_MS = 25;
const REMOVE_MS = 20;

/** Publishes committed events. One relay per process; on a shared store it publishes the rows of its process and of dead ones. */
export interface Relay {
  wake(): void;
  /** Remaining rows are left to the next relay. On a shared store it first publishes what it can. */
  stop(): Promise<void>;
  pending(): Promise<number>;
}

export interface RelayDeps {
  store: Store;
  bus: EventBus;
  clock: Clock;
  log: Log;
  owner?: string | undefined;
  /** Heartbeat interval. @default 1000 */
  beatMs?: number;
}

/** Published rows stay in memory until they are deleted, so that they are not published again. */
const createRemoval = ({ store, clock, log }: RelayDeps, stopping: AbortSignal) => {
  const published = new Set<string>();
  let removing: Promise<void> | undefined;

  const removeAll = async () => {
    for (let failures = 0; published.size > 0; ) {
      const ids = [...published];
      try {
        await store.collection(outboxRows).deleteMany({ _id: { $in: ids } });
        for (const id of ids) published.delete(id);
        failures = 0;
      } catch (error) {
        failures += 1;
        log.warn({ err: error, failures }, 'published events not removed from the outbox, will be retried');
        // The next relay publishes them again, and inboxes absorb the duplicates.
        if (stopping.aborted) return;
        await sleep(clock, exponentialBackoff(failures), stopping);
      }
    }
  };
  let skipPause = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(REMOVE_MS, resolve);
      skipPause = () => {
        cancel();
        resolve();
      };
    });
  const start = (): Promise<void> => {
    removing ??= pause()
      .then(removeAll)
      .finally(() => {
        removing = undefined;
      });
    return removing;
  };
  const finish = async () => {
    if (published.size === 0) return;
    const removed = start();
    skipPause();
    await removed;
  };

  return {
    published,
    add: (rows: readonly OutboxRow[]) => {
      for (const row of rows) published.add(row._id);
      void start();
      // Every read skips these rows, so under load delete them at once.
      if (published.size >= BATCH) skipPause();
    },
    finish,
  };
};

/** A row waits for earlier events of its key that another process has yet to publish: order is guaranteed per key. */
export const createRelay = (deps: RelayDeps): Relay => {
  const { store, bus, clock, log, owner, beatMs } = deps;
  const outbox = store.collection(outboxRows);
  const own = owner === undefined ? {} : { owner };
  const stopping = new AbortController();
  const removal = createRemoval(deps, stopping.signal);
  /** Rows held back at the last read, and consecutive reads that held some back. */
  let waiting = { rows: 0, readings: 0 };
  let woken = false;
  let interruptSleep = () => {};

  /** Drops rows behind another process's earlier event of the same key. */
  const inTurn = async (rows: OutboxRow[]): Promise<OutboxRow[]> => {
    const last = rows.at(-1);
    if (owner === undefined || !last) return rows;
    const others = await outbox.find(
      {
        owner: { $ne: owner },
        key: { $in: [...new Set(rows.map(({ key }) => key))] },
        _id: { $lt: last._id },
      },
      { sort: { _id: -1 } },
    );
    const earliest = new Map(others.map(({ topic, key, _id }) => [`${topic}\n${key}`, _id]));
    return rows.filter(({ topic, key, _id }) => {
      const before = earliest.get(`${topic}\n${key}`);
      return before === undefined || _id < before;
    });
  };

  const unpublished = async (): Promise<OutboxRow[]> => {
    // Snapshot before the read: the result may contain rows that are deleted meanwhile.
    const skip = new Set(removal.published);
    const limit = BATCH + skip.size + waiting.rows;
    const rows = await outbox.find(own, { sort: { _id: 1 }, limit });
    const fresh = rows.filter((row) => !skip.has(row._id));
    const due = await inTurn(fresh);
    const held = fresh.length - due.length;
    waiting = { rows: held, readings: held > 0 ? waiting.readings + 1 : 0 };
    return due.slice(0, BATCH);
  };

  const untilWoken = async () => {
    if (woken) return;
    const awake = new AbortController();
    interruptSleep = () => awake.abort();
    const { readings } = waiting;
    const pause = readings > 0 ? Math.min(POLL_MS, TURN_MS * 2 ** (readings - 1)) : POLL_MS;
    await sleep(clock, pause, awake.signal);
    interruptSleep = () => {};
  };

  /** Sequential: a batch is in the log before the next begins, so no event overtakes another. */
  const publishBatch = async (): Promise<number> => {
    woken = false;
    if (removal.published.size >= 4 * BATCH) await removal.finish();
    const rows = await unpublished();
    if (rows.length > 0) {
      await bus.publish(rows.map(({ topic, key, value }) => ({ topic, key, value })));
      removal.add(rows);
    }
    return rows.length;
  };

  const publishRest = async () => {
    try {
      while ((await publishBatch()) > 0);
    } catch (error) {
      log.warn({ err: error }, 'events not published, left to the other processes');
    }
  };

  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        const published = await publishBatch();
        failures = 0;
        if (published < BATCH && !stopping.signal.aborted) await untilWoken();
      } catch (error) {
        failures += 1;
        log.warn({ err: error, failures }, 'events not published, will be retried');
        await sleep(clock, exponentialBackoff(failures), stopping.signal);
      }
    }
    if (owner !== undefined) await publishRest();
    await removal.finish();
  };
  const running = run();

  const wake = () => {
    woken = true;
    interruptSleep();
  };
  const ownership =
    owner === undefined
      ? null
      : createOwnership({
          owner,
          store,
          clock,
          log,
          ...takeoverOf(outbox, owner, log, wake),
          ...(beatMs && { beatMs }),
        });

  return {
    wake,
    stop: async () => {
      stopping.abort();
      interruptSleep();
      await running;
      await ownership?.stop();
    },
    pending: async () => Math.max(0, (await outbox.countDocuments(own)) - removal.published.size),
  };
};

const takeoverOf = (outbox: Collection<OutboxRow>, owner: string, log: Log, wake: () => void) => ({
  findUnknownOwner: async (known: readonly string[]) =>
    (await outbox.findOne({ owner: { $nin: known } }, { sort: { _id: 1 } }))?.owner ?? null,
  adopt: async (dead: readonly string[]) => {
    const { modifiedCount: events } = await outbox.updateMany({ owner: { $in: dead } }, { $set: { owner } });
    if (events === 0) return;
    log.warn({ events, dead }, 'took over the outbox of a dead process');
    wake();
  },
});
