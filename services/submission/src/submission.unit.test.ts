import { actor } from '@piecework/identity/testing';
import type { TaskPlaces } from './places';
import { decide, type Submission, submit } from './submission';

const buyer = actor('buyer');
const worker = actor('worker');
const task = (changes: Partial<TaskPlaces> = {}, open = 1) => ({
  _id: 't',
  buyerId: buyer.userId,
  buyerEmail: buyer.email,
  buyerName: buyer.name,
  title: 'A task',
  payable: 7,
  state: 'open' as const,
  places: { version: 0, open, pending: 0, approved: 0 },
  ...changes,
});
const work = { details: 'Done', now: 1000, hasLive: false };

describe('submit', () => {
  it('copies what the task and its worker are at that moment', () => {
    expect(submit(task(), worker, work)).toEqual({
      taskId: 't',
      taskTitle: 'A task',
      payable: 7,
      buyerId: buyer.userId,
      buyerEmail: buyer.email,
      buyerName: buyer.name,
      workerId: worker.userId,
      workerEmail: worker.email,
      workerName: worker.name,
      details: 'Done',
      status: 'pending',
      live: true,
      createdAt: 1000,
    });
  });
  it("refuses one's own task before anything else", () => {
    const own = submit(
      task({ state: 'closed' }, 0),
      { ...worker, userId: buyer.userId },
      { ...work, hasLive: true },
    );
    expect(own).toEqual({ failure: 'own-task' });
  });
  it('tells a repeat that it is one, even when the task is full or closed', () => {
    const declined = { declined: expect.stringContaining('already submitted') };
    expect(submit(task({}, 0), worker, { ...work, hasLive: true })).toEqual(declined);
    expect(submit(task({ state: 'closed' }, 0), worker, { ...work, hasLive: true })).toEqual(declined);
  });
  it('finds no closed task', () =>
    expect(submit(task({ state: 'closed' }, 0), worker, work)).toMatchObject({ failure: 'not-found' }));
  it('declines where no place is open', () =>
    expect(submit(task({}, 0), worker, work)).toEqual({ declined: expect.stringContaining('taken') }));
});

describe('decide', () => {
  const submission = (status: Submission['status']) => ({
    ...(submit(task(), worker, work) as Submission),
    status,
  });
  it.each([
    ['pending', 'approved', 'decide'],
    ['pending', 'reject', 'decide'],
    ['approved', 'approved', 'repeat'],
    ['reject', 'reject', 'repeat'],
  ] as const)('%s → %s is to %s', (status, decision, expected) =>
    expect(decide(submission(status), buyer, decision)).toBe(expected),
  );
  it.each([
    ['approved', 'reject'],
    ['reject', 'approved'],
  ] as const)('%s → %s is too late', (status, decision) => {
    expect(decide(submission(status), buyer, decision)).toEqual({ failure: 'already-decided' });
  });
  it('is only for the buyer of the task', () => {
    expect(decide(submission('pending'), actor('buyer', 'other'), 'approved')).toMatchObject({
      failure: 'forbidden',
    });
    expect(decide(submission('approved'), actor('buyer', 'other'), 'approved')).toMatchObject({
      failure: 'forbidden',
    });
  });
  it('of an unknown submission finds nothing', () =>
    expect(decide(null, buyer, 'approved')).toMatchObject({ failure: 'not-found' }));
});
