import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIds, silentLog } from '@piecework/base';
import { createManualClock, eventually } from '@piecework/base/testing';
import { testSettings } from '@piecework/config/testing';
import type { EventBus } from '@piecework/event-log';
import { openSqliteBus } from '@piecework/event-log/sqlite';
import { actor } from '@piecework/identity/testing';
import { collection, type Document, type Store } from '@piecework/store';
import { openTestStore, removeTestFolder } from '@piecework/store/testing';
import { on } from './events/consumer';
import { inboxRows } from './events/inbox';
import { outboxRows } from './events/outbox';
import { IDEMPOTENCY_TTL, idempotencyRecords } from './http/idempotency';
import type { IntegrityPart } from './integrity';
import { withheld } from './own-data';
import { collectionsOf, createServiceRuntime, UnknownInternalCallError } from './runtime';
import { defineService, internally, type Service } from './service';
import { SWEEP_EVERY_MS } from './timers/sweep';

const titles = collection<Document & { title: string }>('titles');

const bare: Service<'task'> = { operations: {} as never, consumers: [] };

let folder: string;
let store: Store;
let bus: EventBus;
const clock = createManualClock();
const ids = createIds();
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-runtime-'));
  store = await openTestStore(join(folder, 'task.sqlite'));
  bus = await openSqliteBus({ file: join(folder, 'events.sqlite') });
});
afterEach(async () => {
  await bus.close();
  await store.close();
  await removeTestFolder(folder);
});

const start = (parts: Partial<Service<'task'>> = {}, log = silentLog) =>
  createServiceRuntime(
    defineService({
      name: 'task',
      collections: [titles],
      ownData: [withheld('a test', titles)],
      create: () => ({ ...bare, ...parts }),
    }),
    { settings: testSettings(), store, bus, clock, ids, log },
  );

const emitting = {
  internal: {
    edit: internally(['task.edited'], ({ title }, { transact }) =>
      transact(async (unit) => {
        unit.emit('task.edited', 'task-1', { taskId: 'task-1', title: String(title) });
        return { edited: true };
      }),
    ),
  },
};
const titleConsumer = {
  consumers: [
    on('task.edited', [], async ({ eventId, data }, unit) =>
      unit.collection(titles).insertOne({ _id: eventId, title: data.title }),
    ),
  ],
};
const handledTitles = async () =>
  (await store.collection(titles).find({}, { sort: { _id: 1 } })).map(({ title }) => title);

/** Advances the manual clock, which drives relay and consumers. */
const advanceUntil = (isMet: () => Promise<boolean>) =>
  eventually(async () => {
    await clock.advance(10);
    return isMet();
  });

describe('a running service', () => {
  test('prepares its own collections and those of the runtime', () => {
    const names = collectionsOf({ collections: [titles, idempotencyRecords] }).map(({ name }) => name);
    expect(names.sort()).toEqual([
      'adminActs',
      'attempts',
      'counters',
      'idempotency',
      'inbox',
      'outbox',
      'parked',
      'quarantined',
      'titles',
    ]);
  });

  test('publishes and consumes only after its start', async () => {
    const runtime = await start({ ...emitting, ...titleConsumer });
    expect(await runtime.internal('edit', { title: 'first' })).toEqual({ edited: true });
    await clock.advance(5000);
    expect(await runtime.gauges.piecework_outbox_pending?.value()).toBe(1);
    expect(await handledTitles()).toEqual([]);
    await runtime.start();
    await advanceUntil(async () => (await handledTitles()).length === 1);
    await runtime.internal('edit', { title: 'second' });
    await advanceUntil(async () => (await handledTitles()).length === 2);
    expect(await store.collection(inboxRows).countDocuments({})).toBe(2);
    await runtime.stop();
  });

  test('consumes nothing before its own start has ended, nor when that fails', async () => {
    const seen: string[] = [];
    const own = (isFine: boolean) => ({
      ...titleConsumer,
      ...emitting,
      start: async () => {
        seen.push(...(await handledTitles()));
        if (!isFine) throw new Error('not now');
      },
    });
    const first = await start(own(false));
    await first.internal('edit', { title: 'one' });
    await expect(first.start()).rejects.toThrow('not now');
    await first.stop();
    expect(await handledTitles()).toEqual([]);
    const second = await start(own(true));
    await second.start();
    await advanceUntil(async () => (await handledTitles()).length === 1);
    expect(seen).toEqual([]);
    await second.stop();
  });

  test('continues after a restart', async () => {
    const first = await start({ ...emitting, ...titleConsumer });
    await first.start();
    await first.internal('edit', { title: 'first' });
    await advanceUntil(async () => (await handledTitles()).length === 1);
    await first.stop();
    await first.internal('edit', { title: 'while it was stopped' });
    await clock.advance(5000);
    expect(await first.gauges.piecework_outbox_pending?.value()).toBe(1);
    const [{ value = '' } = {}] = await store.collection(outboxRows).find({});
    await bus.publish([{ topic: 'task', key: 'task-1', value }]);
    await clock.advance(5000);
    expect(await handledTitles()).toEqual(['first']);
    const second = await start({ ...emitting, ...titleConsumer });
    await second.start();
    await advanceUntil(async () => (await handledTitles()).length === 2);
    expect(await handledTitles()).toEqual(['first', 'while it was stopped']);
    await second.stop();
  });

  test('can be stopped without a start', async () => {
    await (await start(titleConsumer)).stop();
  });

  test('is ready when store and log answer', async () => {
    const runtime = await start();
    await runtime.ready();
    await bus.close();
    await expect(runtime.ready()).rejects.toThrow('closed');
  });

  test('reports pending events', async () => {
    const runtime = await start({ ...emitting, ...titleConsumer });
    const gauges = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(runtime.gauges).map(async ([name, { value }]) => [name, await value()])),
      );
    expect(await gauges()).toMatchObject({ piecework_outbox_pending: 0, piecework_outbox_oldest_seconds: 0 });
    await runtime.internal('edit', { title: 'T' });
    await clock.advance(1500);
    await runtime.internal('edit', { title: 'T' });
    expect(await gauges()).toEqual({
      piecework_outbox_pending: 2,
      piecework_outbox_oldest_seconds: 1.5,
      piecework_events_parked: 0,
      piecework_events_waiting: 0,
      piecework_records_quarantined: 0,
      piecework_consumer_lag: 0,
    });
  });

  test('reports the gauges of the service', async () => {
    const runtime = await start({ gauges: { own: { help: 'Its own', value: async () => 7 } } });
    expect(await runtime.gauges.own?.value()).toBe(7);
  });

  test('checks the invariants of the service until its stop', async () => {
    let checks = 0;
    const holds = async () => ++checks > 0;
    const runtime = await start({ invariantChecks: { check: { help: 'Whether', holds } } });
    await runtime.start();
    await clock.advance(5_000);
    expect(await runtime.gauges.check?.value()).toBe(1);
    await runtime.stop();
    await clock.advance(600_000);
    expect(checks).toBe(1);
  });
});

describe('an internal call', () => {
  test('of an unknown name throws, names of Object.prototype included', async () => {
    const runtime = await start();
    for (const name of ['nothing', 'toString', '__proto__', 'constructor'])
      await expect(runtime.internal(name, {})).rejects.toThrow(UnknownInternalCallError);
  });

  test('may emit declared events only', async () => {
    const undeclared = internally([], (_args, { transact }) =>
      transact(async (unit) => unit.emit('task.deleted' as never, 'task-1', {} as never)),
    );
    const runtime = await start({ internal: { undeclared } });
    await expect(runtime.internal('undeclared', {})).rejects.toThrow('emitted but not declared');
    expect(await runtime.gauges.piecework_outbox_pending?.value()).toBe(0);
  });

  test('integrity has the sums of the service, and whether its events are handled and published', async () => {
    const runtime = await start({
      ...emitting,
      integrity: async () => ({ coins: { places: 3 } }),
      invariantChecks: { piecework_all_well: { help: 'Whether', holds: async () => true } },
    });
    const integrity = () => runtime.internal('integrity', {});
    expect(await integrity()).toEqual({
      coins: { places: 3 },
      checks: [{ name: 'all-well', state: 'unknown' }],
      overdue: [],
      parked: { events: 0, waiting: 0 },
      isSettled: true,
    });
    await runtime.internal('edit', { title: 'T' });
    expect(await integrity()).toMatchObject({ isSettled: false });
    await runtime.start();
    await advanceUntil(async () => ((await integrity()) as { isSettled: boolean }).isSettled);
    await runtime.stop();
  });

  test('integrity names the timers that are overdue for more than a minute', async () => {
    const reading = await start();
    const at = clock.now() + 1000 - IDEMPOTENCY_TTL;
    const since = new Date(at + IDEMPOTENCY_TTL).toISOString();
    await store.collection(idempotencyRecords).insertOne({ _id: 'a', hash: '', result: null, at });
    const overdue = async () => ((await reading.internal('integrity', {})) as IntegrityPart).overdue;
    await clock.advance(61_000);
    expect(await overdue()).toEqual([]);
    await clock.advance(1);
    expect(await overdue()).toEqual([{ timer: 'idempotency-records', since }]);
  });

  test('totals are answered by every service, possibly empty', async () => {
    const who = actor('buyer');
    const telling = await start({ totals: async ({ userId }) => ({ buyer: { tasks: userId.length } as never }) });
    expect(await telling.internal('totals', { actor: who })).toEqual({ buyer: { tasks: who.userId.length } });
    expect(await (await start()).internal('totals', { actor: who })).toEqual({});
  });

  test('parked events are listed by every service, and an unknown one cannot be retried', async () => {
    const runtime = await start();
    expect(await runtime.internal('parked', {})).toEqual([]);
    expect(await runtime.internal('retryParked', { id: 'task:task:1' })).toMatchObject({
      ok: false,
      code: 'not-found',
    });
  });
});

describe('stored responses', () => {
  const kept = async () => (await store.collection(idempotencyRecords).find({})).map(({ _id }) => _id).sort();

  test('are deleted after a day', async () => {
    const keep = (_id: string) =>
      store.collection(idempotencyRecords).insertOne({ _id, hash: '', result: null, at: clock.now() });
    const runtime = await start();
    await runtime.start();
    const pass = async (ms: number) => {
      await clock.leap(ms);
      await runtime.timersIdle();
    };
    await keep('old');
    await pass(IDEMPOTENCY_TTL - 1);
    await keep('new');
    expect(await kept()).toEqual(['new', 'old']);
    await pass(SWEEP_EVERY_MS);
    expect(await kept()).toEqual(['new']);
    await runtime.stop();
    await pass(2 * IDEMPOTENCY_TTL);
    expect(await kept()).toEqual(['new']);
  });
});
