import type { Clock, Log } from '@piecework/base';
import type { DeliveredRecord } from './bus';
import { createKeyedRunner } from './keyed-runner';
import { createLowWatermark } from './low-watermark';

/** Records of one partition that have been read but not yet handled. */
const WINDOW = 128;

export interface ReadRecord extends DeliveredRecord {
  offset: number;
}

/** What has been read of one partition: its records in the hands of the handler, and how far everything is handled. */
export interface PartitionReader {
  /** The offset to be read next. */
  next(): number;
  /** The offset up to which, without it, everything has been handled. */
  handled(): number;
  /** Takes records in the order of the log, as many as the window allows, and leaves out those it has had. */
  take(records: readonly ReadRecord[]): void;
  /** Nothing for us up to this offset: records of transactions take offsets and are not delivered. */
  pass(offset: number): void;
  isFull(): boolean;
  /** Resolves when the handlers that run have ended. */
  stop(): Promise<void>;
}

export const createPartitionReader = (options: {
  start: number;
  /** Resolves when another reader of the same partition has ended, so that a key is never in two hands. */
  after: Promise<unknown>;
  handler: (record: DeliveredRecord) => Promise<void>;
  /** Called after each record, also when the window has room again. */
  onHandled: () => void;
  clock: Clock;
  log: Log;
}): PartitionReader => {
  const { start, after, handler, onHandled, clock, log } = options;
  const mark = createLowWatermark(start - 1);
  const keyedRunner = createKeyedRunner<ReadRecord>({
    handler: ({ offset: _, ...record }) => handler(record),
    clock,
    log,
    onHandled: ({ offset }) => {
      outstanding -= 1;
      if (outstanding <= WINDOW / 2) full = false;
      mark.done(offset);
      onHandled();
    },
  });
  let next = start;
  let outstanding = 0;
  let full = false;
  let isFirst = false;
  void after.then(() => {
    isFirst = true;
    for (const record of held.splice(0)) keyedRunner.offer(record);
  });
  const held: ReadRecord[] = [];

  return {
    next: () => next,
    handled: () => mark.mark() + 1,
    take: (records) => {
      for (const record of records) {
        if (record.offset < next) continue;
        if (full) return;
        mark.add(record.offset);
        next = record.offset + 1;
        outstanding += 1;
        full = outstanding >= WINDOW;
        if (isFirst) keyedRunner.offer(record);
        else held.push(record);
      }
    },
    pass: (offset) => {
      if (offset < next || full) return;
      mark.add(offset);
      mark.done(offset);
      next = offset + 1;
    },
    isFull: () => full,
    stop: () => keyedRunner.stop(),
  };
};
