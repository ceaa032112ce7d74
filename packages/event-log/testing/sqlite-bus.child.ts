import { silentLog, systemClock } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { openSqliteBus } from '../src/sqlite-bus';

/** For tests that limit the disk: `node --import tsx sqlite-bus.child.ts FILE`. */
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
