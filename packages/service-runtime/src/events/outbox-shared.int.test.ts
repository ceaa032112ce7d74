// Runs on MongoDB and Kafka too: processes that share a store.
import { eventually, pause } from '@piecework/base/testing';
import type { EventRecord } from '@piecework/event-log';
import {
  breakable,
  cause,
  effectsOf,
  intercepted,
  newService,
  type OwnService,
  recordEffect,
} from '../../testing/events';
import { heartbeats, startHeartbeat } from '../heartbeat/heartbeat';
import { on } from './consumer';
import type { Consumption } from './inbox';
import { createRelay, outboxRows, outboxTakeover, type Relay, sharedOutboxRows } from './outbox';
import { createTransact, createTransactBatch } from './transact';
import type { Transact } from './unit';

const BEAT_MS = 150;

let service: OwnService;
let relays: Pick<Relay, 'stop'>[];
let consumption: Consumption | undefined;

beforeEach(async () => {
  service = await newService();
  await service.store.prepare([sharedOutboxRows, heartbeats]);
  relays = [];
  consumption = undefined;
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await consumption?.stop();
  await service.remove();
});

/** One of several replicas over one store. */
interface Process {
  owner: string;
  transact: Transact;
  relay: Pick<Relay, 'stop'>;
}
type Deps = Partial<Parameters<typeof createRelay>[0]>;

const startProcess = (owner: string, deps: Deps = {}): Process => {
  const { clock, log, ids } = service;
  const own = { store: service.store, bus: service.bus, clock, log, ...deps };
  const { wake, stop } = createRelay({ ...own, owner });
  const takeover = outboxTakeover({ ...own, owner, wake });
  const heartbeat = startHeartbeat({ ...own, instance: owner, announcement: {}, takeover, beatMs: BEAT_MS });
  const relay = { stop: () => stop().then(heartbeat.stop) };
  relays.push(relay);
  const transactBatch = createTransactBatch({ store: service.store, ids, clock, owner, onCommit: wake });
  return { owner, relay, transact: createTransact(transactBatch, clock) };
};
/** A crashed replica: emits events and does not publish them. */
const madeByTheDead = (owner: string) => {
  const { store, clock, ids } = service;
  return createTransact(createTransactBatch({ store, ids, clock, owner }), clock);
};
const edit = (by: Transact, title: string, key = 'task-1') =>
  by(cause, ['task.edited'], async (unit) => unit.emit('task.edited', key, { taskId: key, title }));

const inLog = async (): Promise<string[]> => {
  const got: string[] = [];
  const { caughtUp, stop } = await service.bus.subscribe({
    group: null,
    topics: ['task'],
    handler: async ({ value }) => void got.push(JSON.parse(value).data.title),
  });
  await caughtUp;
  await stop();
  return got;
};
const logged = (...titles: string[]) =>
  eventually(async () => (await inLog()).join() === titles.join(), `${titles} in the log`);
const titlesOf = (records: readonly EventRecord[]) =>
  records.map(({ value }) => JSON.parse(value).data.title as string);
const instances = async () => (await service.store.collection(heartbeats).find({})).map(({ _id }) => _id);

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const asked: string[] = [];
  const bus = intercepted(service.bus, async (records) => {
    asked.push(...titlesOf(records));
    await opened;
    await service.bus.publish(records);
  });
  return { bus, asked, open };
};

describe('an outbox that several processes share', () => {
  it('is published by each process for its own events, without repeats', async () => {
    const published: Record<string, string[]> = { a: [], b: [] };
    const noting = (owner: string) =>
      intercepted(service.bus, async (records) => {
        published[owner]?.push(...titlesOf(records));
        await service.bus.publish(records);
      });
    const [a, b] = [startProcess('a', { bus: noting('a') }), startProcess('b', { bus: noting('b') })];
    for (let i = 0; i < 20; i++) {
      await Promise.all([edit(a.transact, `a${i}`, 'task-a'), edit(b.transact, `b${i}`, 'task-b')]);
    }
    await eventually(async () => (await inLog()).length === 40, '40 events');
    await pause(10 * BEAT_MS);
    const titles = (of: string) => Array.from({ length: 20 }, (_, i) => `${of}${i}`);
    expect(published).toEqual({ a: titles('a'), b: titles('b') });
    expect((await instances()).sort()).toEqual(['a', 'b']);
  });

  it.each(['without a sign of it', 'whose count stands still'])(
    'is taken over from a dead process, %s',
    async (how) => {
      const dead = madeByTheDead('dead');
      await edit(dead, 'one');
      await edit(dead, 'two');
      if (how.includes('count')) await service.store.collection(heartbeats).insertOne({ _id: 'dead', beats: 9 });
      const { transact } = startProcess('b');
      await edit(transact, 'other', 'task-2');
      await logged('other', 'one', 'two');
      // Its transaction commits after the takeover began.
      await edit(dead, 'three');
      await logged('other', 'one', 'two', 'three');
    },
  );

  it('is not taken over from a live process that cannot publish', async () => {
    const { bus, open } = gate();
    const { transact } = startProcess('a', { bus });
    startProcess('b');
    await edit(transact, 'one');
    await pause(20 * BEAT_MS);
    expect(await service.store.collection(outboxRows).find({})).toMatchObject([{ owner: 'a' }]);
    open();
    await logged('one');
  });

  it('keeps the order of a key over the events of different processes', async () => {
    const slow = gate();
    const a = startProcess('a', { bus: slow.bus });
    const b = startProcess('b');
    await edit(a.transact, 'made first');
    await edit(b.transact, 'made second');
    await edit(b.transact, 'made third');
    await edit(b.transact, 'elsewhere', 'task-2');
    await logged('elsewhere');
    await pause(10 * BEAT_MS);
    expect(await inLog()).toEqual(['elsewhere']);
    slow.open();
    await logged('elsewhere', 'made first', 'made second', 'made third');
  });

  it('does not block other keys, however many events wait', async () => {
    const slow = gate();
    const a = startProcess('a', { bus: slow.bus });
    const b = startProcess('b');
    await edit(a.transact, 'first');
    await b.transact(cause, ['task.edited'], async (unit) => {
      for (let i = 0; i < 600; i++) unit.emit('task.edited', 'task-1', { taskId: 'task-1', title: `later ${i}` });
    });
    await edit(b.transact, 'elsewhere', 'task-2');
    await logged('elsewhere');
    slow.open();
    await eventually(async () => (await inLog()).length === 602, 'all of them');
    // With one partition per key the order between keys is undefined.
    expect((await inLog()).filter((title) => title !== 'elsewhere')).toEqual([
      'first',
      ...Array.from({ length: 600 }, (_, i) => `later ${i}`),
    ]);
  });

  it('stays correct when a paused process resumes after a takeover', async () => {
    const frozen = gate();
    const { store, setDown } = breakable(service.store);
    const a = startProcess('a', { bus: frozen.bus, store });
    const b = startProcess('b');
    await edit(a.transact, 'one');
    await eventually(() => frozen.asked.length === 1, 'it to publish');
    setDown(true);
    await edit(madeByTheDead('a'), 'two');
    await logged('one', 'two');
    await edit(b.transact, 'three');
    await logged('one', 'two', 'three');
    setDown(false);
    frozen.open();
    // It repeats its batch; other replicas see its heartbeat only a moment later.
    await edit(a.transact, 'four');
    await eventually(async () => (await inLog()).includes('four'), 'four in the log');
    expect((await inLog()).slice(0, 4)).toEqual(['one', 'two', 'three', 'one']);
    consumption = service.consume([
      on('task.edited', [], (event, unit) => recordEffect(unit, event.aggregateId, event.data.title)),
    ]);
    await consumption.start();
    await consumption.caughtUp();
    expect(await effectsOf(service.store)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('is empty after an orderly stop, heartbeat included', async () => {
    const { bus, open, asked } = gate();
    const { transact, relay } = startProcess('a', { bus });
    await edit(transact, 'one');
    await eventually(() => asked.length === 1, 'it to publish');
    await edit(transact, 'two');
    const stopped = relay.stop();
    open();
    await stopped;
    expect(await inLog()).toEqual(['one', 'two']);
    expect(await service.store.collection(outboxRows).find({})).toEqual([]);
    expect(await instances()).toEqual([]);
  });

  it('is taken over from a process that stops while the log is unavailable', async () => {
    const bus = intercepted(service.bus, () => Promise.reject(new Error('away')));
    const { transact, relay } = startProcess('a', { bus });
    await edit(transact, 'one');
    await relay.stop();
    expect(await inLog()).toEqual([]);
    startProcess('b');
    await logged('one');
  });

  it('keeps all owners while the store is unavailable', async () => {
    const { store, setDown } = breakable(service.store);
    const slow = gate();
    const a = startProcess('a', { bus: slow.bus, store });
    startProcess('b', { store });
    await edit(a.transact, 'one');
    await eventually(async () => (await instances()).length === 2, 'both to be seen');
    setDown(true);
    await pause(20 * BEAT_MS);
    setDown(false);
    await pause(5 * BEAT_MS);
    expect(await service.store.collection(outboxRows).find({})).toMatchObject([{ owner: 'a' }]);
    slow.open();
    await logged('one');
  });
});
