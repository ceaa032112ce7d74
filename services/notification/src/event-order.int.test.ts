import type { AnyEvent } from '@piecework/contracts';
import type { Harness } from '@piecework/service-runtime/testing';
import fc from 'fast-check';
import { eventAt, roleChange, startNotificationHarness, work } from '../testing/notification.fixtures';
import { adminNews, desks } from './notification/admin-news.store';
import { inboxes, notifications } from './notification/notification.store';

const START = Date.UTC(2026, 10, 21, 9);
const RUNS = 25;

let h: Harness;
beforeAll(async () => {
  h = await startNotificationHarness();
  await h.transact((unit) => unit.collection(desks).updateOne({ _id: 'desk' }, { $set: { startedAt: START } }));
  await h.restart();
});
afterAll(() => h.stop());

let run = 0;
/** One of each kind; people and tasks of this run alone. */
const eventsOf = (): readonly AnyEvent[] => {
  const id = `run-${++run}`;
  const own = (name: string) => `${id}-${name}`;
  const of = (submission: string, task = 'task') => ({
    ...work(own(submission), own(task)),
    workerId: own('worker'),
    buyerId: own('buyer'),
  });
  const at = (minute: number) => START + minute * 60_000;
  const withdrawal = { withdrawalId: own('w'), workerId: own('worker'), coins: 200 };
  return [
    // Before the first start.
    eventAt('submission.created', at(-1), of('s0')),
    eventAt('appeal.filed', at(-1), of('s0')),
    ...['s1', 's2', 's3'].map((name) => eventAt('submission.created', at(1), of(name))),
    eventAt('submission.created', at(2), { ...of('s4'), taskTitle: 'A new title' }),
    eventAt('submission.created', at(2), of('s5', 'other')),
    ...['s6', 's7', 's8'].map((name) =>
      eventAt('submission.created', at(2), { ...of(name, `of-import-${name}`), importId: 'file' }),
    ),
    ...[3, 4].map((coins) => {
      const closed = { taskId: own(`closed-${coins}`), buyerId: own('buyer'), coins, title: 'Same' };
      return eventAt('task.closed', at(7), { ...closed, reason: 'expired', importId: 'file' });
    }),
    eventAt('submission.approved', at(3), of('s1')),
    eventAt('submission.rejected', at(3), { ...of('s2'), placeReturned: true }),
    eventAt('user.role-changed', at(4), roleChange(own('admin'), 'admin')),
    eventAt('appeal.filed', at(3), of('s2')),
    eventAt('appeal.filed', at(5), of('s3')),
    eventAt('withdrawal.requested', at(5), { ...withdrawal, paymentSystem: 'bkash' }),
    eventAt('withdrawal.canceled', at(6), { ...withdrawal, reason: 'admin' }),
    eventAt('payment.credited', at(6), { paymentId: own('p'), userId: own('buyer'), coins: 10 }),
    eventAt('payment.credited', at(6), { paymentId: own('q'), userId: own('gone'), coins: 10 }),
    eventAt('user.closed', at(5), { userId: own('gone'), email: '', role: 'buyer', roleVersion: 1 }),
  ];
};

/** Names without those of the run and of the events, which differ between runs. */
const withoutIds = (value: unknown, events: readonly AnyEvent[]): unknown =>
  JSON.parse(
    events.reduce(
      (text, { eventId }, nth) => text.replaceAll(`"${eventId}:`, `"event ${nth}:`),
      JSON.stringify(value).replaceAll(`run-${run}-`, ''),
    ),
  );

const inboxAfter = async (deliveries: (events: readonly AnyEvent[]) => readonly AnyEvent[]) => {
  // Admins of this run are notified of those of earlier runs too.
  await h.transact((unit) => unit.collection(adminNews).deleteMany({}));
  const events = eventsOf();
  for (const event of deliveries(events)) await h.redeliver(event);
  const people = ['worker', 'buyer', 'admin', 'gone'].map((name) => `run-${run}-${name}`);
  const rows = await h.store.collection(notifications).find({ userId: { $in: people } }, { sort: { _id: 1 } });
  const counts = await h.store.collection(inboxes).find({ _id: { $in: people } }, { sort: { _id: 1 } });
  const sorted = (withoutIds(rows, events) as { _id: string }[]).sort((a, b) => (a._id < b._id ? -1 : 1));
  return {
    rows: sorted,
    counts: withoutIds(
      counts.map(({ version: _, ...inbox }) => inbox),
      events,
    ),
  };
};

test('any order and repetition of events gives the same inbox and the same number of unread ones', async () => {
  const expected = await inboxAfter((events) => events);
  expect(expected.counts).toEqual([
    { _id: 'admin', unread: 2, kept: 2, roleVersion: 1, adminSince: START + 240_000 },
    { _id: 'buyer', unread: 7, kept: 7 },
    { _id: 'gone', unread: 0, kept: 0, roleVersion: 1, closed: true },
    { _id: 'worker', unread: 3, kept: 3 },
  ]);
  const last = eventsOf().length - 1;
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(
        Array.from({ length: last + 1 }, (_, nth) => nth),
        { minLength: last + 1 },
      ),
      fc.array(fc.nat(last), { maxLength: 6 }),
      async (order, repeated) => {
        const found = await inboxAfter((events) => [...order, ...repeated].map((nth) => events[nth] as AnyEvent));
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: RUNS },
  );
});
