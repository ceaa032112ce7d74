import { EVENTS, type EventData, type EventEnvelope, type EventType } from '@piecework/contracts';
import { type Clock, isoTime, sleep } from '../clock';
import type { Ids } from '../ids';
import { type Log, silentLog } from '../log';
import { collection, type Store, type Transaction } from '../store/store';
import { type EventBus, type EventRecord, toRecord } from './bus';
import { growingPause } from './pause';
import type { Cause, Transact, Unit } from './unit';

/** An event that has committed with its cause and is not known to be published. `_id` is the event's id, so its order is that of the commits. */
export interface OutboxRow extends EventRecord {
  _id: string;
}

export const outboxRows = collection<OutboxRow>('outbox');

/** Gathers what one run of a state change emits. */
const createDraft = (tx: Transaction, emits: readonly EventType[]) => {
  const emitted: { type: EventType; aggregateId: string; data: EventData<EventType> }[] = [];
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
      const checked = EVENTS[type].data.safeParse(data);
      if (!checked.success)
        refuse(`${type} of ${aggregateId} has bad data: ${checked.error?.message}`, checked.error);
      emitted.push({ type, aggregateId, data: checked.data as EventData<EventType> });
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
}

/** State changes and the events that they cause, in one transaction. */
export const createTransact = ({
  store,
  ids,
  clock,
  onCommit = () => {},
  log = silentLog,
}: TransactDeps): Transact => {
  // Ids are given when everything has been written: a store that lets transactions run side by side has by then made sure that
  // whoever changed the same aggregate before has committed, so ids of one aggregate rise in the order of its changes.
  const toRows = (cause: Cause, emitted: ReturnType<ReturnType<typeof createDraft>['end']>): OutboxRow[] => {
    const occurredAt = isoTime(clock);
    return emitted.map(({ type, aggregateId, data }) => {
      const { topic, version } = EVENTS[type];
      const { correlationId, causationId, actor } = cause;
      const event: EventEnvelope = {
        eventId: ids.next(),
        type,
        version,
        occurredAt,
        aggregateId,
        correlationId,
        causationId,
        actor,
        data,
      };
      return { _id: event.eventId, ...toRecord(topic, event) };
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
/** Published rows are removed this long afterwards, so that removing shares a sync and stays out of the way of who handles the event. */
const REMOVE_MS = 20;

/** Publishes what has committed. One relay per store: two would publish everything twice and could put a key's events out of order. */
export interface Relay {
  /** There is something to publish. */
  wake(): void;
  /** Ends what is under way; what is left is published by the next relay. */
  stop(): Promise<void>;
  /** Events that are not yet published. */
  pending(): Promise<number>;
}

export interface RelayDeps {
  store: Store;
  bus: EventBus;
  clock: Clock;
  log: Log;
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

/** Publishes outbox rows in the order of their ids, and removes them; an unreachable store or bus is retried for ever. */
export const createRelay = (deps: RelayDeps): Relay => {
  const { store, bus, clock, log } = deps;
  const stopping = new AbortController();
  const removal = createRemoval(deps, stopping.signal);
  let woken = false;
  let rouse = () => {};

  const unpublished = async (): Promise<OutboxRow[]> => {
    // What was published when reading began is left out even if it has been removed meanwhile: the rows read may be older than that.
    const skip = new Set(removal.published);
    const rows = await store.collection(outboxRows).find({}, { sort: { _id: 1 }, limit: BATCH + skip.size });
    return rows.filter((row) => !skip.has(row._id)).slice(0, BATCH);
  };

  const untilWoken = async () => {
    if (woken) return;
    const awake = new AbortController();
    rouse = () => awake.abort();
    await sleep(clock, POLL_MS, awake.signal);
    rouse = () => {};
  };

  /** One batch at a time: the next is not begun before this one is in the log, so no event can overtake another. */
  const publishBatch = async () => {
    woken = false;
    if (removal.published.size >= 4 * BATCH) await removal.finish();
    const rows = await unpublished();
    if (rows.length > 0) {
      await bus.publish(rows.map(({ topic, key, value }) => ({ topic, key, value })));
      removal.add(rows);
    }
    if (rows.length < BATCH && !stopping.signal.aborted) await untilWoken();
  };

  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await publishBatch();
        failures = 0;
      } catch (error) {
        failures += 1;
        log.warn({ err: error, failures }, 'events not published, will be tried again');
        await sleep(clock, growingPause(failures), stopping.signal);
      }
    }
    await removal.finish();
  };
  const running = run();

  return {
    wake: () => {
      woken = true;
      rouse();
    },
    stop: async () => {
      stopping.abort();
      rouse();
      await running;
    },
    pending: async () =>
      Math.max(0, (await store.collection(outboxRows).countDocuments({})) - removal.published.size),
  };
};
