// Runs on MongoDB and Kafka too: retries of events beside their partition.
import { eventually } from '@piecework/base/testing';
import { type EventRecord, toRecord } from '@piecework/event-log';
import {
  breakable,
  edited,
  editedRecord,
  effectsOf,
  newService,
  type OwnService,
  recordEffect,
} from '../../testing/events';
import { adminActs } from '../admin-trail';
import { on } from './consumer';
import type { Consumption, ConsumptionDeps } from './inbox';
import { parkedRows } from './parked.store';

let service: OwnService;
let consumption: Consumption;
let poison: Set<string>;
let committed: (title: string) => void;

beforeEach(async () => {
  service = await newService();
  poison = new Set();
  committed = () => {};
});
afterEach(async () => {
  await consumption.stop();
  await service.remove();
});

const consumer = on('task.edited', [], async (event, unit) => {
  await recordEffect(unit, event.aggregateId, event.data.title);
  unit.afterCommit(() => committed(event.data.title));
  if (poison.has(event.data.title)) throw new Error(`cannot do ${event.data.title}`);
});
const start = async (deps: Partial<ConsumptionDeps> = {}) => {
  consumption = service.consume([consumer], { maxAttempts: 2, ...deps });
  await consumption.start();
};
const publish = (...records: EventRecord[]) => service.bus.publish(records);
const publishTitles = (key: string, ...titles: string[]) => publish(...titles.map((title) => editedRecord(key, title)));
const handledAll = () => eventually(async () => (await service.bus.lag('service')).task === 0, 'no lag');
const effects = (key?: string) => effectsOf(service.store, key);
const only = async () => {
  const [parked, ...others] = await consumption.parked.list();
  expect(others).toEqual([]);
  if (!parked) throw new Error('nothing is parked');
  return parked;
};

describe('parked events', () => {
  it('block later events of their key and no others', async () => {
    poison.add('a1');
    await start();
    await publishTitles('a', 'a0', 'a1', 'a2', 'a3');
    await publishTitles('b', 'b0', 'b1');
    await handledAll();
    expect(await effects('a')).toEqual(['a0']);
    expect(await effects('b')).toEqual(['b0', 'b1']);
    expect(await consumption.parked.counts()).toEqual({ parked: 1, waiting: 2 });
    expect(await only()).toEqual({
      id: expect.stringMatching(/^service:task:[0-9a-z]{26}$/),
      service: 'service',
      type: 'task.edited',
      aggregateId: 'a',
      reason: 'Error: cannot do a1',
      attempts: 2,
      parkedAt: expect.any(String),
      waiting: 2,
      correlationId: expect.stringMatching(/./),
    });
    expect(await consumption.parked.ages()).toEqual({ [(await only()).id.slice(8)]: expect.any(Number) });
  });

  it('are retried with those queued behind them, in order', async () => {
    poison.add('a0');
    await start();
    await publishTitles('a', 'a0', 'a1', 'a2');
    await handledAll();
    poison.clear();
    expect(await consumption.parked.retry((await only()).id)).toEqual({ ok: true, handled: 3 });
    await publishTitles('a', 'a3');
    await handledAll();
    expect(await effects('a')).toEqual(['a0', 'a1', 'a2', 'a3']);
    expect(await consumption.parked.list()).toEqual([]);
    expect(await consumption.parked.counts()).toEqual({ parked: 0, waiting: 0 });
  });

  it('stay parked with a new reason when a retry fails', async () => {
    poison.add('a0');
    await start();
    await publishTitles('a', 'a0', 'a1');
    await handledAll();
    const { id } = await only();
    expect(await consumption.parked.retry(id)).toEqual({ ok: false, code: 'failed', reason: 'Error: cannot do a0' });
    expect(await only()).toMatchObject({ id, attempts: 3, waiting: 1 });
    expect(await effects()).toEqual([]);
  });

  it('are noted with each retry, in its transaction', async () => {
    poison.add('a0');
    await start();
    await publishTitles('a', 'a0', 'a1');
    await handledAll();
    const { id } = await only();
    const retries = async () =>
      (await service.store.collection(adminActs).find({}, { sort: { _id: 1 } })).map(({ actor, subject, detail }) => [
        actor,
        subject.id,
        detail,
      ]);
    await consumption.parked.retry(id, { userId: 'admin-1', email: 'admin@example.com' });
    expect(await retries()).toEqual([['admin-1', id, 'failed again']]);
    poison.clear();
    expect(await consumption.parked.retry(id)).toEqual({ ok: true, handled: 2 });
    expect(await retries()).toEqual([
      ['admin-1', id, 'failed again'],
      ['operator', id, 'handled'],
    ]);
    await consumption.parked.retry(id);
    expect(await retries()).toHaveLength(2);
  });

  it('are replaced by the next failing event of a retry, with the rest behind it', async () => {
    poison.add('a0');
    await start();
    await publishTitles('a', 'a0', 'a1', 'a2', 'a3');
    await handledAll();
    poison = new Set(['a2']);
    expect(await consumption.parked.retry((await only()).id)).toEqual({ ok: true, handled: 2 });
    expect(await effects('a')).toEqual(['a0', 'a1']);
    expect(await only()).toMatchObject({ reason: 'Error: cannot do a2', waiting: 1 });
    poison.clear();
    expect(await consumption.parked.retry((await only()).id)).toEqual({ ok: true, handled: 2 });
    expect(await effects('a')).toEqual(['a0', 'a1', 'a2', 'a3']);
  });

  it('queue events that arrive during a retry', async () => {
    poison.add('a0');
    await start();
    await publishTitles('a', ...Array.from({ length: 50 }, (_, i) => `a${i}`));
    await handledAll();
    poison.clear();
    const retrying = consumption.parked.retry((await only()).id);
    for (let i = 50; i < 70; i++) await publishTitles('a', `a${i}`);
    await retrying;
    await eventually(async () => (await effects('a')).length === 70, 'all of them');
    expect(await effects('a')).toEqual(Array.from({ length: 70 }, (_, i) => `a${i}`));
    expect(await consumption.parked.counts()).toEqual({ parked: 0, waiting: 0 });
  });

  it('keep the order of the log, not of the event ids', async () => {
    poison.add('a0');
    await start();
    const [third, second, first] = ['a3', 'a2', 'a1'].map((title) => editedRecord('a', title)) as [
      EventRecord,
      EventRecord,
      EventRecord,
    ];
    await publish(editedRecord('a', 'a0'), first, second, third);
    await handledAll();
    poison.clear();
    await consumption.parked.retry((await only()).id);
    expect(await effects('a')).toEqual(['a0', 'a1', 'a2', 'a3']);
  });

  it('ignore copies of parked, queued or handled events', async () => {
    poison.add('a1');
    await start();
    const records = ['a0', 'a1', 'a2'].map((title) => editedRecord('a', title));
    await publish(...records);
    await publish(...records);
    await handledAll();
    expect(await consumption.parked.counts()).toEqual({ parked: 1, waiting: 1 });
    poison.clear();
    await consumption.parked.retry((await only()).id);
    await publish(...records);
    await handledAll();
    expect(await effects('a')).toEqual(['a0', 'a1', 'a2']);
    expect(await service.store.collection(parkedRows).countDocuments({})).toBe(0);
  });

  it('survive a restart', async () => {
    poison.add('a0');
    await start();
    await publishTitles('a', 'a0', 'a1');
    await handledAll();
    await consumption.stop();
    await service.close();
    service = await service.reopen();
    await start();
    await publishTitles('a', 'a2');
    await handledAll();
    expect(await effects()).toEqual([]);
    expect(await consumption.parked.counts()).toEqual({ parked: 1, waiting: 2 });
    poison.clear();
    await consumption.parked.retry((await only()).id);
    expect(await effects()).toEqual(['a0', 'a1', 'a2']);
  });

  it('continue at the start after a crash between the steps of a retry', async () => {
    poison.add('a0');
    await start();
    await publishTitles('a', 'a0', 'a1', 'a2');
    await handledAll();
    await consumption.stop();
    // State after a crash between the two transactions of a retry.
    await service.store.collection(parkedRows).deleteOne({ waitingFor: null });
    await start();
    expect(await effects('a')).toEqual(['a1', 'a2']);
    expect(await consumption.parked.counts()).toEqual({ parked: 0, waiting: 0 });
  });

  it('continue by themselves after the store failed during a retry', async () => {
    const { store, setDown } = breakable(service.store);
    poison.add('a0');
    await start({ store });
    await publishTitles('a', 'a0', 'a1', 'a2');
    await handledAll();
    const { id } = await only();
    poison.clear();
    setDown(true);
    await expect(consumption.parked.retry(id)).rejects.toMatchObject({ name: 'StoreUnavailableError' });
    setDown(false);
    expect(await only()).toMatchObject({ id, attempts: 2, waiting: 2 });
    // The store fails after the parked event is handled and before those that wait for it.
    committed = (title) => setDown(title === 'a0');
    await expect(consumption.parked.retry(id)).rejects.toMatchObject({ name: 'StoreUnavailableError' });
    expect(await effects('a')).toEqual(['a0']);
    setDown(false);
    await eventually(async () => (await effects('a')).length === 3, 'the rest');
    expect(await effects('a')).toEqual(['a0', 'a1', 'a2']);
    await eventually(async () => (await consumption.parked.counts()).waiting === 0);
  });

  it('of an unknown version are handled by a newer release', async () => {
    await start();
    const event = edited('a', 'a0');
    await publish(
      { topic: 'task', key: 'a', value: JSON.stringify({ ...event, version: 2 }) },
      editedRecord('a', 'a1'),
    );
    await handledAll();
    const { id, reason } = await only();
    expect(reason).toBe('unknown version 2 of task.edited');
    expect(await consumption.parked.retry(id)).toMatchObject({
      ok: false,
      code: 'failed',
      reason: 'Error: unknown version 2 of task.edited',
    });
    // Stands for a newer release that can handle the event.
    await service.store
      .collection(parkedRows)
      .updateOne({ waitingFor: null }, { $set: { value: toRecord('task', event).value } });
    expect(await consumption.parked.retry(id)).toEqual({ ok: true, handled: 2 });
    expect(await effects('a')).toEqual(['a0', 'a1']);
  });

  it('cannot be retried with an unknown id, or while queued behind another', async () => {
    poison.add('a0');
    await start();
    await publishTitles('a', 'a0', 'a1');
    await handledAll();
    expect(await consumption.parked.retry('service:task:nothing')).toMatchObject({ ok: false, code: 'not-found' });
    expect(await consumption.parked.retry('other:task:nothing')).toMatchObject({ ok: false, code: 'not-found' });
    const waiting = await service.store.collection(parkedRows).findOne({ waitingFor: { $ne: null } });
    expect(await consumption.parked.retry(`service:${waiting?._id}`)).toMatchObject({
      ok: false,
      code: 'waits-behind-another',
    });
  });
});
