import { type Clock, growingPause, type Ids, isoTime, type Log, silentLog, sleep } from '@piecework/base';
import { type EmittedData, EVENTS, type EventEnvelope, type EventType } from '@piecework/contracts';
import { type EventBus, type EventRecord, toRecord } from '@piecework/event-log';
import { type Collection, collection, type Store, type Transaction } from '@piecework/store';
import { createOwnership, outboxOwners } from './outbox-owners';
import type { Cause, Transact, Unit } from './unit';

/** An event that has committed with its cause and is not known to be published. `_id` is the event's id, so its order is that of the commits. */
export interface OutboxRow extends EventRecord {
  _id: string;
  /** The process that publishes it, on a shared store: the one that made it, until it dies. */
  owner?: string;
}

export const outboxRows = collection<OutboxRow>('outbox');

/** What an outbox needs where several processes share it; alone, a relay reads all of it. */
export const sharedOutboxCollections = [
  collection<OutboxRow>('outbox', [{ key: { owner: 1 } }, { key: { key: 1 } }]),
  outboxOwners,
] as const;

/** Gathers what one run of a state change emits. */
const createDraft = (tx: Transaction, emits: readonly EventType[]) => {
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
  };
  return {
    unit,
    afterCommit,
    /** What was emitted; a refused event spoils the unit even when its refusal was caught. */
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
  /** Called after each commit that had events, before anything else: wakes the relay. */
  onCommit?: () => void;
  log?: Log;
  /** This process's own id, where several share the store; its relay has the same. */
  owner?: string | undefined;
}

/** State changes and the events that they cause, in one transaction. */
export const createTransact = ({
  store,
  ids,
  clock,
  onCommit = () => {},
  log = silentLog,
  owner,
}: TransactDeps): Transact => {
  // Ids are given when everything has been written: a store that lets transactions run side by side has by then made sure that
  // whoever changed the same aggregate before has committed, so ids of one aggregate rise in the order of its changes.
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

  return async (cause, emits, fn) => {
    let afterCommit: readonly (() => void)[] = [];
    let hasEvents = false;
    const result = await store.transaction(async (tx) => {
      const draft = createDraft(tx, emits);
      const answer = await fn(draft.unit);
      const rows = toRows(cause, draft.end());
      if (rows.length > 0) await tx.collection(outboxRows).insertMany(rows);
      afterCommit = draft.afterCommit;
      hasEvents = rows.length > 0;
      return answer;
    });

    if (hasEvents) onCommit();
    for (const tell of afterCommit) {
      try {
        tell();
      } catch (error) {
        // The change has been made: its caller must not think otherwise.
        log.error({ err: error, correlationId: cause.correlationId }, 'a call after commit failed');
      }
    }
    return result;
  };
};

/** Rows published in one go. */
const BATCH = 256;
/** The relay looks this often for rows that nobody woke it for. */
const POLL_MS = 1_000;
/** How soon the relay looks again at rows that wait for another process to publish what comes before them; twice as long each time, up to the poll. */
const TURN_MS = 25;
/** Published rows are removed this long afterwards, so that removing shares a sync and stays out of the way of who handles the event. */
const REMOVE_MS = 20;

/**
 * Publishes what has committed. One relay per process: alone in its store it publishes every row, among others its own and those of the
 * processes that have died.
 */
export interface Relay {
  /** There is something to publish. */
  wake(): void;
  /** Ends what is under way; what is left is published by the next relay. Among others it first publishes what it still can. */
  stop(): Promise<void>;
  /** Events that are not yet published. */
  pending(): Promise<number>;
}

export interface RelayDeps {
  store: Store;
  bus: EventBus;
  clock: Clock;
  log: Log;
  /** This process's own id, where several share the store. */
  owner?: string | undefined;
  /** How often it shows the others that it lives. @default 1000 */
  beatMs?: number;
}

/** Remembers what is published until it has been removed, and removes it. */
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
        log.warn(
          { err: error, failures },
          'published events not removed from the outbox, will be tried again',
        );
        // Whoever comes next publishes them again, and inboxes absorb it.
        if (stopping.aborted) return;
        await sleep(clock, growingPause(failures), stopping);
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
      // Each reading passes over these rows again, so under load they go at once.
      if (published.size >= BATCH) skipPause();
    },
    finish,
  };
};

/**
 * Publishes outbox rows in the order of their ids, and removes them; an unreachable store or bus is retried for ever.
 *
 * Among other processes each publishes its own rows, but none before an earlier event of the same key that another has still to publish:
 * order is promised per key, whoever made the events.
 */
export const createRelay = (deps: RelayDeps): Relay => {
  const { store, bus, clock, log, owner, beatMs } = deps;
  const outbox = store.collection(outboxRows);
  const own = owner === undefined ? {} : { owner };
  const stopping = new AbortController();
  const removal = createRemoval(deps, stopping.signal);
  /** Rows found at the last reading that wait for their turn, and the readings in a row that found some. */
  let waiting = { rows: 0, readings: 0 };
  let woken = false;
  let rouse = () => {};

  /** Leaves out what another process's event of the same key comes before. */
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
    // What was published when reading began is left out even if it has been removed meanwhile: the rows read may be older than that.
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
    rouse = () => awake.abort();
    const { readings } = waiting;
    const pause = readings > 0 ? Math.min(POLL_MS, TURN_MS * 2 ** (readings - 1)) : POLL_MS;
    await sleep(clock, pause, awake.signal);
    rouse = () => {};
  };

  /** One batch at a time: the next is not begun before this one is in the log, so no event can overtake another. Answers how many. */
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
        log.warn({ err: error, failures }, 'events not published, will be tried again');
        await sleep(clock, growingPause(failures), stopping.signal);
      }
    }
    if (owner !== undefined) await publishRest();
    await removal.finish();
  };
  const running = run();

  const wake = () => {
    woken = true;
    rouse();
  };
  const ownership =
    owner === undefined
      ? null
      : createOwnership({
          owner,
          store,
          clock,
          log,
          ...estateOf(outbox, owner, log, wake),
          ...(beatMs && { beatMs }),
        });

  return {
    wake,
    stop: async () => {
      stopping.abort();
      rouse();
      await running;
      await ownership?.stop();
    },
    pending: async () => Math.max(0, (await outbox.countDocuments(own)) - removal.published.size),
  };
};

/** What owners leave in the outbox, and how another takes it over. */
const estateOf = (outbox: Collection<OutboxRow>, owner: string, log: Log, wake: () => void) => ({
  strangerThan: async (known: readonly string[]) =>
    (await outbox.findOne({ owner: { $nin: known } }, { sort: { _id: 1 } }))?.owner ?? null,
  adopt: async (dead: readonly string[]) => {
    const { modifiedCount: events } = await outbox.updateMany({ owner: { $in: dead } }, { $set: { owner } });
    if (events === 0) return;
    log.warn({ events, dead }, 'events of a process that died are published by this one');
    wake();
  },
});
