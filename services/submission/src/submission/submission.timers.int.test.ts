// Runs on MongoDB and Kafka too: timers fire in transactions.
import { type Clock, DAY_MS, systemClock } from '@piecework/base';
import { actor } from '@piecework/identity/testing';
import { type Harness, sweepOnce } from '@piecework/service-runtime/testing';
import { watchCommits } from '@piecework/store/testing';
import {
  BUYER,
  dataOf,
  parked,
  placesOf,
  publish,
  startSubmission,
  submitted,
} from '../../testing/submission.fixtures';
import { taskPlaces } from '../places/places.store';
import { overdueRevision } from '../revision/revision.timers';
import { submissions } from './submission.store';
import { autoApproval } from './submission.timers';

const WEEK = 7 * DAY_MS;
const SWEEP_EVERY_MS = 5_000;
/** More than a sweep reads at once. */
const SUBMISSIONS = 120;

let leapt = 0;
/** The service does not sweep: the test does. */
const clock: Clock = {
  now: () => systemClock.now() + leapt,
  after: (ms, fn) => (ms >= SWEEP_EVERY_MS ? () => {} : systemClock.after(ms, fn)),
};

let service: Harness;
beforeEach(async () => {
  leapt = 0;
  service = await startSubmission({ clock });
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

/** Pending submissions to one task; of the second kind, all sent back. */
const pendingOnes = async (isSentBack: boolean): Promise<string[]> => {
  await publish(service, 't', SUBMISSIONS, { autoApproveHours: 1 });
  const id = await submitted(service, 't', actor('worker'));
  const note = 'Please name the last bird too.';
  if (isSentBack) await service.call('requestRevision', { as: BUYER, params: { id }, body: { note } });
  const first = await service.store.collection(submissions).findOne({ _id: id });
  if (!first) throw new Error(`There is no submission ${id}`);
  const others = Array.from({ length: SUBMISSIONS - 1 }, (_, n) => ({
    ...first,
    _id: `${id}-${n}`,
    workerId: `worker-${n}`,
  }));
  await service.store.collection(submissions).insertMany(others);
  await service.store
    .collection(taskPlaces)
    .updateOne({ _id: 't' }, { $set: { 'places.open': 0, 'places.pending': SUBMISSIONS } });
  return [id, ...others.map(({ _id }) => _id)].sort();
};
const overdue = async (name: string) => (await service.runtime.overdue())[name];
const sweep = async (timer: typeof autoApproval) => {
  const { store, commits, found } = watchCommits(service.store, submissions);
  await sweepOnce(timer, { ...service, store }, { clock });
  return { commits, found };
};

describe.each([
  { timer: autoApproval, type: 'submission.approved', places: { open: 0, pending: 0, approved: SUBMISSIONS } },
  { timer: overdueRevision, type: 'submission.rejected', places: { open: SUBMISSIONS, pending: 0, approved: 0 } },
] as const)('$timer.name after a week', ({ timer, type, places }) => {
  it('handles what fell due in batches, each submission once and in its own transaction', async () => {
    const ids = await pendingOnes(timer === overdueRevision);
    expect(await overdue(timer.name)).toBe(0);
    expect((await sweep(timer)).commits).toEqual([]);

    leapt = WEEK;
    expect(await overdue(timer.name)).toBeGreaterThan(0);
    const { commits, found } = await sweep(timer);
    expect(found).toEqual([100, SUBMISSIONS - 100]);
    expect(commits).toHaveLength(SUBMISSIONS);
    expect(commits.flat().sort()).toEqual(ids);

    expect(await overdue(timer.name)).toBe(0);
    expect(await placesOf(service, 't')).toMatchObject(places);
    const told = (await dataOf(service, type)).map(({ submissionId }) => submissionId);
    expect(told.sort()).toEqual(ids);
    expect((await sweep(timer)).commits).toEqual([]);
  });
});
