import { actor } from '@piecework/identity/testing';
import type { TaskPlaces } from '../places/places';
import { decide, type Submission, submit } from './submission';

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
  reserveMinutes: 0,
  state: 'open' as const,
  places: { version: 0, open, pending: 0, approved: 0 },
  posted: open,
  ...changes,
});
const work = { work: { details: 'Done' }, now: 1000, live: null };
const LIVE = submit(task(), worker, work) as Submission;

describe('submit', () => {
  it('copies the fields of task and worker', () => {
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
  it("refuses the caller's own task first", () => {
    const own = submit(task({ state: 'closed' }, 0), { ...worker, userId: buyer.userId }, { ...work, live: LIVE });
    expect(own).toEqual({ failure: 'own-task' });
  });
  it('reports a duplicate, also for a full or closed task', () => {
    const declined = { declined: expect.stringContaining('already submitted') };
    expect(submit(task({}, 0), worker, { ...work, live: LIVE })).toEqual(declined);
    expect(submit(task({ state: 'closed' }, 0), worker, { ...work, live: LIVE })).toEqual(declined);
  });
  it('answers not-found for a closed task', () =>
    expect(submit(task({ state: 'closed' }, 0), worker, work)).toMatchObject({ failure: 'not-found' }));
  it('declines without an open place', () =>
    expect(submit(task({}, 0), worker, work)).toEqual({ declined: expect.stringContaining('taken') }));
});

describe('decide', () => {
  const submission = (status: Submission['status']) => ({ ...(submit(task(), worker, work) as Submission), status });
  it.each([
    ['pending', 'approved', 'decide'],
    ['pending', 'reject', 'decide'],
    ['approved', 'approved', 'repeat'],
    ['reject', 'reject', 'repeat'],
  ] as const)('%s → %s: %s', (status, decision, expected) =>
    expect(decide(submission(status), buyer, decision)).toBe(expected),
  );
  it.each([
    ['approved', 'reject'],
    ['reject', 'approved'],
  ] as const)('%s → %s: already decided', (status, decision) => {
    expect(decide(submission(status), buyer, decision)).toEqual({ failure: 'already-decided' });
  });
  it('approves work that was sent back, and does not reject it', () => {
    const sentBack = { ...submission('pending'), revisionDueAt: 1 };
    expect(decide(sentBack, buyer, 'approved')).toBe('decide');
    expect(decide(sentBack, buyer, 'reject')).toEqual({ failure: 'awaiting-revision' });
  });
  it('requires the buyer of the task', () => {
    expect(decide(submission('pending'), actor('buyer', 'other'), 'approved')).toMatchObject({ failure: 'forbidden' });
    expect(decide(submission('approved'), actor('buyer', 'other'), 'approved')).toMatchObject({ failure: 'forbidden' });
  });
  it('answers not-found for an unknown submission', () =>
    expect(decide(null, buyer, 'approved')).toMatchObject({ failure: 'not-found' }));
});
