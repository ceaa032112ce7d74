import { DAY_MS } from '@piecework/base';
import { actor } from '@piecework/identity/testing';
import { decidedWork, pendingWork } from '../../testing/submission.fixtures';
import type { Appeal, Submission } from '../submission/submission';
import { appealUntil, decideAppeal, fileAppeal, payerOf } from './appeal';

const REJECTED_AT = 10 * DAY_MS;
const worker = actor('worker');
const buyer = actor('buyer');
const admin = actor('admin');
const TEXT = 'The last bird is a rook, I am sure.';

const rejected = (changes: Partial<Submission> = {}) => decidedWork('reject', { decidedAt: REJECTED_AT, ...changes });
const appealed = (state: Appeal['state'], changes: Partial<Submission> = {}) =>
  rejected({ appeal: { text: TEXT, filedAt: 0, rejectedAt: REJECTED_AT, state }, ...changes });
const file = (submission: Submission | null, { by = worker, now = REJECTED_AT, hasOther = false } = {}) =>
  fileAppeal(submission, by, { text: TEXT, now, hasOther });

describe('filing an appeal', () => {
  it.each(['buyer', 'deadline'] as const)('is open to the worker whom the %s rejected', (decidedBy) => {
    expect(file(rejected({ decidedBy }))).toEqual({
      text: TEXT,
      filedAt: REJECTED_AT,
      rejectedAt: REJECTED_AT,
      state: 'open',
    });
  });

  it('is possible until seven days after the decision', () => {
    const until = REJECTED_AT + 7 * DAY_MS;
    expect(appealUntil(rejected())).toBe(until);
    expect(file(rejected(), { now: until })).toHaveProperty('state', 'open');
    expect(file(rejected(), { now: until + 1 })).toMatchObject({ failure: 'too-late' });
  });

  it.each([
    ['an unknown submission', null, {}, 'not-found'],
    ['the work of somebody else', rejected(), { by: buyer }, 'not-found'],
    ['a second appeal', appealed('dismissed'), {}, 'appealed-before'],
    ['work that is pending', pendingWork(), {}, 'not-rejected'],
    ['work that is approved', decidedWork('approved'), {}, 'not-rejected'],
    ['a departure', rejected({ decidedBy: 'departure' }), {}, 'not-rejected'],
    ['a rejection that is final for a process with a faster clock', rejected({ isFinal: true }), {}, 'too-late'],
    ['a worker who submitted again', rejected({ isFinal: true }), { hasOther: true }, 'submitted-again'],
  ])('refuses %s', (_what, submission, how, failure) => {
    expect(file(submission, how)).toMatchObject({ failure });
  });
});

describe('deciding an appeal', () => {
  it.each(['upheld', 'dismissed'] as const)('%s is decided once; a repeat is absorbed', (outcome) => {
    expect(decideAppeal(appealed('open'), admin, outcome)).toBe('decide');
    expect(decideAppeal(appealed(outcome), admin, outcome)).toBe('repeat');
    const other = outcome === 'upheld' ? 'dismissed' : 'upheld';
    expect(decideAppeal(appealed(other), admin, outcome)).toMatchObject({ failure: 'already-decided' });
  });

  it.each([null, rejected()])('needs an appeal', (submission) => {
    expect(decideAppeal(submission, admin, 'upheld')).toMatchObject({ failure: 'not-found' });
  });

  it.each([buyer, worker])('is not for its own $role, who is an admin now', ({ userId }) => {
    const by = { ...admin, userId };
    for (const outcome of ['upheld', 'dismissed'] as const)
      expect(decideAppeal(appealed('open'), by, outcome)).toMatchObject({ failure: 'own-appeal' });
  });
});

it('the task pays while it has a place that was not let again, open or kept', () => {
  const payers = [{ open: 2 }, { open: 1, kept: 0 }, { open: 0, kept: 1 }, { open: 0, kept: 0 }, { open: 0 }].map(
    ({ open, kept }) => payerOf({ state: 'open', places: { version: 0, open, pending: 1, approved: 1 }, kept }),
  );
  expect(payers).toEqual(['escrow', 'escrow', 'escrow', 'platform', 'platform']);
});
