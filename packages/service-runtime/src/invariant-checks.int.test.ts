import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog, silentLog } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import { collection, type Document, type Store } from '@piecework/store';
import { openSqliteStore } from '@piecework/store/sqlite';
import { createIncrementalScan, createInvariantChecks } from './invariant-checks';

const capture = () => {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: createLog('wallet', 'debug', { write: (line) => void lines.push(JSON.parse(line)) }) };
};

describe('an invariant check', () => {
  const start = (holds: () => Promise<boolean>) => {
    const clock = createManualClock();
    const { log, lines } = capture();
    const invariantChecks = createInvariantChecks({
      invariantChecks: { piecework_fine: { help: 'Whether', holds } },
      clock,
      log,
    });
    invariantChecks.start();
    return { clock, lines, invariantChecks, shown: () => invariantChecks.gauges.piecework_fine?.value() };
  };

  test('runs soon after the start and each minute, independent of scrapes', async () => {
    let checks = 0;
    const { clock, shown } = start(async () => ++checks > 0);
    expect(await shown()).toBeNaN();
    await clock.advance(5_000);
    expect(await shown()).toBe(1);
    for (let scrape = 0; scrape < 10; scrape++) await shown();
    expect(checks).toBe(1);
    await clock.advance(60_000);
    expect(checks).toBe(2);
  });

  test('logs a violation once, and reports when it is resolved', async () => {
    let isFine = false;
    const { clock, shown, lines } = start(async () => isFine);
    await clock.advance(65_000);
    expect(await shown()).toBe(0);
    expect(lines).toMatchObject([{ level: 50, check: 'piecework_fine' }]);
    isFine = true;
    await clock.advance(60_000);
    expect(await shown()).toBe(1);
  });

  test('has a result with the time since when it is so', async () => {
    let outcome: boolean | Error = true;
    const { clock, invariantChecks } = start(async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
    const began = clock.now();
    const since = (ms: number) => new Date(began + ms).toISOString();
    expect(invariantChecks.results()).toEqual([{ name: 'fine', state: 'unknown' }]);
    await clock.advance(65_000);
    expect(invariantChecks.results()).toEqual([{ name: 'fine', state: 'holds', since: since(5_000) }]);
    outcome = false;
    await clock.advance(120_000);
    expect(invariantChecks.results()).toEqual([{ name: 'fine', state: 'broken', since: since(125_000) }]);
    outcome = new Error('the store is unavailable');
    await clock.advance(60_000);
    expect(invariantChecks.results()).toEqual([{ name: 'fine', state: 'unknown', since: since(245_000) }]);
  });

  test('reports NaN when it fails, and continues', async () => {
    let isAway = true;
    const { clock, shown } = start(async () => {
      if (isAway) throw new Error('the store is unavailable');
      return true;
    });
    await clock.advance(5_000);
    expect(await shown()).toBeNaN();
    isAway = false;
    await clock.advance(60_000);
    expect(await shown()).toBe(1);
  });

  test('does not run after its stop, and ignores an aborted run', async () => {
    let checks = 0;
    let closeStore = () => {};
    const { clock, invariantChecks, lines } = start(async () => {
      checks += 1;
      await new Promise<void>((_, reject) => {
        closeStore = () => reject(new Error('the store is closed'));
      });
      return true;
    });
    await clock.advance(5_000);
    invariantChecks.stop();
    closeStore();
    await clock.advance(600_000);
    expect([checks, lines]).toEqual([1, []]);
  });
});

describe('an incremental scan', () => {
  interface Jar extends Document {
    coins: number;
    version: number;
  }
  const jars = collection<Jar>('jars');
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'piecework-scan-'));
    store = await openSqliteStore({ file: join(folder, 'store.sqlite'), synchronous: 'OFF' });
    await store.prepare([jars]);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const fill = (count: number) =>
    store
      .collection(jars)
      .insertMany(
        Array.from({ length: count }, (_, n) => ({ _id: `jar-${String(n).padStart(4, '0')}`, coins: 1, version: 0 })),
      );
  const set = (_id: string, change: Partial<Jar>) => store.collection(jars).updateOne({ _id }, { $set: change });
  const scan = (isSound: (jar: Jar) => Promise<boolean>, log = silentLog) =>
    createIncrementalScan({ store, spec: jars, versionOf: ({ version }) => version, isSound, log });

  test('reads every document once per pass, then starts again', async () => {
    await fill(600);
    const seen: string[] = [];
    const round = scan(async ({ _id }) => seen.push(_id) > 0);
    for (const size of [250, 250, 100, 250]) {
      seen.length = 0;
      expect(await round()).toBe(true);
      expect(seen).toHaveLength(size);
    }
    expect(seen[0]).toBe('jar-0000');
  });

  test('rechecks violations until they are resolved, and logs each once', async () => {
    await fill(300);
    const { log, lines } = capture();
    const round = scan(async ({ coins }) => coins >= 0, log);
    await set('jar-0003', { coins: -1 });
    await set('jar-0004', { coins: -1 });
    expect(await round()).toBe(false);
    expect(await round()).toBe(false);
    expect(lines.map(({ subject }) => subject)).toEqual(['jar-0003', 'jar-0004']);
    await set('jar-0003', { coins: 0 });
    expect(await round()).toBe(false);
    await store.collection(jars).deleteOne({ _id: 'jar-0004' });
    expect(await round()).toBe(true);
  });

  test('ignores a document that changed during the check', async () => {
    await fill(1);
    let version = 0;
    const round = scan(async ({ _id }) => {
      version += 1;
      await set(_id, { version });
      return false;
    });
    expect(await round()).toBe(true);
    expect(version).toBe(3);
  });

  test('detects a violation of a document that stopped changing', async () => {
    await fill(1);
    let checks = 0;
    const round = scan(async ({ _id, version }) => {
      checks += 1;
      if (version === 0) await set(_id, { version: 1 });
      return version === 0;
    });
    expect(await round()).toBe(false);
    expect(checks).toBe(2);
  });
});
