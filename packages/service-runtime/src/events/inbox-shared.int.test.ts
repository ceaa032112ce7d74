import { eventually } from '@piecework/base/testing';
import type { EventEnvelope } from '@piecework/contracts';
import type { DeliveredRecord, EventBus, EventRecord } from '@piecework/event-log';
import { type Store, StoreUnavailableError } from '@piecework/store';
import { editedRecord, effectsOf, newService, type OwnService, recordEffect } from '../../testing/events';
import { attemptsRows } from './attempts';
import { on } from './consumer';
import { type Consumption, inboxRows } from './inbox';
import { parkedRows } from './parked.store';
import type { Unit } from './unit';

let service: OwnService;
let running: Process[];
let poison: Set<string>;

beforeEach(async () => {
  service = await newService();
  running = [];
  poison = new Set();
});
afterEach(async () => {
  await Promise.all(running.map(({ consumption }) => consumption.stop()));
  await service.remove();
});

/** One replica; the test delivers its records, like a log whose partitions move between replicas. */
interface Process {
  consumption: Consumption;
  hand(...records: EventRecord[]): Promise<void>;
  catchUp(): void;
}

type Handler = (event: EventEnvelope<'task.edited'>, unit: Unit<never>) => Promise<void>;
const effect: Handler = async (event, unit) => {
  await recordEffect(unit, event.aggregateId, event.data.title);
  if (poison.has(event.data.title)) throw new Error(`cannot do ${event.data.title}`);
};

const startProcess = async (options: { handle?: Handler; maxAttempts?: number } = {}): Promise<Process> => {
  const { handle = effect, maxAttempts = 1 } = options;
  let catchUp = () => {};
  let handler: (record: DeliveredRecord) => Promise<void> = async () => {};
  const bus: EventBus = {
    ...service.bus,
    subscribe: async (subscription) => {
      handler = subscription.handler;
      const caughtUp = new Promise<void>((resolve) => {
        catchUp = resolve;
      });
      return { caughtUp, stop: async () => {} };
    },
  };
  const store: Store = { ...service.store, shared: true };
  const consumption = service.consume([on('task.edited', [], handle)], { store, bus, maxAttempts });
  await consumption.start();
  const hand = async (...records: EventRecord[]) => {
    for (const record of records) await handler({ ...record, position: '1' });
  };
  const started = { consumption, hand, catchUp: () => catchUp() };
  running.push(started);
  return started;
};
const records = (key: string, ...titles: string[]) => titles.map((title) => editedRecord(key, title));
const idOf = ({ value }: EventRecord): string => JSON.parse(value).eventId;
const effects = () => effectsOf(service.store);
const attemptsLeft = async () =>
  (await service.store.collection(attemptsRows).find({})).map(({ attempts }) => attempts);

describe('consumers that share a store', () => {
  it('handle an event once that both receive', async () => {
    const [a, b] = [await startProcess(), await startProcess()];
    const same = records('a', 'a0', 'a1', 'a2');
    await Promise.all([a.hand(...same), b.hand(...same)]);
    await b.hand(...same);
    expect(await effects()).toEqual(['a0', 'a1', 'a2']);
    expect(await service.store.collection(inboxRows).countDocuments({})).toBe(3);
  });

  it('queue an event behind one that another process has parked', async () => {
    poison.add('a0');
    const [a, b] = [await startProcess(), await startProcess()];
    await a.hand(...records('a', 'a0'));
    await b.hand(...records('a', 'a1'), ...records('b', 'b0'));
    await a.hand(...records('a', 'a2'));
    expect(await effects()).toEqual(['b0']);
    for (const { consumption } of [a, b]) expect(await consumption.parked.counts()).toEqual({ parked: 1, waiting: 2 });
  });

  it('continue after another process has retried the parked event', async () => {
    poison.add('a0');
    const [a, b] = [await startProcess(), await startProcess()];
    await a.hand(...records('a', 'a0', 'a1'));
    poison.clear();
    const [parked] = await b.consumption.parked.list();
    expect(await b.consumption.parked.retry(parked?.id ?? '')).toEqual({ ok: true, handled: 2 });
    await a.hand(...records('a', 'a2'));
    expect(await effects()).toEqual(['a0', 'a1', 'a2']);
    expect(await a.consumption.parked.counts()).toEqual({ parked: 0, waiting: 0 });
  });

  it('continue with queued events of an event that was settled before a crash', async () => {
    poison.add('a0');
    const [a, b] = [await startProcess(), await startProcess()];
    await a.hand(...records('a', 'a0', 'a1'));
    // State after a crash between the two transactions of a retry.
    await service.store.collection(parkedRows).deleteOne({ waitingFor: null });
    await b.hand(...records('a', 'a2'));
    expect(await effects()).toEqual(['a1', 'a2']);
    expect(await b.consumption.parked.counts()).toEqual({ parked: 0, waiting: 0 });
  });

  it('queue nothing behind an event that one process parks while another handles it', async () => {
    poison.add('a0');
    const [first, ...later] = records('a', 'a0', 'a1', 'a2');
    const [a, b] = [await startProcess(), await startProcess()];
    await a.hand(first as EventRecord);
    // Another process had handled it before this one parked it.
    await service.store.collection(inboxRows).insertOne({ _id: idOf(first as EventRecord), at: 'now' });
    await b.hand(...later);
    expect(await effects()).toEqual(['a1', 'a2']);
    expect(await a.consumption.parked.list()).toEqual([]);
  });

  it('share the number of attempts of an event', async () => {
    poison.add('a0');
    const calls: string[] = [];
    const counting =
      (name: string): Handler =>
      async (event, unit) => {
        calls.push(name);
        await effect(event, unit);
      };
    const [record] = records('a', 'a0');
    const a = await startProcess({ handle: counting('a'), maxAttempts: 5 });
    const b = await startProcess({ handle: counting('b'), maxAttempts: 5 });
    a.catchUp();
    b.catchUp();
    const handed = a.hand(record as EventRecord).catch(() => 'stopped');
    await eventually(async () => (await attemptsLeft())[0] === 3, 'three attempts');
    await a.consumption.stop();
    expect(await handed).toBe('stopped');
    await b.hand(record as EventRecord);
    expect(calls).toEqual(['a', 'a', 'a', 'b', 'b']);
    expect(await b.consumption.parked.list()).toMatchObject([{ attempts: 5 }]);
    expect(await attemptsLeft()).toEqual([]);
  });

  it('count attempts in advance from their start until they have caught up', async () => {
    const inAdvance: boolean[] = [];
    const handle: Handler = async (event, unit) => {
      inAdvance.push((await unit.collection(attemptsRows).findOne({ _id: event.eventId })) !== null);
    };
    await startProcess();
    const b = await startProcess({ handle });
    await b.hand(...records('a', 'a0'));
    b.catchUp();
    await new Promise((resolve) => setImmediate(resolve));
    await b.hand(...records('a', 'a1'));
    expect(inAdvance).toEqual([true, false]);
    expect(await attemptsLeft()).toEqual([]);
  });

  it('count an attempt once, however often the store is unavailable in between', async () => {
    let calls = 0;
    const a = await startProcess({
      maxAttempts: 3,
      handle: async () => {
        calls += 1;
        if (calls <= 4) throw new StoreUnavailableError('away');
        throw new Error('cannot do it');
      },
    });
    const [record] = records('a', 'a0');
    for (let i = 0; i < 4; i++)
      await expect(a.hand(record as EventRecord)).rejects.toBeInstanceOf(StoreUnavailableError);
    expect(await attemptsLeft()).toEqual([1]);
    await a.hand(record as EventRecord);
    expect(calls).toBe(7);
    expect(await a.consumption.parked.list()).toMatchObject([{ attempts: 3 }]);
  });

  it('delete attempts of handled events at the start', async () => {
    const [handled, open] = records('a', 'a0', 'a1').map(idOf) as [string, string];
    await service.store.collection(attemptsRows).insertMany([
      { _id: handled, attempts: 2 },
      { _id: open, attempts: 2 },
    ]);
    await service.store.collection(inboxRows).insertOne({ _id: handled, at: 'now' });
    await startProcess();
    expect(await service.store.collection(attemptsRows).find({})).toEqual([{ _id: open, attempts: 2 }]);
  });
});
