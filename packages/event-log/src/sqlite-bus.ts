import { watch } from 'node:fs';
import { type Clock, type Log, silentLog, sleep, systemClock } from '@piecework/base';
import type { Topic } from '@piecework/contracts';
import { BusUnavailableError, type EventBus, type EventRecord, type Subscribe, type Subscription } from './bus';
import { createKeyedRunner } from './keyed-runner';
import { createLowWatermark } from './low-watermark';
import { bellOf, LogLockedError, type LogRow, openSqliteLog, type SqliteLog } from './sqlite-log';

/** BATCH limits one read, WINDOW the records of a subscription that are read but not yet handled. */
const BATCH = 128;
const WINDOW = 512;
const GROUP = 1_000;
const OFFSETS_MS = 250;
/** Fallback for a missed write to the bell file: two processes that append at the same time may hide one. */
const POLL_MS = 250;
const LOCKED_MS = 2_000;
const LOCK_RETRY_MS = 4;

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

/** Group commit: publishes of one event-loop turn share a transaction and its disk sync. */
const createAppender = (log: SqliteLog, clock: Clock, onAppended: (rows: readonly LogRow[]) => void) => {
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
        const rows = await whileLocked(clock, () => log.append(records, clock.now()));
        for (const waiting of group) waiting.resolve();
        onAppended(rows);
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
      queueMicrotask(() => void flush());
    });
};

const createOffsets = (log: SqliteLog, clock: Clock, logger: Log) => {
  const moved = new Map<string, Map<Topic, number>>();
  let cancel: (() => void) | undefined;

  const save = () => {
    cancel?.();
    cancel = undefined;
    if (moved.size === 0) return;
    try {
      log.saveOffsets(
        [...moved].flatMap(([group, topics]) => [...topics].map(([topic, position]) => ({ group, topic, position }))),
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
  /** Reads up to `head`, the last position in the log. */
  pump(head: number): void;
  /** Takes records that this process has just appended without reading them, when it has read all earlier ones. */
  take(appended: readonly LogRow[]): void;
}

const createPump = (options: {
  subscribe: Subscribe;
  starts: ReadonlyMap<Topic, number>;
  log: SqliteLog;
  offsets: Offsets;
  clock: Clock;
  logger: Log;
  onStop: () => void;
}): Pump => {
  const { subscribe, starts, log, offsets, clock, logger } = options;
  const { group } = subscribe;
  const overall = createLowWatermark(0);
  const marks = new Map([...starts].map(([topic, start]) => [topic, createLowWatermark(start)] as const));
  const target = log.head();
  let cursor = Math.min(...starts.values());
  let outstanding = 0;
  let failures = 0;
  /** Last known position of the log. */
  let newest = 0;
  let stopped = false;
  let resolveCaughtUp = () => {};
  const caughtUp = new Promise<void>((resolve) => {
    resolveCaughtUp = resolve;
  });

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
      if (cursor < newest && outstanding <= WINDOW - BATCH) pump(newest);
    },
  });

  const accept = (rows: readonly LogRow[]) => {
    outstanding += rows.length;
    for (const { topic, position } of rows) {
      overall.add(position);
      marks.get(topic)?.add(position);
    }
    for (const row of rows) keyedRunner.offer({ ...row, position: String(row.position) });
  };

  const readBatch = (head: number) => {
    const limit = Math.min(BATCH, WINDOW - outstanding);
    const rows = log.read({ cursor, head, limit }, starts);
    // A partial batch has reached the head, even when only other topics follow its last record.
    cursor = rows.length < limit ? head : (rows.at(-1)?.position ?? head);
    accept(rows);
  };

  const pump = (head: number) => {
    if (stopped) return;
    newest = Math.max(newest, head);
    try {
      while (cursor < newest && outstanding < WINDOW) readBatch(newest);
      failures = 0;
      if (checking) checkCaughtUp();
    } catch (error) {
      // The bell, the poll and finished handlers call pump again, so no retry is scheduled here.
      failures += 1;
      logger.warn({ err: error, group, failures }, 'event log cannot be read, will be retried');
    }
  };

  const take = (appended: readonly LogRow[]) => {
    const [first, last] = [appended[0], appended.at(-1)];
    if (stopped || !first || !last) return;
    if (cursor !== first.position - 1 || outstanding + appended.length > WINDOW) return pump(last.position);
    cursor = last.position;
    newest = Math.max(newest, cursor);
    accept(appended.filter(({ topic, position }) => position > (starts.get(topic) ?? Number.POSITIVE_INFINITY)));
    if (checking) checkCaughtUp();
  };

  return {
    caughtUp,
    pump,
    take,
    stop: async () => {
      stopped = true;
      await keyedRunner.stop();
      offsets.save();
      options.onStop();
    },
  };
};

const listenForAppends = (file: string, clock: Clock, log: Pick<SqliteLog, 'isOwnAppendLast'>, read: () => void) => {
  let cancelPoll = () => {};
  const poll = () => {
    cancelPoll = clock.after(POLL_MS, poll);
    read();
  };
  cancelPoll = clock.after(POLL_MS, poll);

  let watcher: ReturnType<typeof watch> | undefined;
  try {
    watcher = watch(bellOf(file), { persistent: false }, () => {
      // The subscriptions took its records, and read any foreign ones before them.
      if (!log.isOwnAppendLast()) read();
    });
    watcher.on('error', () => watcher?.close());
  } catch {
    // Not every file system supports watching; polling continues.
  }
  return () => {
    cancelPoll();
    watcher?.close();
  };
};

/**
 * The embedded event log: one SQLite file for several processes. An append blocks the event loop for the disk sync.
 * Two subscriptions of one group do not share the work as on Kafka: each receives every record. None is lost, because an
 * offset covers only what one subscription handled completely.
 * @throws {BusUnavailableError} when the file cannot be opened or created
 */
export const openSqliteBus = async (options: { file: string; clock?: Clock; log?: Log }): Promise<EventBus> => {
  const { file, clock = systemClock, log: logger = silentLog } = options;
  const log = await whileLocked(clock, () => openSqliteLog(file));
  const pumps = new Set<Pump>();
  const pumpAll = () => {
    if (pumps.size === 0) return;
    try {
      const head = log.head();
      for (const { pump } of pumps) pump(head);
    } catch (error) {
      // The bell and the poll call it again.
      logger.warn({ err: error }, 'event log cannot be read, will be retried');
    }
  };
  const takeAll = (appended: readonly LogRow[]) => {
    for (const { take } of pumps) take(appended);
  };
  const offsets = createOffsets(log, clock, logger);
  const append = createAppender(log, clock, takeAll);
  const stopListening = listenForAppends(file, clock, log, pumpAll);
  let closed = false;

  const privateStart = (from: Subscribe['from']): number => {
    if (typeof from === 'object') return log.positionBefore(from.since);
    return from === 'end' ? log.head() : 0;
  };
  const startsOf = async ({ group, topics, from }: Subscribe): Promise<Map<Topic, number>> => {
    if (group === null) {
      const start = privateStart(from);
      return new Map(topics.map((topic) => [topic, start]));
    }
    offsets.save();
    // Saved before any record is handled, so that lag() knows the topics of the group.
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
      pump.pump(log.head());
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
    requests: log.requests,
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
