// Runs on MongoDB and Kafka too: commits, order and delivery of the outbox.
import { eventually, isOnMongo, pause } from '@piecework/base/testing';
import { EVENTS } from '@piecework/contracts';
import { BusUnavailableError, type EventRecord } from '@piecework/event-log';
import {
  breakable,
  cause,
  effectRows,
  effectsOf,
  intercepted,
  newService,
  type OwnService,
  recordEffect,
} from '../../testing/events';
import { outboxRows, type Relay } from './outbox';
import type { Transact } from './unit';

let service: OwnService;
let relays: Relay[];
let transact: Transact;

beforeEach(async () => {
  service = await newService();
  relays = [];
  transact = service.transactOn(service.store);
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await service.remove();
});

const startRelay = (...args: Parameters<typeof service.relay>): Relay => {
  const relay = service.relay(...args);
  relays.push(relay);
  return relay;
};
const edit = (title: string, key = 'task-1', by = transact) =>
  by(cause, ['task.edited'], async (unit) => {
    await recordEffect(unit, key, title);
    unit.emit('task.edited', key, { taskId: key, title });
  });
const rowsLeft = () => service.store.collection(outboxRows).countDocuments({});
/** All published events, as `key title`. */
const inLog = async (): Promise<string[]> => {
  const got: string[] = [];
  const { caughtUp, stop } = await service.bus.subscribe({
    group: null,
    topics: ['task'],
    handler: async ({ value }) => {
      const event = JSON.parse(value);
      got.push(`${event.aggregateId} ${event.data.title}`);
    },
  });
  await caughtUp;
  await stop();
  return got;
};
const titles = (records: readonly EventRecord[]) => records.map(({ value }) => JSON.parse(value).data.title as string);

describe('transact', () => {
  it("commits a change with its events, in the contract's envelope", async () => {
    await edit('one');
    const [row] = await service.store.collection(outboxRows).find({});
    expect(row).toMatchObject({ topic: 'task', key: 'task-1' });
    expect(JSON.parse(row?.value ?? '')).toEqual({
      eventId: row?._id,
      type: 'task.edited',
      version: EVENTS['task.edited'].version,
      occurredAt: expect.stringMatching(/^\d{4}-.*Z$/),
      aggregateId: 'task-1',
      ...cause,
      data: { taskId: 'task-1', title: 'one' },
    });
    expect(await effectsOf(service.store)).toEqual(['one']);
  });

  it('rolls back change and events when the function rejects', async () => {
    const failing = transact(cause, ['task.edited'], async (unit) => {
      await recordEffect(unit, 'task-1', 'one');
      unit.emit('task.edited', 'task-1', { taskId: 'task-1', title: 'one' });
      throw new Error('second thoughts');
    });
    await expect(failing).rejects.toThrow('second thoughts');
    expect(await rowsLeft()).toBe(0);
    expect(await effectsOf(service.store)).toEqual([]);
  });

  it('throws on an undeclared event, and rolls back even when the error is caught', async () => {
    const undeclared = transact(cause, ['task.edited'], async (unit) => {
      await recordEffect(unit, 'task-1', 'one');
      try {
        unit.emit('task.deleted' as never, 'task-1', {} as never);
      } catch {
        // A handler that swallows the refusal.
      }
    });
    await expect(undeclared).rejects.toThrow('task.deleted is emitted but not declared in [task.edited]');
    expect(await effectsOf(service.store)).toEqual([]);
  });

  it('throws on data that violates the contract, and drops unknown fields', async () => {
    const bad = transact(cause, ['task.edited'], async (unit) =>
      unit.emit('task.edited', 'task-1', { taskId: '', title: 'x' }),
    );
    await expect(bad).rejects.toThrow('task.edited of task-1 has bad data');
    await transact(cause, ['task.edited'], async (unit) =>
      unit.emit('task.edited', 'task-1', { taskId: 't', title: 'x', secret: 1 } as never),
    );
    const [row] = await service.store.collection(outboxRows).find({});
    expect(JSON.parse(row?.value ?? '').data).toEqual({ taskId: 't', title: 'x' });
  });

  it('throws on an event that is emitted after the transaction', async () => {
    let late = () => {};
    await transact(cause, ['task.edited'], async (unit) => {
      late = () => unit.emit('task.edited', 'task-1', { taskId: 'task-1', title: 'late' });
    });
    expect(late).toThrow('an await is missing');
    expect(await rowsLeft()).toBe(0);
  });

  it('emits once when the store retries the function', async () => {
    const twice = {
      ...service.store,
      transaction: <R>(fn: Parameters<typeof service.store.transaction<R>>[0]) =>
        service.store
          .transaction(async (tx) => fn(tx))
          .then(async (first) => {
            await service.store.collection(outboxRows).deleteMany({});
            await service.store.collection(effectRows).deleteMany({});
            return service.store.transaction(fn).then(() => first);
          }),
    };
    let called = 0;
    await service.transactOn(twice)(cause, ['task.edited'], async (unit) => {
      unit.emit('task.edited', 'task-1', { taskId: 'task-1', title: 'one' });
      unit.afterCommit(() => (called += 1));
    });
    expect(await rowsLeft()).toBe(1);
    expect(called).toBe(1);
  });

  it('runs afterCommit after the commit only, and ignores its errors', async () => {
    const order: string[] = [];
    const on = service.transactOn(service.store, () => order.push('relay'));
    await on(cause, ['task.edited'], async (unit) => {
      unit.afterCommit(() => {
        throw new Error('a waiter is broken');
      });
      unit.afterCommit(() => order.push('waiter'));
      unit.emit('task.edited', 'task-1', { taskId: 'task-1', title: 'one' });
      order.push('change');
    });
    await on(cause, [], async (unit) => {
      unit.afterCommit(() => order.push('never'));
      throw new Error('no');
    }).catch(() => {});
    await on(cause, [], async () => {});
    expect(order).toEqual(['change', 'relay', 'waiter']);
  });
});

describe('calls that arrive together', () => {
  const calls = Array.from({ length: 12 }, (_, index) => `call ${index}`);

  it('share transactions, and each gets its own answer', async () => {
    const commits = () => service.store.commands.get(isOnMongo() ? 'commitTransaction' : 'commit') ?? 0;
    const before = commits();
    const answers = await Promise.all(
      calls.map((title) =>
        transact(cause, ['task.edited'], async (unit) => {
          unit.emit('task.edited', title, { taskId: title, title });
          return `answer to ${title}`;
        }),
      ),
    );
    expect(answers).toEqual(calls.map((title) => `answer to ${title}`));
    expect(await rowsLeft()).toBe(calls.length);
    expect(commits() - before).toBeLessThan(4);
  });

  it('lose only their own changes when one of them fails', async () => {
    const outcomes = await Promise.allSettled(
      calls.map((title, index) =>
        transact(cause, ['task.edited'], async (unit) => {
          unit.emit('task.edited', title, { taskId: title, title });
          await unit.collection(effectRows).insertOne({ _id: title, at: index, key: title, text: title });
          if (index % 4 === 1) throw new Error(`no ${title}`);
          // The same key as another call.
          if (index === 2) await unit.collection(effectRows).insertOne({ _id: 'call 3', at: 0, key: '', text: '' });
        }),
      ),
    );
    const lost = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
    expect([lost.filter((index) => index % 4 === 1), lost.length]).toEqual([[1, 5, 9], 4]);
    const kept = (await effectsOf(service.store)).filter((text) => text !== '');
    expect(kept).toHaveLength(calls.length - lost.length);
    expect(await rowsLeft()).toBe(calls.length - lost.length);
  });
});

describe('relay', () => {
  it('publishes committed events in order and empties the outbox', async () => {
    const relay = startRelay();
    transact = service.transactOn(service.store, relay.wake);
    await Promise.all(Array.from({ length: 600 }, (_, i) => edit(`${i}`, `task-${i % 3}`)));
    await eventually(async () => (await rowsLeft()) === 0, 'an empty outbox');
    const got = await inLog();
    for (const key of ['task-0', 'task-1', 'task-2']) {
      const made = (await effectsOf(service.store, key)).map((title) => `${key} ${title}`);
      expect(got.filter((one) => one.startsWith(key))).toEqual(made);
    }
    expect(got).toHaveLength(600);
    expect(await relay.pending()).toBe(0);
  });

  it('publishes events from before a crash at its start', async () => {
    await edit('one');
    await edit('two');
    await service.close();
    service = await service.reopen();
    startRelay();
    await eventually(async () => (await rowsLeft()) === 0);
    expect(await inLog()).toEqual(['task-1 one', 'task-1 two']);
  });

  it('publishes in the order of ids, not of rows', async () => {
    for (const title of ['one', 'two', 'three']) await edit(title);
    const outbox = service.store.collection(outboxRows);
    const rows = await outbox.find({}, { sort: { _id: 1 } });
    await outbox.deleteMany({});
    await outbox.insertMany(rows.reverse());
    startRelay();
    await eventually(async () => (await rowsLeft()) === 0);
    expect(await inLog()).toEqual(['task-1 one', 'task-1 two', 'task-1 three']);
  });

  it('polls for events that nothing announced', async () => {
    startRelay();
    await pause(30);
    await edit('one');
    await eventually(async () => (await rowsLeft()) === 0);
    expect(await inLog()).toEqual(['task-1 one']);
  });

  it('continues while the bus is unavailable, without loss, repeats or reordering', async () => {
    let failures = 0;
    const bus = intercepted(service.bus, async (records) => {
      if (failures++ < 3) throw new BusUnavailableError('away');
      await service.bus.publish(records);
    });
    const relay = startRelay({ bus });
    transact = service.transactOn(service.store, relay.wake);
    for (const title of ['one', 'two', 'three']) await edit(title);
    expect(await relay.pending()).toBe(3);
    await eventually(async () => (await rowsLeft()) === 0);
    expect(await inLog()).toEqual(['task-1 one', 'task-1 two', 'task-1 three']);
  });

  it('continues while the store is unavailable', async () => {
    const { store, setDown } = breakable(service.store);
    await edit('one');
    setDown(true);
    startRelay({ store });
    await pause(120);
    expect(await inLog()).toEqual([]);
    setDown(false);
    await eventually(async () => (await rowsLeft()) === 0);
    expect(await inLog()).toEqual(['task-1 one']);
  });

  it('does not republish rows that it could not delete, and deletes them later', async () => {
    const { store, setDown } = breakable(service.store);
    const bus = intercepted(service.bus, async (records) => {
      await service.bus.publish(records);
      setDown(true);
    });
    const relay = startRelay({ store, bus });
    await edit('one');
    relay.wake();
    await eventually(async () => (await inLog()).length > 0);
    await pause(150);
    expect(await rowsLeft()).toBe(1);
    setDown(false);
    await eventually(async () => (await rowsLeft()) === 0);
    expect(await inLog()).toEqual(['task-1 one']);
  });

  it('publishes a batch after the previous one is in the log', async () => {
    const batches: string[][] = [];
    let now = 0;
    const bus = intercepted(service.bus, async (records) => {
      now += 1;
      expect(now).toBe(1);
      batches.push(titles(records));
      await pause(5);
      now -= 1;
    });
    for (let i = 0; i < 700; i++) await edit(`${i}`);
    const relay = startRelay({ bus });
    transact = service.transactOn(service.store, relay.wake);
    for (let i = 700; i < 720; i++) await edit(`${i}`);
    await eventually(async () => (await rowsLeft()) === 0);
    expect(batches.flat()).toEqual(Array.from({ length: 720 }, (_, i) => `${i}`));
    expect(Math.max(...batches.map((batch) => batch.length))).toBe(256);
  });

  it('publishes nothing after its stop', async () => {
    const relay = startRelay();
    await relay.stop();
    await edit('one');
    relay.wake();
    await pause(30);
    expect(await inLog()).toEqual([]);
  });
});
