import { spawn, spawnSync } from 'node:child_process';
import { createManualClock, eventually, pause, tempFolder } from '@piecework/base/testing';
import Database from 'libsql';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { describeEventBus } from '../testing/bus.suite';
import { BusUnavailableError, type EventBus, type EventRecord } from './bus';
import { openSqliteBus } from './sqlite-bus';

describeEventBus('SQLite log', async () => {
  const folder = await tempFolder();
  return { open: () => openSqliteBus({ file: folder.path('events.db') }), destroy: folder.remove };
});

const record = (key: string, value: string): EventRecord => ({ topic: 'task', key, value });

describe('SQLite event log', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let file: string;
  let bus: EventBus;

  beforeEach(async () => {
    folder = await tempFolder();
    file = folder.path('events.db');
    bus = await openSqliteBus({ file });
  });
  afterEach(async () => {
    await bus.close();
    await folder.remove();
  });

  const published = async (): Promise<string[]> => {
    const values: string[] = [];
    const { caughtUp } = await bus.subscribe({
      group: 'a',
      topics: ['task'],
      handler: async ({ value }) => void values.push(value),
    });
    await caughtUp;
    return values;
  };

  it('continues other keys while one is rejected', async () => {
    const got: string[] = [];
    await bus.subscribe({
      group: 'a',
      topics: ['task'],
      handler: async ({ key, value }) => {
        if (key === 'stuck') throw new Error('never');
        got.push(value);
      },
    });
    await bus.publish([record('stuck', 's'), ...Array.from({ length: 300 }, (_, i) => record(`k${i % 7}`, `${i}`))]);
    await eventually(() => got.length === 300, 'the other keys');
    expect(await bus.lag('a')).toEqual({ task: 301 });
  });

  it('passes records of different keys to handlers concurrently', async () => {
    let [now, most] = [0, 0];
    await bus.publish(Array.from({ length: 20 }, (_, i) => record(`k${i}`, 'x')));
    const { caughtUp } = await bus.subscribe({
      group: 'a',
      topics: ['task'],
      handler: async () => {
        most = Math.max(most, ++now);
        await pause(5);
        now -= 1;
      },
    });
    await caughtUp;
    expect(most).toBe(20);
  });

  it('keeps at most its window in memory, and continues when there is room', async () => {
    let release = false;
    let inHand = 0;
    await bus.publish(Array.from({ length: 10_000 }, (_, i) => record(`k${i}`, 'x')));
    const { caughtUp } = await bus.subscribe({
      group: 'a',
      topics: ['task'],
      handler: async () => {
        inHand += 1;
        while (!release) await pause(5);
      },
    });
    await pause(50);
    expect(inHand).toBe(512);
    release = true;
    const released = performance.now();
    await caughtUp;
    expect(inHand).toBe(10_000);
    // A poll for each of the 19 refills would take 250 ms.
    expect(performance.now() - released).toBeLessThan(3_000);
  });

  it('receives records of another process at once', async () => {
    const other = await openSqliteBus({ file });
    const delays: number[] = [];
    await bus.subscribe({
      group: null,
      topics: ['task'],
      handler: async ({ value }) => void delays.push(performance.now() - Number(value)),
    });
    for (let i = 0; i < 10; i++) {
      await pause(10);
      await other.publish([record('k', `${performance.now()}`)]);
      await eventually(() => delays.length === i + 1);
    }
    await other.close();
    // Below the poll interval of 250 ms: the bell woke most readers.
    expect(delays.sort((a, b) => a - b)[5]).toBeLessThan(50);
  });

  it('reads no record that this process has appended', async () => {
    // Its polls never come.
    const still = await openSqliteBus({ file, clock: createManualClock() });
    const values: string[] = [];
    const handler = async ({ value }: EventRecord) => void values.push(value);
    await (await still.subscribe({ group: null, topics: ['task'], handler })).caughtUp;
    const selects = () => still.requests.get('select');

    const before = selects();
    for (let i = 0; i < 5; i++) {
      await still.publish([record('k', `${i}`)]);
      await pause(20);
    }
    expect([values, selects()]).toEqual([['0', '1', '2', '3', '4'], before]);

    await bus.publish([record('k', 'foreign')]);
    await still.publish([record('k', 'own')]);
    await eventually(() => values.length === 7, 'the records of both, in order');
    expect(values.slice(5)).toEqual(['foreign', 'own']);
    await still.close();
  });

  it('rejects while another process locks the file, and works afterwards', async () => {
    const holder = new Database(file);
    holder.exec('BEGIN IMMEDIATE');
    const started = Date.now();
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 10);
    await expect(bus.publish([record('k', 'lost')])).rejects.toBeInstanceOf(BusUnavailableError);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan((Date.now() - started) / 10 / 4);
    holder.exec('COMMIT');
    holder.close();
    await bus.publish([record('k', 'kept')]);
    expect(await published()).toEqual(['kept']);
  });

  it('waits for a short lock', async () => {
    const holder = new Database(file);
    holder.exec('BEGIN IMMEDIATE');
    setTimeout(() => holder.exec('COMMIT'), 100);
    await bus.publish([record('k', 'kept')]);
    holder.close();
  });

  it('treats the records of a log without times as published at any time', async () => {
    await bus.publish([record('k', 'old')]);
    await bus.close();
    const older = new Database(file);
    older.exec('ALTER TABLE log DROP COLUMN published_at');
    older.close();
    bus = await openSqliteBus({ file });
    await bus.publish([record('k', 'new')]);
    const since = async (time: number): Promise<string[]> => {
      const values: string[] = [];
      const handler = async ({ value }: EventRecord) => void values.push(value);
      const reader = await bus.subscribe({ group: null, topics: ['task'], from: { since: time }, handler });
      await reader.caughtUp;
      await reader.stop();
      return values;
    };
    expect(await since(Date.now() - 1_000)).toEqual(['old', 'new']);
    expect(await since(Date.now() + 1_000)).toEqual([]);
  });

  it('publishes all records or none', async () => {
    const bad = { topic: 'task', key: 'k', value: null } as never as EventRecord;
    await expect(bus.publish([record('k', 'one'), bad])).rejects.toBeInstanceOf(BusUnavailableError);
    await bus.publish([record('k', 'two')]);
    expect(await published()).toEqual(['two']);
  });

  it('names a file that cannot be opened', async () => {
    const nowhere = `${file}/below-a-file/events.db`;
    const opening = openSqliteBus({ file: nowhere });
    await expect(opening).rejects.toMatchObject({
      name: 'BusUnavailableError',
      message: expect.stringContaining(nowhere),
    });
  });

  it('rejects after close', async () => {
    const closed = await openSqliteBus({ file: folder.path('other.db') });
    await closed.close();
    await expect(closed.publish([record('k', 'x')])).rejects.toBeInstanceOf(BusUnavailableError);
    await expect(closed.ping()).rejects.toBeInstanceOf(BusUnavailableError);
  });

  const limited = findProgram('prlimit') ? it : it.skip;
  limited('rejects while the disk is full, and works again afterwards', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'packages/event-log/testing/sqlite-bus.child.ts', file], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    const printed = (word: string) => eventually(() => output.includes(word), `${word} in ${output.slice(-200)}`);
    const limit = (size: string) =>
      spawnSync('prlimit', ['--pid', `${child.pid}`, `--fsize=${size}:`], { encoding: 'utf8' });
    try {
      await printed('published');
      expect(limit('1000')).toMatchObject({ status: 0 });
      await printed('BusUnavailableError');
      limit('unlimited');
      output = '';
      await printed('published');
    } finally {
      child.kill('SIGKILL');
    }
    const positions = new Set<number>();
    const { caughtUp } = await bus.subscribe({
      group: 'a',
      topics: ['task'],
      handler: async ({ value }) => void positions.add(Number(value)),
    });
    await caughtUp;
    // The log contains every acknowledged record, and the child repeats rejected ones.
    const last = Number(/published (\d+)\n$/.exec(output.slice(0, output.lastIndexOf('\n') + 1))?.[1] ?? 0);
    expect(last).toBeGreaterThan(0);
    expect([...positions].sort((a, b) => a - b).slice(0, last + 1)).toEqual(
      Array.from({ length: last + 1 }, (_, i) => i),
    );
  });
});
