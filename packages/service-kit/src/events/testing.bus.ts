import { createHash } from 'node:crypto';
import { silentLog } from '../log';
import type { EventBus } from './bus';
import { openSqliteBus } from './sqlite-bus';

/** `TEST_EVENTS=kafka npx jest services` runs the tests on a broker: that of TEST_KAFKA_BROKERS, or one of the run (scripts/jest/engines-up.cjs). */
export const isOnKafka = (): boolean => process.env.TEST_EVENTS === 'kafka';

/** The tests' topics would otherwise fill the broker with empty partitions. */
const PARTITIONS = 2;

/** Opens the event log of a test. The same file is the same log, on Kafka too. */
export const openTestBus = async (file: string): Promise<EventBus> => {
  if (!isOnKafka()) return openSqliteBus({ file });
  const { openKafkaBus } = await import('./kafka-bus');
  return openKafkaBus({
    brokers: (process.env.TEST_KAFKA_BROKERS ?? '').split(','),
    log: silentLog,
    prefix: `test-${createHash('sha1').update(file).digest('hex').slice(0, 12)}.`,
    partitions: PARTITIONS,
  });
};
