import { silentLog, systemClock } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { openSqliteBus } from '../src/sqlite-bus';

/** A process of its own, for tests that take its disk away: `node --import tsx sqlite-bus.child.ts FILE`. */

/** Publishes 0, 1, 2, … each until it is accepted, and says how that went. */
const publish = async (file: string) => {
  const bus = await openSqliteBus({ file, clock: systemClock, log: silentLog });
  for (let i = 0; ; ) {
    try {
      await bus.publish([{ topic: 'task', key: 'k', value: `${i}`.padEnd(400) }]);
      process.stdout.write(`published ${i++}\n`);
    } catch (error) {
      process.stdout.write(`${(error as Error).name}\n`);
    }
    await pause(5);
  }
};

await publish(process.argv[2] ?? '');
