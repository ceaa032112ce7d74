import { spawn } from 'node:child_process';
import { eventually, tempFolder } from '@piecework/base/testing';
import { removeTestFolder } from '@piecework/store/testing';
import { effectsOf, openService, recordEffect } from '../../testing/events';
import { on } from './consumer';
import { inboxRows } from './inbox';
import { outboxRows } from './outbox';

/** Milliseconds: on a busy machine a child needs seconds to start. */
const START_MS = 60_000;

/** Kills a child process (SIGKILL) after `commits` commits; resolves with the last commit that it reported. */
const workAndDie = async (folder: string, commits: number): Promise<number> => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'packages/service-runtime/testing/service.child.ts', folder],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  await eventually(() => output.split('\n').length > commits, `${commits} commits`, START_MS);
  child.kill('SIGKILL');
  await ended;
  return Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1));
};

describe('a process that is killed repeatedly', () => {
  it('loses nothing, repeats nothing and keeps the order of each key', async () => {
    const folder = await tempFolder(removeTestFolder);
    let acknowledged = 0;
    for (const commits of [80, 40, 57]) acknowledged = await workAndDie(folder.path(''), commits);

    const service = await openService(folder.path);
    const relay = service.relay();
    const consumption = service.consume([
      on('task.edited', [], (event, unit) => recordEffect(unit, event.aggregateId, event.data.title)),
    ]);
    await consumption.start();
    const made = await effectsOf(service.store, 'made');
    expect(made.length).toBeGreaterThan(acknowledged);
    expect(made).toEqual(Array.from({ length: made.length }, (_, i) => `${i}`));
    await eventually(
      async () => (await service.store.collection(inboxRows).countDocuments({})) === made.length,
      'every event in the inbox',
    );
    await eventually(
      async () => (await service.store.collection(outboxRows).countDocuments({})) === 0,
      'an empty outbox',
    );
    for (const rest of [0, 1, 2]) {
      expect(await effectsOf(service.store, `key-${rest}`)).toEqual(made.filter((_, i) => i % 3 === rest));
    }
    expect(await consumption.parked.counts()).toEqual({ parked: 0, waiting: 0 });

    await relay.stop();
    await consumption.stop();
    await service.close();
    await folder.remove();
  });
});
