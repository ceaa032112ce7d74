import { type Clock, exponentialBackoff, type Log, sleep } from '@piecework/base';
import type { EventBus, EventRecord } from '@piecework/event-log';
import { collection, type Store } from '@piecework/store';
import type { Takeover } from '../heartbeat/heartbeat';

/** A committed event that may be unpublished. `_id` is the event id, so rows sort in commit order. */
export interface OutboxRow extends EventRecord {
  _id: string;
  /** Shared store only: the process that publishes the row. Changes when that process dies. */
  owner?: string;
}

export const outboxRows = collection<OutboxRow>('outbox');

/** The outbox of a shared store. */
export const sharedOutboxRows = collection<OutboxRow>('outbox', [{ key: { owner: 1 } }, { key: { key: 1 } }]);

const BATCH = 256;
/** Fallback: a commit of this process wakes its relay. */
const POLL_MS = 5_000;
/** First delay while rows wait for another process's earlier events; doubles up to TURN_MAX_MS. */
const TURN_MS = 25;
const TURN_MAX_MS = 1_000;
/** Until published rows are deleted. On a shared store they hold back later events of other processes. */
const REMOVE_MS = 1_000;
const REMOVE_SHARED_MS = 20;
/** Every read skips the published rows, so this many are deleted at once. */
const REMOVE_ROWS = 64;

interface RelayDeps {
  store: Store;
  bus: EventBus;
  clock: Clock;
  log: Log;
  owner?: string | undefined;
  /** @default 5000 */
  pollMs?: number | undefined;
}

/** Published rows stay in memory until they are deleted, so that they are not published again. */
const createRemoval = ({ store, clock, log, owner }: RelayDeps, stopping: AbortSignal) => {
  const delay = owner === undefined ? REMOVE_MS : REMOVE_SHARED_MS;
  const published = new Set<string>();
  let removing: Promise<void> | undefined;

  const removeAll = async () => {
    for (let failures = 0; published.size > 0; ) {
      const ids = [...published];
      try {
        await store.collection(outboxRows).deleteMany({ _id: { $in: ids } }, { atomic: false });
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
      const cancel = clock.after(delay, resolve);
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
      if (published.size >= REMOVE_ROWS) skipPause();
    },
    finish,
  };
};

const laneOf = ({ topic, key }: EventRecord): string => `${topic}\n${key}`;

/**
 * Publishes committed events. One relay per process; on a shared store it publishes the rows of its process and of dead ones.
 * A row waits for earlier events of its key that another process has yet to publish: order is guaranteed per key.
 */
export const createRelay = (deps: RelayDeps) => {
  const { store, bus, clock, log, owner, pollMs = POLL_MS } = deps;
  const outbox = store.collection(outboxRows);
  const ofOwner = owner === undefined ? {} : { owner };
  const stopping = new AbortController();
  const removal = createRemoval(deps, stopping.signal);
  /** Rows held back at the last read, and consecutive reads that held some back. */
  let waiting = { rows: 0, readings: 0 };
  let woken = false;
  let interruptSleep = () => {};

  const createHoldBack = (others: readonly OutboxRow[]) => {
    const earliest = new Map<string, string>();
    for (const row of others) if (!earliest.has(laneOf(row))) earliest.set(laneOf(row), row._id);
    return (row: OutboxRow): boolean => {
      const other = earliest.get(laneOf(row));
      return other !== undefined && other < row._id;
    };
  };

  /** Rows of this process, and those of others that may come before them, in the order of their ids. */
  const read = async (limit: number): Promise<{ mine: OutboxRow[]; others: OutboxRow[] }> => {
    const rows = await outbox.find({}, { sort: { _id: 1 }, limit });
    if (owner === undefined) return { mine: rows, others: [] };
    const isMine = (row: OutboxRow) => row.owner === owner;
    if (rows.length < limit) return { mine: rows.filter(isMine), others: rows.filter((row) => !isMine(row)) };
    const mine = await outbox.find({ owner }, { sort: { _id: 1 }, limit });
    const others = await outbox.find(
      {
        owner: { $ne: owner },
        key: { $in: [...new Set(mine.map(({ key }) => key))] },
        _id: { $lt: mine.at(-1)?._id ?? '' },
      },
      { sort: { _id: 1 } },
    );
    return { mine, others };
  };

  /** Without the rows behind another process's earlier event of the same key. */
  const unpublished = async (): Promise<OutboxRow[]> => {
    // Snapshot before the read: the result may contain rows that are deleted meanwhile.
    const skip = new Set(removal.published);
    const { mine, others } = await read(BATCH + skip.size + waiting.rows);
    const fresh = mine.filter((row) => !skip.has(row._id));
    const isHeldBack = createHoldBack(others);
    const due = fresh.filter((row) => !isHeldBack(row));
    const held = fresh.length - due.length;
    waiting = { rows: held, readings: held > 0 ? waiting.readings + 1 : 0 };
    return due.slice(0, BATCH);
  };

  const untilWoken = async () => {
    if (woken) return;
    const awake = new AbortController();
    interruptSleep = () => awake.abort();
    const { readings } = waiting;
    const pause = readings > 0 ? Math.min(TURN_MAX_MS, TURN_MS * 2 ** (readings - 1)) : pollMs;
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

  return {
    wake: () => {
      woken = true;
      interruptSleep();
    },
    /** Remaining rows are left to the next relay. On a shared store it first publishes what it can. */
    stop: async () => {
      stopping.abort();
      interruptSleep();
      await running;
    },
    pending: async () => Math.max(0, (await outbox.countDocuments(ofOwner)) - removal.published.size),
  };
};
export type Relay = ReturnType<typeof createRelay>;

/** Takes over the rows of dead processes on a shared store. */
export const outboxTakeover = (deps: { store: Store; owner: string; log: Log; wake: () => void }): Takeover => {
  const { store, owner, log, wake } = deps;
  const outbox = store.collection(outboxRows);
  return {
    findUnknownInstance: async (instances) =>
      (await outbox.findOne({ owner: { $nin: instances } }, { sort: { _id: 1 } }))?.owner ?? null,
    takeOver: async (dead) => {
      const { modifiedCount: events } = await outbox.updateMany({ owner: { $in: dead } }, { $set: { owner } });
      if (events === 0) return;
      log.warn({ events, dead }, 'took over the outbox of a dead process');
      wake();
    },
  };
};
