import { type Clock, exponentialBackoff, type Log, sleep } from '@piecework/base';
import type { DeliveredRecord } from './bus';

export const createKeyedRunner = <R extends DeliveredRecord>(options: {
  handler: (record: R) => Promise<void>;
  onHandled: (record: R) => void;
  clock: Clock;
  log: Log;
}) => {
  const { handler, onHandled, clock, log } = options;
  const stopping = new AbortController();
  const lanes = new Map<string, R[]>();
  const running = new Set<Promise<void>>();

  /** Also resolves, without having handled the record, after `stop`. */
  const deliver = async (record: R): Promise<void> => {
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      try {
        await handler(record);
        return onHandled(record);
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn(
          { err: error, topic: record.topic, key: record.key, position: record.position, failures },
          'record not handled, will be retried',
        );
        await sleep(clock, exponentialBackoff(failures), stopping.signal);
      }
    }
  };

  const run = async (name: string, lane: R[]): Promise<void> => {
    for (let record = lane[0]; record && !stopping.signal.aborted; record = lane[0]) {
      await deliver(record);
      lane.shift();
    }
    lanes.delete(name);
  };

  return {
    offer: (record: R): void => {
      if (stopping.signal.aborted) return;
      const name = `${record.topic}\n${record.key}`;
      const lane = lanes.get(name);
      if (lane) return void lane.push(record);
      const fresh = [record];
      lanes.set(name, fresh);
      const work: Promise<void> = run(name, fresh).finally(() => running.delete(work));
      running.add(work);
    },
    /** Starts no further handler, and resolves when the running ones have ended. */
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};
