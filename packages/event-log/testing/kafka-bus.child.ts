import { silentLog, systemClock } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { openKafkaBus } from '../src/kafka-bus';

/** A member for tests that kill it: `node --import tsx kafka-bus.child.ts BROKERS PREFIX GROUP`. */
const [brokers = '', prefix = '', group = ''] = process.argv.slice(2);
const bus = await openKafkaBus({ brokers: brokers.split(','), prefix, clock: systemClock, log: silentLog });
await bus.subscribe({
  group,
  topics: ['task'],
  handler: async ({ value }) => {
    await pause(5);
    process.stdout.write(`${value}\n`);
  },
});
