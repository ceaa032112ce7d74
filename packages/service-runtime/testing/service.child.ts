import { on } from '../src/events/consumer';
import { effectsOf, openService, recordEffect } from './events';

/** For tests that kill a process: `node --import tsx service.child.ts FOLDER`. */

/** Emits and consumes events as fast as possible and prints each commit. */
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

await work(process.argv[2] ?? '');
