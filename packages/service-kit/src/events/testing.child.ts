import { systemClock } from '../clock';
import { silentLog } from '../log';
import { on } from './consumer';
import { openSqliteBus } from './sqlite-bus';
import { effectsOf, openService, pause, recordEffect } from './testing';

/** A process of its own, for tests that limit or kill it: `node --import tsx testing.child.ts publish FILE | work FOLDER`. */

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

/** A service that makes and hears its own events as fast as it can, and says what it has committed. */
const work = async (folder: string) => {
  const service = await openService((name) => `${folder}/${name}`);
  const relay = service.relay();
  const transact = service.transactOn(service.store, relay.wake);
  const consumption = service.consume([
    on('task.edited', [], (event, unit) => recordEffect(unit, event.aggregateId, event.data.title)),
  ]);
  await consumption.start();
  const made = await effectsOf(service.store, 'made');
  for (let i = made.length; ; i++) {
    await transact({ correlationId: 'c', causationId: null, actor: null }, ['task.edited'], async (unit) => {
      await recordEffect(unit, 'made', `${i}`);
      unit.emit('task.edited', `key-${i % 3}`, { taskId: `key-${i % 3}`, title: `${i}` });
    });
    process.stdout.write(`${i}\n`);
  }
};

const [what, where = ''] = process.argv.slice(2);
await (what === 'publish' ? publish(where) : work(where));
