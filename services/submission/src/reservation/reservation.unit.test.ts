import { MINUTE_MS } from '@piecework/base';
import { actor } from '@piecework/identity/testing';
import { pendingWork } from '../../testing/submission.fixtures';
import type { TaskPlaces } from '../places/places';
import { pauseSince, reserve } from './reservation';

const NOW = 10_000_000;
const buyer = actor('buyer');
const worker = actor('worker');
const task = (changes: Partial<TaskPlaces> = {}, open = 1): TaskPlaces & { _id: string } => ({
  _id: 't',
  buyerId: buyer.userId,
  buyerEmail: buyer.email,
  buyerName: buyer.name,
  title: 'A task',
  payable: 7,
  autoApproveHours: 0,
  reserveMinutes: 30,
  state: 'open' as const,
  places: { version: 0, open, pending: 0, approved: 0 },
  posted: open,
  ...changes,
});
const claim = { now: NOW, live: null, heldCount: 0, pausedAt: -Infinity, newcomerHoldPercent: 50 };

describe('reserve', () => {
  it('keeps a place for the minutes of the task', () =>
    expect(reserve(task(), worker, claim)).toEqual({
      taskId: 't',
      taskTitle: 'A task',
      payable: 7,
      buyerId: buyer.userId,
      workerId: worker.userId,
      state: 'held',
      reservedAt: NOW,
      expiresAt: NOW + 30 * MINUTE_MS,
    }));

  it.each([
    ["the caller's own task", task(), { ...worker, userId: buyer.userId }, claim, 'own-task'],
    ['a closed task', task({ state: 'closed' }, 0), worker, claim, 'not-found'],
    ['a task without reservations', task({ reserveMinutes: 0 }), worker, claim, 'not-offered'],
    ['a fourth task', task(), worker, { ...claim, heldCount: 3 }, 'too-many-reservations'],
    ['the hour of a pause', task(), worker, { ...claim, pausedAt: NOW - 59 * MINUTE_MS }, 'cooling-off'],
    [
      'a newcomer where newcomers hold half of the places',
      task({ places: { version: 0, open: 1, reserved: 3, pending: 4, approved: 9 } }),
      worker,
      { ...claim, newcomersHold: 2 },
      'newcomers-hold',
    ],
  ] as const)('refuses %s', (_, of, by, standing, failure) =>
    expect(reserve(of, by, standing)).toMatchObject({ failure }),
  );

  it.each([
    ['after the hour of a pause', task(), { ...claim, pausedAt: NOW - 60 * MINUTE_MS }],
    ['for the first newcomer of a small task', task(), { ...claim, newcomersHold: 0 }],
    [
      'for a newcomer below half of the places',
      task({ places: { version: 0, open: 2, reserved: 2, pending: 0, approved: 0 } }),
      { ...claim, newcomersHold: 1 },
    ],
  ])('is possible %s', (_, of, standing) => expect(reserve(of, worker, standing)).toMatchObject({ state: 'held' }));

  it('pauses a worker from the second reservation on that is given back', () => {
    const [missed, returned] = [{ endedAt: 5 }, { endedAt: 9 }];
    expect(pauseSince([], [])).toBe(-Infinity);
    expect(pauseSince([], [returned])).toBe(-Infinity);
    expect(pauseSince([missed], [returned])).toBe(5);
    expect(pauseSince([missed], [returned, { endedAt: 1 }])).toBe(9);
  });

  it('declines a full task, and one to which the worker has submitted', () => {
    expect(reserve(task({}, 0), worker, claim)).toEqual({ declined: expect.stringContaining('taken') });
    expect(reserve(task(), worker, { ...claim, live: pendingWork() })).toEqual({
      declined: expect.stringContaining('already submitted'),
    });
  });
});
