import { createIds, DAY_MS, type Log, silentLog } from '@piecework/base';
import { createManualClock, pause, tempFolder } from '@piecework/base/testing';
import { testSettings } from '@piecework/config/testing';
import type { EventEnvelope } from '@piecework/contracts';
import type { EventBus } from '@piecework/event-log';
import { openTestBus } from '@piecework/event-log/testing';
import { collection, type Document, type Store, StoreUnavailableError, type Transaction } from '@piecework/store';
import { openTestStore, removeTestFolder } from '@piecework/store/testing';
import { on } from '../events/consumer';
import type { Unit } from '../events/unit';
import { withheld } from '../own-data';
import { createServiceRuntime, type ServiceRuntime } from '../runtime';
import { defineService } from '../service';
import { SWEEP_EVERY_MS } from './sweep';
import { BATCH, expiry, type Timer, timer } from './timer';

interface Review extends Document {
  status: 'pending' | 'closed';
  closesAt: number;
}
const reviews = collection<Review>('reviews', [{ key: { status: 1, closesAt: 1 } }, { key: { closesAt: 1 } }]);

type Emits = readonly ['task.edited'];
type Fire = (unit: Unit<Emits[number]>, review: Review, now: number) => Promise<void>;
const close: Fire = async (unit, { _id }) => {
  await unit.collection(reviews).updateOne({ _id }, { $set: { status: 'closed' } });
  unit.emit('task.edited', _id, { taskId: _id, title: 'closed' });
};
const closing = (fire: Fire = close, more: { waitsForEvents?: boolean } = {}) =>
  timer({
    name: 'reviews',
    emits: ['task.edited'],
    of: reviews,
    deadline: 'closesAt',
    where: { status: 'pending' },
    fire,
    ...more,
  });

let folder: Awaited<ReturnType<typeof tempFolder>>;
let store: Store;
let bus: EventBus;
let clock: ReturnType<typeof createManualClock>;
let published: EventEnvelope[];
let warnings: Record<string, unknown>[];
let running: ServiceRuntime[];
const ids = createIds();
const log = { ...silentLog, warn: (line: Record<string, unknown>) => void warnings.push(line) } as Log;

beforeEach(async () => {
  folder = await tempFolder(removeTestFolder);
  store = await openTestStore(folder.path('task.sqlite'));
  const opened = await openTestBus(folder.path('events.sqlite'));
  published = [];
  const publish: EventBus['publish'] = async (records) => {
    await opened.publish(records);
    published.push(...records.map(({ value }) => JSON.parse(value)));
  };
  bus = { ...opened, publish };
  clock = createManualClock();
  warnings = [];
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((runtime) => runtime.stop()));
  await bus.close();
  await store.close();
  await folder.remove();
});

const create = (timers: readonly Timer[], deps: { store?: Store; bus?: EventBus } = {}) => {
  const module = defineService({
    name: 'task',
    collections: [reviews],
    ownData: [withheld('a test', reviews)],
    create: () => ({ operations: {} as never, consumers: [], timers }),
  });
  return createServiceRuntime(module, { settings: testSettings(), store, bus, clock, ids, log, ...deps });
};
const start = async (timers: readonly Timer[], deps: { store?: Store; bus?: EventBus } = {}) => {
  const runtime = await create(timers, deps);
  running.push(runtime);
  await runtime.start();
  return runtime;
};

/** A timer that waits for events, and a log with `lag` events that are not handled. */
const startBehind = async (lag: () => number, fire = close) => {
  const module = defineService({
    name: 'task',
    collections: [reviews],
    ownData: [withheld('a test', reviews)],
    create: () => ({
      operations: {} as never,
      consumers: [on('task.edited', [], async () => {})],
      timers: [closing(fire, { waitsForEvents: true })],
    }),
  });
  const behind: EventBus = { ...bus, lag: async () => ({ task: lag() }) };
  const deps = { settings: testSettings(), store, bus: behind, clock, ids, log };
  const runtime = await createServiceRuntime(module, deps);
  running.push(runtime);
  await runtime.start();
};

/** The store, with `found` called after each search for reviews. */
const observed = (found: (count: number) => Promise<void>, more: Partial<Store> = {}): Store => ({
  ...store,
  ...more,
  collection: (spec) => {
    const inner = store.collection(spec);
    if (spec.name !== reviews.name) return inner;
    const find: typeof inner.find = async (...args) => {
      const documents = await inner.find(...args);
      await found(documents.length);
      return documents;
    };
    return { ...inner, find };
  },
});

const idle = async () => {
  for (const runtime of running) await runtime.timersIdle();
  await new Promise((resolve) => setImmediate(resolve));
};
/** What falls due within `ms` fires once; of each timer only the first batch. */
const pass = async (ms: number) => {
  await clock.leap(ms);
  await idle();
};
const nextBatch = async () => {
  await clock.advance(0);
  await idle();
};
const put = (count: number, more: Partial<Review> = {}) =>
  store
    .collection(reviews)
    .insertMany(
      Array.from({ length: count }, (_, n) => ({
        _id: `r${String(n).padStart(4, '0')}`,
        status: 'pending' as const,
        closesAt: clock.now() + DAY_MS + n,
        ...more,
      })),
    );
const idsOf = async (status: Review['status']) =>
  (await store.collection(reviews).find({ status }, { sort: { _id: 1 } })).map(({ _id }) => _id);
const closed = () => idsOf('closed');
const allPublished = async (count: number) => {
  for (let round = 0; round < 500 && published.length < count; round++) {
    await clock.advance(100);
    await pause(2);
  }
  return published;
};

describe('a timer', () => {
  it('fires at the deadline, once, not before', async () => {
    await start([closing()]);
    await put(1);
    await pass(DAY_MS - 1);
    expect(await closed()).toEqual([]);
    await pass(SWEEP_EVERY_MS);
    expect(await closed()).toEqual(['r0000']);
    await pass(DAY_MS);
    expect(await allPublished(1)).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it('counts the deadline from the time in the field', async () => {
    const late = timer({
      name: 'late',
      emits: [],
      of: reviews,
      deadline: 'closesAt',
      after: DAY_MS,
      fire: async (unit, { _id }) => void (await unit.collection(reviews).deleteOne({ _id })),
    });
    const runtime = await start([late]);
    await put(1);
    await pass(2 * DAY_MS - 1);
    expect(await idsOf('pending')).toEqual(['r0000']);
    await clock.leap(1500);
    expect(await runtime.overdue()).toMatchObject({ late: 1.499 });
    await pass(SWEEP_EVERY_MS);
    expect(await idsOf('pending')).toEqual([]);
  });

  it('causes events of no actor, each firing with a correlation of its own', async () => {
    await start([closing()]);
    await put(2);
    await pass(2 * DAY_MS);
    const events = await allPublished(2);
    expect(events).toMatchObject([
      { aggregateId: 'r0000', actor: null, causationId: null },
      { aggregateId: 'r0001', actor: null, causationId: null },
    ]);
    expect(new Set(events.map(({ correlationId }) => correlationId)).size).toBe(2);
  });

  it('fires the oldest deadline first', async () => {
    await start([closing()]);
    for (const [_id, closesAt] of [
      ['b', 2],
      ['c', 1],
      ['a', 2],
    ] as const)
      await store.collection(reviews).insertOne({ _id, status: 'pending', closesAt });
    await pass(SWEEP_EVERY_MS);
    expect((await allPublished(3)).map(({ aggregateId }) => aggregateId)).toEqual(['c', 'a', 'b']);
  });

  it('fires after a start what fell due while the service was stopped', async () => {
    const first = await start([closing()]);
    await put(3);
    await first.stop();
    await pass(7 * DAY_MS);
    expect(await closed()).toEqual([]);
    running = [];
    await start([closing()]);
    await pass(SWEEP_EVERY_MS);
    expect(await closed()).toHaveLength(3);
  });

  it('does nothing when the document has moved since it was found', async () => {
    let fired = 0;
    const moving = observed(async () => {
      await store.collection(reviews).updateOne({ _id: 'r0000' }, { $set: { status: 'closed' } });
      await store.collection(reviews).updateOne({ _id: 'r0001' }, { $inc: { closesAt: DAY_MS } });
    });
    const counting = closing(async (...args) => {
      fired += 1;
      return close(...args);
    });
    await start([counting], { store: moving });
    await put(3);
    await pass(DAY_MS + SWEEP_EVERY_MS);
    expect(fired).toBe(1);
    expect(await closed()).toEqual(['r0000', 'r0002']);
  });

  it('fires once when two replicas of a shared store have found the same documents', async () => {
    let arrived = 0;
    let open = () => {};
    const bothHaveFound = new Promise<void>((resolve) => {
      open = resolve;
    });
    const replica = observed(
      async () => {
        if (++arrived >= 2) open();
        await bothHaveFound;
      },
      { shared: true },
    );
    await start([closing()], { store: replica });
    await start([closing()], { store: replica });
    await put(20);
    await pass(2 * DAY_MS);
    expect(arrived).toBe(2);
    expect(await closed()).toHaveLength(20);
    await allPublished(20);
    await pass(DAY_MS);
    expect(published.map(({ aggregateId }) => aggregateId).sort()).toEqual(await closed());
    expect(warnings).toEqual([]);
  });

  it('catches up in batches, without a pause but with a yield between them', async () => {
    const reads: number[] = [];
    const counted = observed(async (count) => {
      reads.push(count);
    });
    await start([closing()], { store: counted });
    // Batches end within documents of the same deadline.
    await put(1000, { closesAt: clock.now() + DAY_MS });
    await pass(7 * DAY_MS);
    const until = clock.now();
    for (let batch = 1; batch <= 10; batch++) {
      expect(await closed()).toHaveLength(batch * BATCH);
      await nextBatch();
    }
    expect(clock.now()).toBe(until);
    expect(reads).toEqual([...Array(10).fill(BATCH), 0]);
    expect(warnings).toEqual([]);
  });

  it('stops between two documents, and the next start continues', async () => {
    let stopped: Promise<void> | undefined;
    const first = await start([
      closing(async (unit, review, now) => {
        await close(unit, review, now);
        stopped ??= first.stop();
      }),
    ]);
    await put(5);
    await pass(2 * DAY_MS);
    await stopped;
    expect(await closed()).toEqual(['r0000']);
    running = [];
    await start([closing()]);
    await pass(SWEEP_EVERY_MS);
    expect(await closed()).toHaveLength(5);
  });

  it('waits while events are not handled, where it says so', async () => {
    let lag = 1;
    await startBehind(() => lag);
    await put(1);
    await pass(2 * DAY_MS);
    expect(await closed()).toEqual([]);
    lag = 0;
    await pass(SWEEP_EVERY_MS);
    expect(await closed()).toEqual(['r0000']);
  });
});

describe('a document that cannot be fired', () => {
  it('delays no other, is retried after a growing pause, and fires once its cause is gone', async () => {
    let isBroken = true;
    const tries: number[] = [];
    const started = clock.now() + DAY_MS;
    await start([
      closing(async (unit, review, now) => {
        if (review._id === 'r0000') tries.push((now - started) / 1000);
        if (isBroken && review._id < 'r0150') throw new Error('cannot do it');
        await close(unit, review, now);
      }),
    ]);
    await put(151, { closesAt: started });
    await clock.leap(DAY_MS);
    await idle();
    await nextBatch();
    expect(await closed()).toEqual(['r0150']);
    for (let sweep = 0; sweep < 15; sweep++) {
      await pass(SWEEP_EVERY_MS);
      await nextBatch();
    }
    expect(tries).toEqual([0, 5, 15, 35, 75]);
    expect(warnings.slice(0, 2)).toMatchObject([
      { timer: 'reviews', documents: ['r0000'], failures: 1, err: new Error('cannot do it') },
      { timer: 'reviews', documents: ['r0001'], failures: 1 },
    ]);
    isBroken = false;
    await pass(10 * 60_000);
    await nextBatch();
    expect(await closed()).toHaveLength(151);
  });

  it.each([
    [
      'emits what is not declared',
      'emitted but not declared',
      async (unit: Unit<never>) => (unit as Unit).emit('task.deleted', 'r0000', {} as never),
    ],
    ['leaves the document due', 'left r0000 due', async () => {}],
  ])('because `fire` %s commits nothing', async (_, reason, fault) => {
    const fire: Fire = async (unit, review, now) => {
      if (review._id === 'r0000') {
        unit.emit('task.edited', 'r0000', { taskId: 'r0000', title: 'lost' });
        return fault(unit as Unit<never>);
      }
      return close(unit, review, now);
    };
    await start([closing(fire)]);
    await put(2);
    await pass(2 * DAY_MS);
    expect(await closed()).toEqual(['r0001']);
    expect((await allPublished(1)).map(({ aggregateId }) => aggregateId)).toEqual(['r0001']);
    expect(warnings).toEqual([
      expect.objectContaining({ err: expect.objectContaining({ message: expect.stringContaining(reason) }) }),
    ]);
  });

  it('records no failure when the store is unavailable, and continues in the next sweep', async () => {
    let isAway = true;
    await start([
      closing(async (...args) => {
        if (isAway) throw new StoreUnavailableError('away');
        return close(...args);
      }),
    ]);
    await put(3);
    await pass(2 * DAY_MS);
    expect(warnings).toEqual([{ timer: 'reviews', err: new StoreUnavailableError('away') }]);
    isAway = false;
    await pass(SWEEP_EVERY_MS);
    expect(await closed()).toHaveLength(3);
  });
});

describe('the pause of a document that cannot be fired', () => {
  const tries: number[] = [];
  const failing: Fire = async (_unit, _review, now) => {
    tries.push(now / 1000);
    throw new Error('cannot do it');
  };
  beforeEach(() => tries.splice(0));
  const seconds = () => tries.map((time) => time - (tries[0] ?? 0));

  it('grows although pending events interrupt the sweeps between', async () => {
    let lag = 0;
    await startBehind(() => lag, failing);
    await put(1);
    await pass(2 * DAY_MS);
    for (lag of [1, 0, 0, 0]) await pass(SWEEP_EVERY_MS);
    expect(seconds()).toEqual([0, 10, 20]);
  });

  it('grows although the store is unavailable for others', async () => {
    let isAway = false;
    await start([
      closing(async (unit, review, now) => {
        if (review._id === 'r0000') return failing(unit, review, now);
        if (isAway) throw new StoreUnavailableError('away');
      }),
    ]);
    await put(2);
    await pass(2 * DAY_MS);
    for (isAway of [true, true, true, true]) await pass(SWEEP_EVERY_MS);
    expect(seconds()).toEqual([0, 5, 15]);
  });
});

describe('an effect outside the transaction', () => {
  it('runs after the commit, again after a failure, and ends with a write', async () => {
    const seen: string[] = [];
    let isBroken = true;
    const closingFiles = timer({
      name: 'reviews',
      emits: [],
      of: reviews,
      deadline: 'closesAt',
      where: { status: 'pending' },
      fire: async (unit, { _id }) => {
        await unit.collection(reviews).updateOne({ _id }, { $set: { closesAt: 1 } });
        return async () => {
          const now = await store.collection(reviews).findOne({ _id });
          seen.push(`${_id} ${now?.closesAt}`);
          if (isBroken) throw new Error('the disk is full');
          await store.collection(reviews).updateOne({ _id }, { $set: { status: 'closed' } });
        };
      },
    });
    await start([closingFiles]);
    await put(1);
    await pass(2 * DAY_MS);
    expect([seen, await closed()]).toEqual([['r0000 1'], []]);
    expect(warnings).toMatchObject([{ err: new Error('the disk is full') }]);
    isBroken = false;
    await pass(SWEEP_EVERY_MS);
    expect([seen, await closed()]).toEqual([['r0000 1', 'r0000 1'], ['r0000']]);
    await pass(DAY_MS);
    expect(seen).toHaveLength(2);
  });

  it('that finds its engine unavailable delays no other document', async () => {
    let tries = 0;
    await start([
      timer({
        name: 'reviews',
        emits: [],
        of: reviews,
        deadline: 'closesAt',
        where: { status: 'pending' },
        fire:
          async (_unit, { _id }) =>
          async () => {
            if (_id === 'r0000') {
              tries += 1;
              throw new StoreUnavailableError('images: no answer within 10 s');
            }
            await store.collection(reviews).updateOne({ _id }, { $set: { status: 'closed' } });
          },
      }),
    ]);
    await put(3);
    await pass(2 * DAY_MS);
    expect(await closed()).toEqual(['r0001', 'r0002']);
    for (let sweep = 0; sweep < 7; sweep++) await pass(SWEEP_EVERY_MS);
    expect(tries).toBe(4);
  });
});

describe('an expiry', () => {
  const expiring = expiry({
    name: 'old',
    of: reviews,
    deadline: 'closesAt',
    after: DAY_MS,
    where: { status: 'closed' },
  });

  it('deletes what is due, in batches', async () => {
    await start([expiring]);
    await put(250, { status: 'closed', closesAt: clock.now() });
    await store.collection(reviews).insertOne({ _id: 'later', status: 'closed', closesAt: clock.now() + DAY_MS });
    await store.collection(reviews).insertOne({ _id: 'other', status: 'pending', closesAt: 0 });
    await pass(DAY_MS);
    expect(await store.collection(reviews).countDocuments({})).toBe(152);
    await nextBatch();
    await nextBatch();
    expect([await idsOf('closed'), await idsOf('pending')]).toEqual([['later'], ['other']]);
  });

  it('keeps what has moved since it was found', async () => {
    await create([expiring]);
    await put(2, { status: 'closed', closesAt: 0 });
    const found = await expiring.due(store, DAY_MS, { limit: 10 });
    expect(found).toEqual([
      { id: 'r0000', deadline: DAY_MS },
      { id: 'r0001', deadline: DAY_MS },
    ]);
    await store.collection(reviews).updateOne({ _id: 'r0000' }, { $set: { closesAt: 1 } });
    await store.transaction((tx) => expiring.fire(tx as Transaction as Unit, ['r0000', 'r0001'], DAY_MS));
    expect(await idsOf('closed')).toEqual(['r0000']);
  });
});

describe('the timers of a service', () => {
  it('tell how long the oldest deadline is overdue, or that it cannot be read', async () => {
    const runtime = await create([closing()]);
    expect(await runtime.overdue()).toEqual({ 'idempotency-records': 0, reviews: 0 });
    await put(2);
    await clock.leap(DAY_MS + 2000);
    expect(await runtime.overdue()).toEqual({ 'idempotency-records': 0, reviews: 2 });
    await store.close();
    expect(await runtime.overdue()).toEqual({ 'idempotency-records': Number.NaN, reviews: Number.NaN });
    store = await openTestStore(folder.path('task.sqlite'));
  });

  it('have unique names', async () => {
    await expect(create([closing(), closing()])).rejects.toThrow('two timers of one service have the same name');
  });

  it('need an index that leads to the deadline', () => {
    const withIndexes = (indexes: Parameters<typeof collection<Review>>[1]) => () =>
      expiry({
        name: 'old',
        of: collection<Review>('reviews', indexes),
        deadline: 'closesAt',
        where: { status: 'closed' },
      });
    for (const indexes of [
      [{ key: { status: 1, closesAt: 1 } }],
      [{ key: { closesAt: 1 } }],
      [{ key: { closesAt: 1 }, partialFilterExpression: { status: 'closed' } }],
    ] as const)
      expect(withIndexes(indexes)).not.toThrow();
    for (const indexes of [
      [],
      [{ key: { status: 1 } }],
      [{ key: { _id: 1, closesAt: 1 } }],
      [{ key: { closesAt: 1 }, partialFilterExpression: { status: 'pending' } }],
    ] as const)
      expect(withIndexes(indexes)).toThrow('timer old: reviews has no index that leads to closesAt');
  });
});
