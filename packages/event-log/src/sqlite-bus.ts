import { watch } from 'node:fs';
import { type Clock, type Log, silentLog, sleep, systemClock } from '@piecework/base';
import type { Topic } from '@piecework/contracts';
import {
  BusUnavailableError,
  type EventBus,
  type EventRecord,
  type Subscribe,
  type Subscription,
} from './bus';
import { createKeyedRunner } from './keyed-runner';
import { createLowWatermark } from './low-watermark';
import { bellOf, LogLockedError, openSqliteLog, type SqliteLog } from './sqlite-log';

/** Records read in one go, and records that a subscription has read but not yet handled. */
const BATCH = 128;
const WINDOW = 512;
/** Records appended in one transaction, unless one `publish` alone has more. */
const GROUP = 1_000;
/** Offsets are saved this long after a record was handled, those of all subscriptions together. */
const OFFSETS_MS = 100;
/** Readers look this often for what other processes appended, should their bell not be heard. */
const POLL_MS = 250;
/** A lock held for longer than this makes `publish` reject. */
const LOCKED_MS = 2_000;
const LOCK_RETRY_MS = 4;

/** Retries while another process holds the lock, without blocking this one. */
const whileLocked = async <R>(clock: Clock, work: () => R): Promise<R> => {
  const deadline = clock.now() + LOCKED_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof LogLockedError) || clock.now() >= deadline) throw error;
      await sleep(clock, LOCK_RETRY_MS);
    }
  }
};

/** Group commit: what is published in one turn of the event loop is appended in one transaction and shares its sync. */
const createAppender = (log: SqliteLog, clock: Clock, onAppended: () => void) => {
  interface Waiting {
    records: readonly EventRecord[];
    resolve: () => void;
    reject: (error: unknown) => void;
  }
  const queue: Waiting[] = [];
  let flushing = false;

  const nextGroup = (): Waiting[] => {
    let size = 0;
    const end = queue.findIndex((waiting, at) => {
      size += waiting.records.length;
      return size > GROUP && at > 0;
    });
    return queue.splice(0, end === -1 ? queue.length : end);
  };

  const flush = async () => {
    while (queue.length > 0) {
      const group = nextGroup();
      const records = group.flatMap((waiting) => waiting.records);
      try {
        await whileLocked(clock, () => log.append(records));
        for (const waiting of group) waiting.resolve();
        onAppended();
      } catch (error) {
        for (const waiting of group) waiting.reject(error);
      }
    }
    flushing = false;
  };

  return (records: readonly EventRecord[]): Promise<void> =>
    new Promise((resolve, reject) => {
      queue.push({ records, resolve, reject });
      if (flushing) return;
      flushing = true;
      setImmediate(() => void flush());
    });
};

/** Saves the offsets of all groups in one transaction, a moment after they moved. */
const createOffsets = (log: SqliteLog, clock: Clock, logger: Log) => {
  const moved = new Map<string, Map<Topic, number>>();
  let cancel: (() => void) | undefined;

  const save = () => {
    cancel?.();
    cancel = undefined;
    if (moved.size === 0) return;
    try {
      log.saveOffsets(
        [...moved].flatMap(([group, topics]) =>
          [...topics].map(([topic, position]) => ({ group, topic, position })),
        ),
      );
      moved.clear();
    } catch (error) {
      logger.debug({ err: error }, 'offsets not saved yet');
      later();
    }
  };
  const later = () => {
    cancel ??= clock.after(OFFSETS_MS, save);
  };

  return {
    save,
    moveTo: (group: string, topic: Topic, position: number) => {
      const topics = moved.get(group) ?? new Map<Topic, number>();
      moved.set(group, topics.set(topic, Math.max(position, topics.get(topic) ?? 0)));
      later();
    },
    close: () => {
      save();
      cancel?.();
    },
  };
};
type Offsets = ReturnType<typeof createOffsets>;

interface Pump extends Subscription {
  /** Reads what is new, as far as the window allows. */
  pump(): void;
}

const createPump = (options: {
  subscribe: Subscribe;
  /** Where each topic continues. */
  starts: ReadonlyMap<Topic, number>;
  log: SqliteLog;
  offsets: Offsets;
  clock: Clock;
  logger: Log;
  onStop: () => void;
}): Pump => {
  const { subscribe, starts, log, offsets, clock, logger } = options;
  const { group } = subscribe;
  /** Of all topics together, and of each for its offset. */
  const overall = createLowWatermark(0);
  const marks = new Map([...starts].map(([topic, start]) => [topic, createLowWatermark(start)] as const));
  const target = log.head();
  let cursor = Math.min(...starts.values());
  let outstanding = 0;
  let failures = 0;
  let full = false;
  let stopped = false;
  let resolveCaughtUp = () => {};
  const caughtUp = new Promise<void>((resolve) => {
    resolveCaughtUp = resolve;
  });

  /** Everything up to `target` has been read, and nothing up to it is still open. */
  let checking = true;
  const checkCaughtUp = () => {
    if (cursor < target || (outstanding > 0 && overall.mark() < target)) return;
    checking = false;
    resolveCaughtUp();
  };

  const keyedRunner = createKeyedRunner({
    handler: subscribe.handler,
    clock,
    log: logger,
    onHandled: ({ topic, position }) => {
      outstanding -= 1;
      overall.done(Number(position));
      const mark = marks.get(topic);
      mark?.done(Number(position));
      if (group !== null && mark) offsets.moveTo(group, topic, mark.mark());
      if (checking) checkCaughtUp();
      if (full && outstanding <= WINDOW - BATCH) pump();
    },
  });

  const readBatch = (head: number) => {
    const limit = Math.min(BATCH, WINDOW - outstanding);
    const rows = log.read({ cursor, head, limit }, starts);
    // A batch that is not full has reached the head, whatever other topics have in between.
    cursor = rows.length < limit ? head : (rows.at(-1)?.position ?? head);
    outstanding += rows.length;
    for (const { topic, position } of rows) {
      overall.add(position);
      marks.get(topic)?.add(position);
    }
    for (const row of rows) keyedRunner.offer({ ...row, position: String(row.position) });
  };

  const pump = () => {
    if (stopped) return;
    try {
      const head = log.head();
      while (cursor < head && outstanding < WINDOW) readBatch(head);
      full = cursor < head;
      failures = 0;
      if (checking) checkCaughtUp();
    } catch (error) {
      // The bell, the poll and the end of a running handler all come back here, so nothing needs to be scheduled.
      failures += 1;
      logger.warn({ err: error, group, failures }, 'event log cannot be read, will be tried again');
    }
  };

  return {
    caughtUp,
    pump,
    stop: async () => {
      stopped = true;
      await keyedRunner.stop();
      offsets.save();
      options.onStop();
    },
  };
};

/** Calls `wake` when another process has appended: at once where files can be watched, by polling everywhere. */
const listenForAppends = (file: string, clock: Clock, wake: () => void) => {
  let cancelPoll = () => {};
  const poll = () => {
    cancelPoll = clock.after(POLL_MS, poll);
    wake();
  };
  cancelPoll = clock.after(POLL_MS, poll);

  let watcher: ReturnType<typeof watch> | undefined;
  try {
    watcher = watch(bellOf(file), { persistent: false }, wake);
    watcher.on('error', () => watcher?.close());
  } catch {
    // Not every file system can be watched.
  }
  return () => {
    cancelPoll();
    watcher?.close();
  };
};

/**
 * The embedded event log: one SQLite file that several processes may open at once.
 *
 * A group is meant to be subscribed in one process at a time. Two subscriptions of one group do not share the work as they do on Kafka:
 * each is handed every record. None is lost by it, since an offset only ever covers what one of them handled from end to end.
 *
 * Appending is synchronous: it holds up the process for as long as the disk takes to sync.
 *
 * @throws {BusUnavailableError} when the file cannot be opened or made
 */
export const openSqliteBus = async (options: {
  file: string;
  clock?: Clock;
  log?: Log;
}): Promise<EventBus> => {
  const { file, clock = systemClock, log: logger = silentLog } = options;
  const log = await whileLocked(clock, () => openSqliteLog(file));
  const pumps = new Set<Pump>();
  const pumpAll = () => {
    for (const { pump } of pumps) pump();
  };
  const offsets = createOffsets(log, clock, logger);
  const append = createAppender(log, clock, pumpAll);
  const stopListening = listenForAppends(file, clock, pumpAll);
  let closed = false;

  const startsOf = async ({ group, topics, from }: Subscribe): Promise<Map<Topic, number>> => {
    if (group === null) {
      const start = from === 'end' ? log.head() : 0;
      return new Map(topics.map((topic) => [topic, start]));
    }
    offsets.save();
    // Written down even when nothing has been handled, so that lag() knows the topics of the group.
    await whileLocked(clock, () => log.saveOffsets(topics.map((topic) => ({ group, topic, position: 0 }))));
    const saved = log.offsets(group);
    return new Map(topics.map((topic) => [topic, saved.get(topic) ?? 0]));
  };

  return {
    publish: async (records) => {
      if (closed) throw new BusUnavailableError(`${file} is closed`);
      if (records.length > 0) await append(records);
    },
    subscribe: async (subscribe) => {
      const pump = createPump({
        subscribe,
        starts: await startsOf(subscribe),
        log,
        offsets,
        clock,
        logger,
        onStop: () => pumps.delete(pump),
      });
      pumps.add(pump);
      pump.pump();
      return { caughtUp: pump.caughtUp, stop: pump.stop };
    },
    lag: async (group) => {
      offsets.save();
      return Object.fromEntries(
        [...log.offsets(group)].map(([topic, position]) => [topic, log.countAfter(topic, position)]),
      );
    },
    resetToBeginning: async (group) => {
      offsets.save();
      await whileLocked(clock, () => log.resetOffsets(group));
    },
    ping: async () => {
      log.head();
    },
    close: async () => {
      if (closed) return;
      closed = true;
      stopListening();
      await Promise.all([...pumps].map((pump) => pump.stop()));
      offsets.close();
      log.close();
    },
  };
};
