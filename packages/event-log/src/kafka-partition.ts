import type { Clock, Log } from '@piecework/base';
import type { DeliveredRecord } from './bus';
import { createKeyedRunner } from './keyed-runner';
import { createLowWatermark } from './low-watermark';

const WINDOW = 128;

export interface ReadRecord extends DeliveredRecord {
  offset: number;
}

export const createPartitionReader = (options: {
  start: number;
  /** Resolves when the previous reader of the partition has ended: two must never handle one key. */
  after: Promise<unknown>;
  handler: (record: DeliveredRecord) => Promise<void>;
  onHandled: () => void;
  clock: Clock;
  log: Log;
}) => {
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
    /** Exclusive: every record below it has been handled. */
    handled: () => mark.mark() + 1,
    take: (records: readonly ReadRecord[]): void => {
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
    /** Skips offsets without a delivered record, such as transaction markers. */
    pass: (offset: number): void => {
      if (offset < next || full) return;
      mark.add(offset);
      mark.done(offset);
      next = offset + 1;
    },
    isFull: () => full,
    stop: () => keyedRunner.stop(),
  };
};
export type PartitionReader = ReturnType<typeof createPartitionReader>;
