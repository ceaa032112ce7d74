// Runs on MongoDB and Kafka too: batches of events in transactions that conflict.
import { createHash } from 'node:crypto';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import { exponentialBackoff, silentLog } from '@piecework/base';
import { eventually, isOnMongo, pause } from '@piecework/base/testing';
import type { EventEnvelope } from '@piecework/contracts';
import { BusUnavailableError, type EventBus, type EventRecord, toRecord } from '@piecework/event-log';
import { StoreUnavailableError } from '@piecework/store';
import {
  breakable,
  edited,
  editedRecord,
  effectRows,
  effectsOf,
  eventOf,
  newService,
  type OwnService,
  recordEffect,
} from '../../testing/events';
import { adminActs } from '../admin-trail';
import { ATTEMPT_BACKOFF, attemptsRows } from './attempts';
import { type Consumer, on } from './consumer';
import { type Consumption, type ConsumptionDeps, inboxRows } from './inbox';
import { outboxRows } from './outbox';
import { quarantinedRows } from './quarantine';
import type { Unit } from './unit';

let service: OwnService;
let running: Consumption[];

beforeEach(async () => {
  service = await newService();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((consumption) => consumption.stop()));
  await service.remove();
});

type Handler = (event: EventEnvelope<'task.edited'>, unit: Unit<'task.published'>) => Promise<void>;
const effect: Handler = (event, unit) => recordEffect(unit, event.aggregateId, event.data.title);
const onEdited = (handle: Handler = effect): Consumer => on('task.edited', ['task.published'], handle);

const consume = async (consumers: readonly Consumer[], deps: Partial<ConsumptionDeps> = {}): Promise<Consumption> => {
  const consumption = service.consume(consumers, deps);
  running.push(consumption);
  await consumption.start();
  return consumption;
};
/** Simulates a crash: nothing is stopped in order. */
const restart = async () => {
  await service.bus.close();
  await service.store.close();
  running = [];
  service = await service.reopen();
};
const counted = async () =>
  (await service.store.collection(attemptsRows).findOne({ _id: { $ne: '(running)' } }))?.attempts ?? 0;
const publish = (...records: EventRecord[]) => service.bus.publish(records);
const effects = () => effectsOf(service.store);
const handledAll = () => eventually(async () => (await service.bus.lag('service')).task === 0, 'no lag');
const parkedReasons = async (consumption: Consumption) => (await consumption.parked.list()).map(({ reason }) => reason);

describe('consumption', () => {
  it('handles a repeatedly delivered event once', async () => {
    const consumption = await consume([onEdited()]);
    const [first, second] = [editedRecord('t', 'first'), editedRecord('t', 'second')];
    await publish(first, first, second, first, second);
    await publish(first, second);
    await handledAll();
    expect(await effects()).toEqual(['first', 'second']);
    expect(await service.store.collection(inboxRows).countDocuments({})).toBe(2);
    expect(await consumption.parked.counts()).toEqual({ parked: 0, waiting: 0 });
  });

  it('commits effect, inbox entry and emitted events together', async () => {
    let faults = 0;
    await consume([
      onEdited(async (event, unit) => {
        await effect(event, unit);
        unit.emit('task.published', 't', {
          taskId: 't',
          buyerId: 'b',
          buyerEmail: 'e',
          buyerName: 'n',
          title: 'x',
          places: 1,
          payable: 1,
          autoApproveHours: 0,
          reserveMinutes: 0,
        });
        if (faults++ === 0) {
          throw new Error('once');
        }
      }),
    ]);
    const event = edited('t', 'one');
    await publish(toRecord('task', event));
    await handledAll();
    expect(faults).toBe(2);
    expect(await effects()).toEqual(['one']);
    const rows = await service.store.collection(outboxRows).find({});
    expect(rows.map(({ value }) => JSON.parse(value))).toMatchObject([
      { type: 'task.published', causationId: event.eventId, correlationId: event.correlationId },
    ]);
    expect(await service.store.collection(attemptsRows).countDocuments({ _id: event.eventId })).toBe(0);
  });

  it('handles an event once whose outbox row was published and not deleted', async () => {
    const relay = service.relay();
    await service.transactOn(service.store)(
      { correlationId: 'c', causationId: null, actor: null },
      ['task.edited'],
      async (unit) => {
        unit.emit('task.edited', 't', { taskId: 't', title: 'one' });
      },
    );
    const rows = await service.store.collection(outboxRows).find({});
    relay.wake();
    await eventually(async () => (await service.store.collection(outboxRows).countDocuments({})) === 0);
    await relay.stop();
    // Simulates a crash between publishing and removing.
    await service.store.collection(outboxRows).insertMany(rows);
    await restart();
    const second = service.relay();
    await consume([onEdited()]);
    await eventually(async () => (await service.store.collection(outboxRows).countDocuments({})) === 0);
    await second.stop();
    await handledAll();
    expect(await effects()).toEqual(['one']);
  });

  it('keeps the order of each key', async () => {
    await consume([
      onEdited(async (event, unit) => {
        if (event.data.title.endsWith('5')) await unit.collection(inboxRows).countDocuments({});
        await effect(event, unit);
      }),
    ]);
    const keys = ['a', 'b', 'c'];
    await publish(...Array.from({ length: 90 }, (_, i) => editedRecord(keys[i % 3] as string, `${i}`)));
    await handledAll();
    for (const [at, key] of keys.entries()) {
      expect(await effectsOf(service.store, key)).toEqual(Array.from({ length: 30 }, (_, i) => `${i * 3 + at}`));
    }
  });

  it('skips events without a consumer, known or not', async () => {
    const consumption = await consume([onEdited()]);
    const unknown = { ...edited('t', 'x'), type: 'task.sung-about', version: 9 };
    await publish(
      toRecord('task', eventOf('task.deletion-requested', 't', { taskId: 't', buyerId: 'b', reason: 'deleted' })),
      { topic: 'task', key: 't', value: JSON.stringify(unknown) },
      editedRecord('t', 'ours'),
    );
    await handledAll();
    expect(await effects()).toEqual(['ours']);
    expect(await consumption.parked.counts()).toEqual({ parked: 0, waiting: 0 });
  });

  it('parks an unknown version, invalid data and an unreadable record at once, and continues with other keys', async () => {
    let calls = 0;
    const consumption = await consume([
      onEdited(async (event, unit) => {
        calls += 1;
        await effect(event, unit);
      }),
    ]);
    await publish(
      { topic: 'task', key: 'a', value: JSON.stringify({ ...edited('a', 'x'), version: 2 }) },
      { topic: 'task', key: 'b', value: JSON.stringify({ ...edited('b', 'x'), data: { taskId: 'b' } }) },
      editedRecord('e', 'fine'),
    );
    await handledAll();
    expect(calls).toBe(1);
    expect(await effects()).toEqual(['fine']);
    const reasons = (await parkedReasons(consumption)).sort();
    expect(reasons).toEqual([expect.stringContaining('task.edited'), 'unknown version 2 of task.edited']);
  });

  it('quarantines records that are no events, without holding their keys, until they are discarded', async () => {
    const consumption = await consume([onEdited()]);
    const texts = ['', '{"half": ', 'null', '{"type":"task.edited"}', '{"eventId":"1"}'];
    await publish(...texts.map((value) => ({ topic: 'task' as const, key: 'a', value })), editedRecord('a', 'fine'));
    await handledAll();
    expect(await effects()).toEqual(['fine']);
    expect(await consumption.parked.counts()).toEqual({ parked: 0, waiting: 0 });
    const listed = await consumption.quarantine.list();
    expect(listed.map(({ bytes }) => bytes).sort((a, b) => a - b)).toEqual(
      texts.map(({ length }) => length).sort((a, b) => a - b),
    );
    const [first] = listed;
    const id = first?.id ?? '';
    expect(id).toMatch(/^service:task:/);
    expect(await consumption.quarantine.discard(id, null)).toBe(true);
    expect(await consumption.quarantine.discard(id, null)).toBe(false);
    expect(await consumption.quarantine.count()).toBe(texts.length - 1);
    expect(await service.store.collection(adminActs).find({})).toEqual([
      expect.objectContaining({
        action: 'record-discarded',
        actor: 'operator',
        subject: { type: 'event', id },
        detail: expect.stringMatching(/^\d+ bytes, SHA-256 [0-9a-f]{64}$/),
      }),
    ]);
  });

  it('keeps the beginning of a large record, lists the first hundred, and discards all with a row per hundred', async () => {
    const consumption = await consume([onEdited()]);
    const text = `${'é'.repeat(2_000)}`;
    const texts = Array.from({ length: 102 }, (_, index) => (index === 0 ? text : `rubbish ${index}`));
    await publish(...texts.map((value) => ({ topic: 'task' as const, key: 'a', value })));
    await handledAll();
    const kept = await service.store.collection(quarantinedRows).find({});
    expect(Math.max(...kept.map(({ value }) => value.length))).toBe(1_000);
    expect(kept.find(({ bytes }) => bytes === 4_000)?.sha256).toBe(createHash('sha256').update(text).digest('hex'));
    expect(await consumption.quarantine.list()).toHaveLength(100);
    expect(await consumption.quarantine.discardAll(null)).toBe(102);
    expect(await consumption.quarantine.count()).toBe(0);
    const acts = await service.store.collection(adminActs).find({}, { sort: { _id: 1 } });
    expect(acts.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^100 records from here on, SHA-256 of their SHA-256 [0-9a-f]{64}$/),
      expect.stringMatching(/^2 records from here on, /),
    ]);
  });

  it('parks nothing while the store is unavailable, and continues afterwards', async () => {
    const { store, setDown } = breakable(service.store);
    const consumption = await consume([onEdited()], { store, maxAttempts: 2 });
    await publish(editedRecord('t', 'before'));
    await handledAll();
    setDown(true);
    await publish(editedRecord('t', 'during'), editedRecord('u', 'also'));
    await pause(400);
    expect(await effects()).toEqual(['before']);
    setDown(false);
    await handledAll();
    expect((await effects()).sort()).toEqual(['also', 'before', 'during']);
    expect(await consumption.parked.counts()).toEqual({ parked: 0, waiting: 0 });
    expect(await service.store.collection(attemptsRows).countDocuments({ attempts: { $gt: 0 } })).toBe(0);
  });

  it('counts no attempt when store or bus was unavailable as the cause of another error', async () => {
    let calls = 0;
    const consumption = await consume(
      [
        onEdited(async (event, unit) => {
          if (calls++ < 3) throw new Error('could not look it up', { cause: new BusUnavailableError('away') });
          await effect(event, unit);
        }),
      ],
      { maxAttempts: 1 },
    );
    await publish(editedRecord('t', 'one'));
    await handledAll();
    expect(await effects()).toEqual(['one']);
    expect(await parkedReasons(consumption)).toEqual([]);
  });

  it('changes nothing when every event is delivered again', async () => {
    const first = await consume([onEdited()]);
    await publish(...Array.from({ length: 40 }, (_, i) => editedRecord(`k${i % 4}`, `${i}`)));
    await handledAll();
    const before = await effects();
    await first.stop();
    await service.bus.resetToBeginning('service');
    let delivered = 0;
    const counting: EventBus = {
      ...service.bus,
      subscribe: ({ handler, ...options }) =>
        service.bus.subscribe({
          ...options,
          handler: (record) => {
            delivered += 1;
            return handler(record);
          },
        }),
    };
    const second = await consume([onEdited()], { bus: counting });
    await second.caughtUp();
    await handledAll();
    expect(delivered).toBeGreaterThanOrEqual(40);
    expect(await effects()).toEqual(before);
    expect(await second.parked.counts()).toEqual({ parked: 0, waiting: 0 });
  });

  it('counts attempts across restarts', async () => {
    let calls = 0;
    const poison = onEdited(async () => {
      calls += 1;
      throw new Error('poison');
    });
    const first = await consume([poison], { maxAttempts: 5 });
    await publish(editedRecord('t', 'one'));
    await eventually(async () => (await counted()) >= 2, 'two faults');
    await first.stop();
    // A fault during the stop is not counted.
    const left = 5 - (await counted());
    const before = calls;
    const second = await consume([poison], { maxAttempts: 5 });
    await eventually(async () => (await second.parked.counts()).parked === 1, 'the event to be parked');
    expect(calls - before).toBe(left);
    expect(await second.parked.list()).toMatchObject([
      { attempts: 5, reason: 'Error: poison', aggregateId: 't', type: 'task.edited' },
    ]);
  });

  it('parks an event that crashes the process, and no other', async () => {
    /** Hangs on `poison` until its store is closed, which simulates a crash of the process. */
    const handler = onEdited(async (event, unit) => {
      if (event.data.title === 'poison') throw new Error('dies');
      await effect(event, unit);
    });
    const records = [
      editedRecord('p', 'poison'),
      ...Array.from({ length: 20 }, (_, i) => editedRecord(`k${i}`, `${i}`)),
    ];
    await publish(...records);

    let parked = 0;
    let crashes = 0;
    for (; crashes < 12 && parked === 0; crashes++) {
      let dead = false;
      let crashed = () => {};
      const crash = new Promise<void>((resolve) => {
        crashed = resolve;
      });
      let bury = () => {};
      const buried = new Promise<void>((resolve) => {
        bury = resolve;
      });
      const diedHere = () =>
        buried.then(() => {
          throw new StoreUnavailableError('the process has ended');
        });
      const transactBatch = service.transactBatchOn(service.store);
      const consumption = service.consume([handler], {
        maxAttempts: 4,
        transactBatch: async (works, before) => {
          if (dead) return diedHere();
          const mortal = works.map((work) => ({
            ...work,
            run: async (unit: Unit) => {
              if (dead) throw new Error('dead');
              return work.run(unit).catch((error) => {
                dead = error.message === 'dies';
                throw error;
              });
            },
          }));
          return transactBatch(mortal, before).catch((error) => {
            if (error.message !== 'dies' && error.message !== 'dead') throw error;
            crashed();
            return diedHere();
          });
        },
      });
      await consumption.start();
      await Promise.race([crash, consumption.caughtUp()]);
      await pause(5);
      parked = (await consumption.parked.counts()).parked;
      if (parked > 0) {
        await consumption.caughtUp();
        expect(await consumption.parked.list()).toMatchObject([{ aggregateId: 'p', attempts: 4 }]);
        await consumption.stop();
      } else {
        await service.store.close();
        bury();
        await service.bus.close();
        service = await service.reopen();
      }
    }
    expect(parked).toBe(1);
    expect(crashes).toBeGreaterThan(4);
    expect((await effects()).length).toBe(20);
  });

  it('writes attempts in advance only while it catches up after a crash', async () => {
    const inAdvance: boolean[] = [];
    const consumer = onEdited(async (event, unit) => {
      inAdvance.push((await unit.collection(attemptsRows).findOne({ _id: event.eventId })) !== null);
      await effect(event, unit);
    });
    await service.consume([consumer]).start();
    await publish(editedRecord('t', 'usual'));
    await handledAll();
    await restart();
    await publish(editedRecord('t', 'left'));
    const consumption = await consume([consumer]);
    await consumption.caughtUp();
    await publish(editedRecord('t', 'new'));
    await handledAll();
    expect(inAdvance).toEqual([false, true, false]);
    expect(await service.store.collection(attemptsRows).countDocuments({ attempts: { $gt: 0 } })).toBe(0);
  });

  it('stops during the backoff of an event, and continues counting after the restart', async () => {
    let calls = 0;
    const consumption = await consume([
      onEdited(async () => {
        calls += 1;
        throw new Error('poison');
      }),
    ]);
    await publish(editedRecord('t', 'one'));
    await eventually(async () => (await counted()) === 4);
    expect(calls).toBe(4);
    const backoffEnd = setTimeoutPromise(exponentialBackoff(calls, ATTEMPT_BACKOFF), undefined, { ref: false });
    await consumption.stop();
    expect(calls).toBe(4);
    expect(await Promise.race([backoffEnd.then(() => 'waited'), 'stopped'])).toBe('stopped');
    expect(await service.store.collection(attemptsRows).find({})).toMatchObject([{ attempts: 4 }]);
  });

  describe('of events that are ready together', () => {
    const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);
    const records = keys.map((key) => editedRecord(key, `of ${key}`));
    const all = keys.map((key) => `of ${key}`).sort();

    /** Transactions in which effects committed. */
    const watched = () => {
      let transactions = 0;
      const transactBatch: ConsumptionDeps['transactBatch'] = async (works, before) => {
        await service.transactBatchOn(service.store)(works, before);
        transactions += 1;
      };
      return { transactBatch, transactions: () => transactions };
    };

    it('commits them in one transaction', async () => {
      const { transactBatch, transactions } = watched();
      await consume([onEdited()], { transactBatch });
      await publish(...records);
      await handledAll();
      expect((await effects()).sort()).toEqual(all);
      expect(await service.store.collection(inboxRows).countDocuments({})).toBe(keys.length);
      expect(transactions()).toBeLessThan(keys.length / 4);
    });

    it('reads the documents that their consumers name at once', async () => {
      const commands = () => service.store.commands.get(isOnMongo() ? 'find' : 'select') ?? 0;
      const readsOf = async (consumer: Consumer, batch: readonly EventRecord[]): Promise<number> => {
        const consumption = await consume([consumer]);
        const before = commands();
        await publish(...batch);
        await handledAll();
        const reads = commands() - before;
        await consumption.stop();
        return reads;
      };
      const handle: Handler = async ({ aggregateId, data }, unit) => {
        const { title: text } = data;
        if (await unit.collection(effectRows).findOne({ _id: text })) throw new Error(`${text} is handled`);
        await unit.collection(effectRows).insertOne({ _id: text, at: 0, key: aggregateId, text });
      };
      const reading = on('task.edited', [], handle as never, ({ data }) => [{ of: effectRows, ids: [data.title] }]);
      const oneByOne = await readsOf(on('task.edited', [], handle as never), records);
      const more = keys.map((key) => editedRecord(key, `again ${key}`));
      expect(await readsOf(reading, more)).toBeLessThan(oneByOne - keys.length / 2);
      expect(await effects()).toHaveLength(2 * keys.length);
    });

    it('parks one that cannot be handled, and only that one counts attempts', async () => {
      let calls = 0;
      const failed = new Set<string>();
      const consumption = await consume(
        [
          onEdited(async (event, unit) => {
            if (event.aggregateId === 'k7') throw new Error('poison');
            calls += 1;
            await effect(event, unit);
          }),
        ],
        { maxAttempts: 2, log: { ...silentLog, warn: ({ key }: { key?: string }) => failed.add(String(key)) } },
      );
      await publish(...records);
      await handledAll();
      expect([...failed]).toEqual(['k7']);
      expect((await effects()).sort()).toEqual(all.filter((title) => title !== 'of k7'));
      expect(calls).toBeGreaterThanOrEqual(keys.length - 1);
      expect(await consumption.parked.list()).toMatchObject([{ aggregateId: 'k7', attempts: 2 }]);
      expect(await counted()).toBe(0);
    });

    it('leaves out those that have been handled before', async () => {
      const { transactBatch, transactions } = watched();
      await consume([onEdited()], { transactBatch });
      await publish(...records.slice(0, 3));
      await handledAll();
      const before = transactions();
      await publish(...records);
      await handledAll();
      expect((await effects()).sort()).toEqual(all);
      expect(transactions() - before).toBeLessThan(keys.length / 4);
    });
  });

  it('refuses two consumers of one event', () => {
    expect(() => service.consume([onEdited(), onEdited()])).toThrow('two consumers');
  });
});
