import { aSubmission, aWithdrawal } from '@piecework/web-kit/testing';
import fc from 'fast-check';
import { type Need, type NeedSources, needsOf } from './needs';

const NOW = Date.parse('2026-11-26T06:00:00.000Z');
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();

const failedPayout = (hours: number) =>
  aWithdrawal({
    status: 'approved',
    payout: 'failed',
    timeline: [
      { state: 'requested', at: inHours(-999) },
      { state: 'failed', at: inHours(hours) },
    ],
  });
const place = (hours: number) => ({
  _id: `place-${hours}`,
  taskId: 't1',
  taskTitle: 'Name the birds',
  payableAmount: 5,
  expiresAt: inHours(hours),
});
const sentBack = (hours: number, changes = {}) =>
  aSubmission({ revision: { note: 'More.', requestedAt: inHours(-99), dueAt: inHours(hours), ...changes } });
const rejected = (hours: number) => aSubmission({ status: 'reject', appealUntil: inHours(hours) });

const deadlineOf = (need: Need) => (need.kind === 'payout' ? undefined : Date.parse(need.by));

const hours = fc.array(fc.integer({ min: -200, max: 200 }), { maxLength: 6 });
const sources: fc.Arbitrary<Required<NeedSources>> = fc.record({
  failedPayouts: hours.map((all) => all.map(failedPayout)),
  reservations: hours.map((all) => all.map(place)),
  pending: fc.array(fc.oneof(fc.integer({ min: -200, max: 200 }).map(sentBack), fc.constant(aSubmission()))),
  rejected: hours.map((all) => all.map(rejected)),
});

test('the most urgent is first: failed payouts, then what ends next', () => {
  fc.assert(
    fc.property(sources, (lists) => {
      const needs = needsOf(lists, NOW);
      const payouts = needs.filter(({ kind }) => kind === 'payout');
      expect(needs.slice(0, payouts.length)).toEqual(payouts);
      expect(payouts).toHaveLength(lists.failedPayouts.length);
      const deadlines = needs.slice(payouts.length).map(deadlineOf);
      expect(deadlines).toEqual([...deadlines].sort((a = 0, b = 0) => a - b));
    }),
  );
});

test('nothing is over, and nothing that is open is missing', () => {
  const isOpen = (by = '') => Date.parse(by) > NOW;
  fc.assert(
    fc.property(sources, (lists) => {
      const needs = needsOf(lists, NOW);
      const ofKind = (kind: Need['kind']) => needs.filter((need) => need.kind === kind);
      expect(ofKind('place')).toHaveLength(lists.reservations.filter(({ expiresAt }) => isOpen(expiresAt)).length);
      for (const [kind, open] of [
        ['revision', lists.pending.filter(({ revision }) => isOpen(revision?.dueAt))],
        [
          'appeal',
          lists.rejected.filter(({ appealUntil }) => isOpen(appealUntil) && !isOpen(inHoursBefore(appealUntil, 24))),
        ],
      ] as const)
        expect(ofKind(kind)).toEqual(open.length === 0 ? [] : [expect.objectContaining({ kind, count: open.length })]);
    }),
  );
});
const inHoursBefore = (iso = '', before: number) => new Date(Date.parse(iso) - before * HOUR_MS - 1).toISOString();

test('submissions with the same next step are one need, which names the one that is due first', () => {
  const pending = [aSubmission(), sentBack(50), sentBack(20), sentBack(30, { resubmittedAt: inHours(-1) })];
  expect(needsOf({ pending }, NOW)).toEqual([
    { kind: 'revision', count: 2, first: pending[2], index: 2, by: inHours(20) },
  ]);
});

test('failed payouts are listed from the oldest failure on', () => {
  const failedPayouts = [failedPayout(-1), failedPayout(-30), failedPayout(-8)];
  const [newest, oldest, middle] = failedPayouts;
  expect(needsOf({ failedPayouts }, NOW)).toEqual(
    [oldest, middle, newest].map((withdrawal) => ({ kind: 'payout', withdrawal })),
  );
});

test.each([
  ['later than a day from now', rejected(24.1)],
  ['over', rejected(0)],
  ['not possible', aSubmission({ status: 'reject' })],
  ['filed already', { ...rejected(1), appeal: { text: '', filedAt: inHours(-1), state: 'open' as const } }],
])('an appeal that is %s is none', (_, submission) => {
  expect(needsOf({ rejected: [submission] }, NOW)).toEqual([]);
});

test('unknown lists hold nothing', () => {
  expect(needsOf({}, NOW)).toEqual([]);
});
