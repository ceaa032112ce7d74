import { createIds, silentLog, systemClock } from '@piecework/base';
import { createManualClock, tempFolder } from '@piecework/base/testing';
import { collection, type Document, type Store } from '@piecework/store';
import { openTestStore } from '@piecework/store/testing';
import { createTransact, createTransactBatch } from '../events/transact';
import type { Unit } from '../events/unit';
import { heartbeats } from '../heartbeat/heartbeat';
import { counters, shardId } from './counter.store';
import { createCounterUpkeep } from './counter-upkeep';
import { createCounters } from './counters';
import { announcementOf } from './new-tallies';
import { type AnyTally, dayId, tally } from './tally';

interface Job extends Document {
  ownerId: string;
  state: 'open' | 'done';
  coins: number;
}
const jobs = collection<Job>('jobs', [{ key: { ownerId: 1 } }]);
const jobTally = tally({
  name: 'jobs',
  of: jobs,
  by: { owner: 'ownerId' },
  fields: ['open', 'done', 'coins'],
  amounts: ({ state, coins }) => ({ [state]: 1, ...(state === 'done' && { coins }) }),
});

const bigTally = tally({
  name: 'big',
  of: jobs,
  by: { owner: 'ownerId' },
  fields: ['coins'],
  amounts: ({ coins }) => ({ coins }),
});

const job = (n: number, ownerId = 'ann'): Job => ({
  _id: `j${String(n).padStart(5, '0')}`,
  ownerId,
  state: 'open',
  coins: 3,
});

let folder: Awaited<ReturnType<typeof tempFolder>>;
beforeAll(async () => {
  folder = await tempFolder();
});
let files = 0;
let store: Store;
const ids = createIds(Date.now);

const transactOn = (tallies: readonly AnyTally[] = [jobTally]) => {
  const transact = createTransact(createTransactBatch({ store, ids, clock: systemClock, tallies }), systemClock);
  return <R>(fn: (unit: Unit) => Promise<R>) =>
    transact({ correlationId: 'c', causationId: null, actor: null }, [], fn);
};
/** As before the tally was added. */
const uncounted = <R>(fn: (tx: Parameters<Parameters<Store['transaction']>[0]>[0]) => Promise<R>) =>
  store.transaction(fn);
const upkeep = (clock = systemClock) => createCounterUpkeep({ store, tallies: [jobTally], clock, log: silentLog });
const read = (id?: string) => createCounters(store).read(jobTally, id === undefined ? undefined : { by: 'owner', id });
const check = (one = upkeep()) => one.invariantChecks.piecework_counters_exact;
const isComplete = async () => (await store.collection(counters).findOne({ _id: shardId(0) }))?.counted?.jobs === true;
const drift = (_id: string) =>
  store.collection(counters).updateOne({ _id }, { $inc: { 'amounts.jobs.open': 1, writes: 1 } }, { upsert: true });

beforeEach(async () => {
  store = await openTestStore(folder.path(`jobs-${files++}.sqlite`));
  await store.prepare([jobs, counters, heartbeats]);
});
afterEach(() => store.close());
afterAll(() => folder.remove());

describe('a counted collection', () => {
  beforeEach(() => upkeep().prepare());

  it('is counted by every way to change a document, for all and for each owner', async () => {
    const transact = transactOn();
    await transact((unit) => unit.collection(jobs).insertOne(job(1)));
    await transact((unit) => unit.collection(jobs).insertMany([job(2), job(3, 'bob'), job(4, 'bob')]));
    expect(await read()).toEqual({ open: 4, done: 0, coins: 0 });
    await transact((unit) => unit.collection(jobs).updateOne({ _id: job(1)._id }, { $set: { state: 'done' } }));
    await transact((unit) =>
      unit.collection(jobs).updateMany({ ownerId: 'bob', state: 'open' }, { $set: { state: 'done' } }),
    );
    expect([await read(), await read('ann'), await read('bob')]).toEqual([
      { open: 1, done: 3, coins: 9 },
      { open: 1, done: 1, coins: 3 },
      { open: 0, done: 2, coins: 6 },
    ]);
    await transact((unit) => unit.collection(jobs).findOneAndUpdate({ ownerId: 'bob' }, { $set: { ownerId: 'ann' } }));
    await transact((unit) => unit.collection(jobs).deleteOne({ ownerId: 'bob' }));
    expect([await read('ann'), await read('bob')]).toEqual([
      { open: 1, done: 2, coins: 6 },
      { open: 0, done: 0, coins: 0 },
    ]);
    await transact((unit) =>
      unit
        .collection(jobs)
        .updateOne({ _id: job(9)._id }, { $set: { ownerId: 'ann', state: 'open', coins: 1 } }, { upsert: true }),
    );
    await transact((unit) => unit.collection(jobs).deleteMany({ state: 'done' }));
    expect(await read()).toEqual({ open: 2, done: 0, coins: 0 });
    expect(await read('ann')).toEqual(await read());
  });

  it('counts a document that one transaction changes several times once', async () => {
    await transactOn()(async (unit) => {
      await unit.collection(jobs).insertOne(job(1));
      await unit.collection(jobs).updateOne({ _id: job(1)._id }, { $set: { state: 'done' } });
      await unit.collection(jobs).updateOne({ _id: job(1)._id }, { $set: { coins: 8 } });
      await unit.collection(jobs).insertOne(job(2));
      await unit.collection(jobs).deleteOne({ _id: job(2)._id });
    });
    expect(await read()).toEqual({ open: 0, done: 1, coins: 8 });
  });

  it('counts nothing of a transaction that fails', async () => {
    const failing = transactOn()(async (unit) => {
      await unit.collection(jobs).insertOne(job(1));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await read()).toEqual({ open: 0, done: 0, coins: 0 });
  });

  it('counts concurrent transactions of several processes', async () => {
    const processes = [transactOn(), transactOn(), transactOn()];
    const inserts = Array.from({ length: 60 }, (_, n) =>
      processes[n % 3]?.((unit) => unit.collection(jobs).insertOne(job(n, `o${n % 4}`))),
    );
    await Promise.all(inserts);
    expect(await read()).toEqual({ open: 60, done: 0, coins: 0 });
    expect(await read('o1')).toEqual({ open: 15, done: 0, coins: 0 });
  });

  it('is read without its documents, and each of many owners at once', async () => {
    await transactOn()((unit) => unit.collection(jobs).insertMany([job(1), job(2, 'bob'), job(3, 'bob')]));
    const before = store.commands.get('select') ?? store.commands.get('find') ?? 0;
    const each = await createCounters(store).readEach(jobTally, 'owner', ['ann', 'bob', 'eve']);
    expect((store.commands.get('select') ?? store.commands.get('find') ?? 0) - before).toBe(1);
    expect([...each].map(([id, { open }]) => [id, open])).toEqual([
      ['ann', 1],
      ['bob', 2],
      ['eve', 0],
    ]);
  });
});

describe('a tally of days', () => {
  interface Gain extends Document {
    ownerId: string;
    at: number;
    coins: number;
  }
  const gains = collection<Gain>('gains', [{ key: { ownerId: 1, at: 1 } }]);
  const gainTally = tally({
    name: 'gains',
    of: gains,
    by: { day: { field: 'ownerId', at: 'at' } },
    fields: ['coins'],
    amounts: ({ coins }) => (coins === 0 ? {} : { coins }),
  });
  const [NOON, MIDNIGHT] = [Date.UTC(2026, 10, 21, 12), Date.UTC(2026, 10, 22)];
  const gain = (_id: string, at: number, coins: number, ownerId = 'ann'): Gain => ({ _id, ownerId, at, coins });
  const OLD = [gain('a', NOON, 3), gain('b', MIDNIGHT - 1, 4), gain('c', MIDNIGHT, 5), gain('d', NOON, 0, 'bob')];
  const upkeepOfGains = () => createCounterUpkeep({ store, tallies: [gainTally], clock: systemClock, log: silentLog });
  const days = async () => {
    const ids = [dayId('ann', '2026-11-21'), dayId('ann', '2026-11-22'), dayId('bob', '2026-11-21')];
    return [...(await createCounters(store).readEach(gainTally, 'day', ids)).values()].map(({ coins }) => coins);
  };

  beforeEach(async () => {
    await store.prepare([gains]);
    await uncounted((tx) => tx.collection(gains).insertMany(OLD));
  });

  it('counts the documents of each owner and day, of before the tally too', async () => {
    const ofNone = await days();
    await upkeepOfGains().prepare();
    expect([ofNone, await days()]).toEqual([
      [7, 5, 0],
      [7, 5, 0],
    ]);
    const transact = transactOn([gainTally]);
    await transact((unit) => unit.collection(gains).insertOne(gain('e', MIDNIGHT + 1, 10)));
    expect(await days()).toEqual([7, 15, 0]);
    expect(await check(upkeepOfGains()).holds()).toBe(true);
    await store
      .collection(counters)
      .updateOne({ _id: 'day:ann@2026-11-22' }, { $inc: { 'amounts.gains.coins': 1, writes: 1 } });
    expect(await check(upkeepOfGains()).holds()).toBe(false);
  });

  it('keeps no counter of a day that adds nothing', async () => {
    await upkeepOfGains().prepare();
    const kept = await store.collection(counters).find({});
    expect(kept.map(({ _id }) => _id).filter((id) => id.startsWith('day:bob'))).toEqual([]);
  });
});

test('a new store counts all its tallies in one transaction', async () => {
  let transactions = 0;
  const tallies = [jobTally, bigTally];
  const transaction: Store['transaction'] = (fn) => {
    transactions += 1;
    return store.transaction(fn);
  };
  const watched = { ...store, transaction };
  await createCounterUpkeep({ store: watched, tallies, clock: systemClock, log: silentLog }).prepare();
  expect(await isComplete()).toBe(true);
  // The other one creates the shards.
  expect(transactions).toBe(2);
});

describe('a new tally over existing documents', () => {
  const DOCUMENTS = 1_300;
  const both = () => createCounterUpkeep({ store, tallies: [jobTally, bigTally], clock: systemClock, log: silentLog });
  beforeEach(() =>
    uncounted((tx) => tx.collection(jobs).insertMany(Array.from({ length: DOCUMENTS }, (_, n) => job(n, `o${n % 2}`)))),
  );

  it('is counted in slices, and until then each read counts the documents', async () => {
    const clock = createManualClock();
    const one = upkeep(clock);
    await one.prepare();
    expect(await isComplete()).toBe(false);
    expect([await read(), await read('o1')].map(({ open }) => open)).toEqual([DOCUMENTS, DOCUMENTS / 2]);
    expect(await one.gauges.piecework_counters_incomplete?.value()).toBe(1);
    expect((await createCounters(store).readCounted(jobTally)).open).toBeNaN();
    await expect(check(one).holds()).rejects.toThrow('still counted');
    one.start();
    while (!(await isComplete())) await clock.advance(5);
    await one.stop();
    expect([await read(), await read('o1')].map(({ open }) => open)).toEqual([DOCUMENTS, DOCUMENTS / 2]);
    expect(await one.gauges.piecework_counters_incomplete?.value()).toBe(0);
    expect((await createCounters(store).readCounted(jobTally)).open).toBe(DOCUMENTS);
  });

  it('is counted with several tallies at a time, each completely', async () => {
    for (let starts = 0; starts < 2; starts++) {
      expect(await both().gauges.piecework_counters_incomplete?.value()).toBe(2);
      await both().prepare();
    }
    expect(await both().gauges.piecework_counters_incomplete?.value()).toBe(0);
    expect(await read()).toEqual({ open: DOCUMENTS, done: 0, coins: 0 });
    expect(await createCounters(store).readCounted(bigTally)).toEqual({ coins: 3 * DOCUMENTS });
    await expect(both().invariantChecks.piecework_counters_exact.holds()).resolves.toBe(true);
  });

  it('is counted on by the next process after a crash', async () => {
    await upkeep().prepare();
    await upkeep().prepare();
    expect(await isComplete()).toBe(false);
    await upkeep().prepare();
    expect(await isComplete()).toBe(true);
    expect(await read()).toEqual({ open: DOCUMENTS, done: 0, coins: 0 });
  });

  it('conflicts with a change of a document that is not counted yet', async () => {
    await upkeep().prepare();
    const shard = () => store.collection(counters).findOne({ _id: shardId(0) });
    const before = await shard();
    const last = { _id: job(DOCUMENTS - 1)._id };
    await transactOn()((unit) => unit.collection(jobs).updateOne(last, { $set: { state: 'done' } }));
    expect(await shard()).toEqual({ ...before, writes: (before?.writes ?? 0) + 1 });
  });

  it('contains each change that is made meanwhile once', async () => {
    const transact = transactOn();
    const change = (n: number) =>
      transact((unit) => unit.collection(jobs).updateOne({ _id: job(n)._id }, { $set: { state: 'done' } }));
    await upkeep().prepare();
    await Promise.all([change(1), upkeep().prepare(), change(600), change(1_200), change(1_299)]);
    await Promise.all([change(2), upkeep().prepare(), change(1_201)]);
    await transact((unit) => unit.collection(jobs).insertOne(job(5_000)));
    await upkeep().prepare();
    expect(await isComplete()).toBe(true);
    expect(await read()).toEqual({ open: DOCUMENTS - 6 + 1, done: 6, coins: 18 });
    expect(await check().holds()).toBe(true);
  });

  it('contains each change that is made during the count of several tallies once in each', async () => {
    const transact = transactOn([jobTally, bigTally]);
    const remove = (n: number) => transact((unit) => unit.collection(jobs).deleteOne({ _id: job(n)._id }));
    await Promise.all([remove(1), both().prepare(), remove(249), remove(250), remove(1_299)]);
    await Promise.all([remove(2), both().prepare(), remove(700), remove(1_200)]);
    while ((await both().gauges.piecework_counters_incomplete?.value()) !== 0) await both().prepare();
    const left = DOCUMENTS - 7;
    expect(await read()).toEqual({ open: left, done: 0, coins: 0 });
    expect(await createCounters(store).readCounted(bigTally)).toEqual({ coins: 3 * left });
    expect(await check(both()).holds()).toBe(true);
  });
});

test('a new tally waits for processes that do not keep it, and other tallies do not', async () => {
  const shared: Store = { ...store, shared: true };
  const newTally = tally({ ...jobTally, name: 'added', fields: ['open', 'done', 'coins'] });
  const prepare = () =>
    createCounterUpkeep({ store: shared, tallies: [jobTally, newTally], clock: systemClock, log: silentLog }).prepare();
  const complete = async () =>
    Object.entries((await store.collection(counters).findOne({ _id: shardId(0) }))?.counted ?? {}).flatMap(
      ([name, counted]) => (counted === true ? [name] : []),
    );
  const openOf = async (of: typeof jobTally) => (await createCounters(store).read(of)).open;

  await uncounted((tx) => tx.collection(jobs).insertOne(job(1)));
  const other = { _id: 'other', beats: 1, ...announcementOf([jobTally]) };
  await store.collection(heartbeats).insertOne(other);
  await prepare();
  expect(await complete()).toEqual(['jobs']);
  await transactOn()((unit) => unit.collection(jobs).insertOne(job(2)));
  expect([await openOf(jobTally), await openOf(newTally)]).toEqual([2, 2]);
  await store.collection(heartbeats).deleteOne({ _id: 'other' });
  await prepare();
  expect(await complete()).toEqual(['jobs', 'added']);
  expect(await openOf(newTally)).toBe(2);
});

describe('a tally that is kept of each day', () => {
  interface Gain extends Document {
    at: number;
    coins: number;
  }
  const gains = collection<Gain>('gains');
  const gainTally = tally({
    name: 'gains',
    of: gains,
    daily: 'at',
    fields: ['coins'],
    amounts: ({ coins }) => ({ coins }),
  });
  const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22'] as const;
  const gain = (_id: string, day: number, coins: number): Gain => ({
    _id,
    at: Date.parse(`${DAYS[day]}T23:59:59.999Z`),
    coins,
  });
  const upkeepOfGains = (of: Store = store) =>
    createCounterUpkeep({ store: of, tallies: [gainTally], clock: systemClock, log: silentLog });
  const readDays = async (since: string = DAYS[1]) => {
    const { all, days } = await createCounters(store).readDays(gainTally, since);
    return [all.coins, ...DAYS.map((day) => days.get(day)?.coins)];
  };

  beforeEach(async () => {
    await store.prepare([gains]);
    await uncounted((tx) => tx.collection(gains).insertMany([gain('a', 0, 3), gain('b', 1, 4)]));
  });

  it('is read from a day on, with all before it in the sum', async () => {
    const ofNone = await readDays();
    await upkeepOfGains().prepare();
    expect([ofNone, await readDays()]).toEqual([
      [7, undefined, 4, undefined],
      [7, undefined, 4, undefined],
    ]);
    const transact = transactOn([gainTally]);
    await transact((unit) => unit.collection(gains).insertMany([gain('c', 1, 10), gain('d', 2, 1)]));
    await transact((unit) => unit.collection(gains).updateOne({ _id: 'b' }, { $set: { at: gain('', 2, 0).at } }));
    await transact((unit) => unit.collection(gains).deleteOne({ _id: 'd' }));
    expect([await readDays(), await readDays(DAYS[0])]).toEqual([
      [17, undefined, 10, 4],
      [17, 3, 10, 4],
    ]);
    expect(await check(upkeepOfGains()).holds()).toBe(true);
  });

  it('is counted in one document of a day for each shard, so that transactions do not contend for it', async () => {
    await upkeepOfGains({ ...store, shared: true }).prepare();
    for (const owner of ['c', 'd', 'e']) {
      const facts = { ids, clock: systemClock, tallies: [gainTally], owner };
      const transactBatch = createTransactBatch({ store: { ...store, shared: true }, ...facts });
      await createTransact(transactBatch, systemClock)(
        { correlationId: 'c', causationId: null, actor: null },
        [],
        (unit) => unit.collection(gains).insertOne(gain(owner, 2, 5)),
      );
    }
    expect(await readDays()).toEqual([22, undefined, 4, 15]);
    const found = await store.collection(counters).find({ _id: { $gte: `@${DAYS[2]}`, $lt: '@~' } });
    expect(found.map(({ amounts }) => amounts?.gains?.coins)).toEqual([5, 5, 5]);
  });
});

describe('the check of the counters', () => {
  const DOCUMENTS = 1_300;
  beforeEach(async () => {
    await upkeep().prepare();
    await transactOn()((unit) =>
      unit.collection(jobs).insertMany(Array.from({ length: DOCUMENTS }, (_, n) => job(n, `o${n % 2}`))),
    );
  });

  it('holds, also after changes between its slices', async () => {
    const one = check();
    const transact = transactOn();
    for (let round = 0; round < 6; round++) {
      await Promise.all([
        one.holds(),
        transact((unit) => unit.collection(jobs).updateOne({ _id: job(round)._id }, { $set: { state: 'done' } })),
        transact((unit) => unit.collection(jobs).insertOne(job(2_000 + round))),
        transact((unit) => unit.collection(jobs).deleteOne({ _id: job(1_000 + round)._id })),
      ]);
    }
    expect(await one.holds()).toBe(true);
    expect(await one.holds()).toBe(true);
  });

  it.each([
    ['all documents', shardId(0)],
    ['an owner', 'owner:o1'],
    ['an owner without documents', 'owner:without-documents'],
  ])('fails when a counter over %s has drifted', async (_what, _id) => {
    const one = check();
    expect(await one.holds()).toBe(true);
    await drift(_id);
    expect(await one.holds()).toBe(false);
    expect(await one.holds()).toBe(false);
  });

  it('fails when a document was changed past the counters', async () => {
    await uncounted((tx) => tx.collection(jobs).updateOne({ _id: job(7)._id }, { $set: { state: 'done' } }));
    expect(await check().holds()).toBe(false);
  });
});
