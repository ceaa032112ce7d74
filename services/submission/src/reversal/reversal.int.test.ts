import { DAY_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import type { EventData } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  BUYER,
  closeAccount,
  dataOf,
  decideOn,
  parked,
  publish,
  requestDeletion,
  startSubmission,
  submitTo,
  submitted,
} from '../../testing/submission.fixtures';
import { taskPlaces } from '../places/places.store';
import { submissions } from '../submission/submission.store';

const worker = actor('worker');
const other = actor('worker', 'other');
const admin = actor('admin');

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock });
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

const rejected = async (places = 1) => {
  await publish(service, 't', places);
  const id = await submitted(service, 't', worker);
  await decideOn(service, id, 'reject');
  return id;
};
/** The only place is taken by another worker. */
const passedOn = async () => {
  const id = await rejected();
  await submitted(service, 't', other);
  return id;
};
const reverse = (id: string, as: Actor = BUYER) => service.call('reverseRejection', { as, params: { id } });
const preview = async (id: string, as: Actor = BUYER) =>
  (await service.call('previewReversal', { as, params: { id } })).body;
const appeal = (id: string) =>
  service.call('fileAppeal', { as: worker, params: { id }, body: { text: 'The last bird is a rook, I am sure.' } });
const decideAppeal = (id: string, outcome: 'upheld' | 'dismissed') =>
  service.call('decideAppeal', { as: admin, params: { id }, body: { outcome, note: 'All birds are named.' } });
const stored = (id: string) => service.store.collection(submissions).findOne({ _id: id });
const taskOf = () => service.store.collection(taskPlaces).findOne({ _id: 't' });
/** The latest of so many. */
const requested = async (count: number): Promise<EventData<'submission.reversal-requested'>> => {
  for (;;) {
    const request = (await dataOf(service, 'submission.reversal-requested'))[count - 1];
    if (request) return request;
  }
};
let requests = 0;
beforeEach(() => {
  requests = 0;
});
/** The call, which waits for the outcome, and the outcome. */
const answered = async (id: string, reason?: EventData<'submission.reversal-declined'>['reason']) => {
  const call = reverse(id);
  const { submissionId, requestId } = await requested(++requests);
  const facts = { submissionId, requestId };
  const outcome = reason
    ? await service.given('submission.reversal-declined', id, { ...facts, reason })
    : await service.given('submission.reversal-paid', id, facts);
  await service.redeliver(outcome);
  return call;
};

describe('a rejection that its buyer reverses', () => {
  it('is paid from an open place, as an upheld appeal is', async () => {
    const id = await rejected();
    expect(await preview(id)).toEqual({ coins: 7, paidBy: 'escrow' });
    expect((await reverse(id)).body).toEqual({ modifiedCount: 1, paidBy: 'escrow' });
    expect((await reverse(id)).body).toEqual({ modifiedCount: 0, paidBy: 'escrow' });
    const found = await stored(id);
    expect(found).toMatchObject({ status: 'approved', live: true, decidedBy: 'buyer', reversal: { state: 'made' } });
    expect(found).not.toHaveProperty('appealableUntil');
    expect(await taskOf()).toMatchObject({ appealable: 0, places: { open: 0, pending: 0, approved: 1 } });
    expect(await dataOf(service, 'submission.rejection-reversed')).toMatchObject([
      { submissionId: id, paidBy: 'escrow', by: 'buyer', payable: 7, places: { open: 0, approved: 1 } },
    ]);
    expect(await dataOf(service, 'submission.reversal-requested')).toEqual([]);
  });

  it('is paid from the kept place of a closed task', async () => {
    const id = await rejected();
    await requestDeletion(service, 't');
    expect(await taskOf()).toMatchObject({ kept: 1 });
    expect((await reverse(id)).body).toEqual({ modifiedCount: 1, paidBy: 'escrow' });
    expect(await taskOf()).toMatchObject({ kept: 0, appealable: 0, places: { approved: 1 } });
  });

  it('is paid from the balance when its place was let again', async () => {
    const id = await passedOn();
    expect(await preview(id)).toEqual({ coins: 7, paidBy: 'balance' });
    expect((await answered(id)).body).toEqual({ modifiedCount: 1, paidBy: 'balance' });
    expect(await stored(id)).toMatchObject({ status: 'approved', decidedBy: 'buyer', reversal: { paidBy: 'balance' } });
    // The place is that of the other worker.
    expect(await taskOf()).toMatchObject({ appealable: 0, places: { open: 0, pending: 1, approved: 0 } });
    expect(await dataOf(service, 'submission.rejection-reversed')).toMatchObject([{ paidBy: 'balance', by: 'buyer' }]);
  });

  it('stays one when the balance does not cover it, and can be tried again', async () => {
    const id = await passedOn();
    expect(await answered(id, 'insufficient-coins')).toMatchObject({
      status: 409,
      body: { code: 'insufficient-coins' },
    });
    expect(await stored(id)).toMatchObject({ status: 'reject', live: false, reversal: { state: 'declined' } });
    expect(await taskOf()).toMatchObject({ appealable: 1 });
    expect((await answered(id)).body).toEqual({ modifiedCount: 1, paidBy: 'balance' });
  });

  it('ignores the outcome of another request, and a second one of its own', async () => {
    const id = await passedOn();
    await answered(id, 'insufficient-coins');
    const [{ requestId } = { requestId: '' }] = await dataOf(service, 'submission.reversal-requested');
    await service.given('submission.reversal-paid', id, { submissionId: id, requestId });
    await service.given('submission.reversal-paid', id, { submissionId: id, requestId: 'another' });
    expect(await stored(id)).toMatchObject({ status: 'reject', reversal: { state: 'declined' } });
    expect(await dataOf(service, 'submission.rejection-reversed')).toEqual([]);
  });

  it.each([
    ['worker-left', 409, 'worker-left'],
    ['role-unsettled', 409, 'role-unsettled'],
    ['not-a-buyer', 403, 'forbidden'],
  ] as const)('is declined with the reason %s', async (reason, status, code) => {
    expect(await answered(await passedOn(), reason)).toMatchObject({ status, body: { code } });
  });

  it('ends its open appeal as upheld by the buyer, also after the week', async () => {
    const id = await rejected();
    await appeal(id);
    clock.leap(8 * DAY_MS);
    await service.settle();
    expect((await reverse(id)).body).toEqual({ modifiedCount: 1, paidBy: 'escrow' });
    const { appeal: ended } = (await stored(id)) ?? {};
    expect(ended).toMatchObject({ state: 'upheld' });
    expect(ended).not.toHaveProperty('paidBy');
    expect((await decideAppeal(id, 'dismissed')).body).toMatchObject({ code: 'already-decided' });
  });

  it('counts as approved in the record of its worker', async () => {
    const id = await rejected();
    await reverse(id);
    expect((await service.internal('totals', { actor: worker })).worker).toMatchObject({
      approved: 1,
      earned: 7,
      reviewed: { approved: 1, decided: 1 },
    });
  });
});

describe('while the wallet decides', () => {
  const begun = async () => {
    const id = await passedOn();
    const call = reverse(id);
    const request = await requested(1);
    return { id, call, facts: { submissionId: id, requestId: request.requestId } };
  };

  it('the worker neither appeals nor submits again, and a second call gets the same outcome', async () => {
    const { id, call, facts } = await begun();
    expect((await appeal(id)).body).toMatchObject({ code: 'reversal-underway' });
    expect((await submitTo(service, 't', worker)).body.message).toMatch(/just approving/);
    expect(await preview(id)).toMatchObject({ code: 'reversal-underway' });
    const again = reverse(id);
    await service.given('submission.reversal-paid', id, facts);
    for (const answer of [await call, await again])
      expect(answer).toMatchObject({ status: 200, body: { paidBy: 'balance' } });
    expect(await dataOf(service, 'submission.reversal-requested')).toHaveLength(1);
  });

  it('an admin does not decide the appeal, which is open again when the wallet declines', async () => {
    const id = await passedOn();
    await appeal(id);
    const call = reverse(id);
    const { requestId } = await requested(1);
    for (const outcome of ['upheld', 'dismissed'] as const)
      expect((await decideAppeal(id, outcome)).body).toMatchObject({ code: 'reversal-underway' });
    const declined = { submissionId: id, requestId, reason: 'insufficient-coins' } as const;
    await service.given('submission.reversal-declined', id, declined);
    expect((await call).status).toBe(409);
    expect(await stored(id)).toMatchObject({ live: true, appeal: { state: 'open' } });
    expect((await decideAppeal(id, 'upheld')).body).toMatchObject({ paidBy: 'platform' });
  });

  it('the worker may close the account, and the time to appeal end', async () => {
    const { id, call, facts } = await begun();
    await closeAccount(service, worker);
    clock.leap(8 * DAY_MS);
    await service.settle();
    await service.given('submission.reversal-paid', id, facts);
    // The leap has ended its wait.
    expect((await call).body).toMatchObject({ code: 'still-underway' });
    expect(await stored(id)).toMatchObject({ status: 'approved' });
    expect(await taskOf()).toMatchObject({ appealable: 0 });
  });

  it('a kept place that no other rejection needs returns', async () => {
    const { id, call, facts } = await begun();
    const [second] = await service.store.collection(submissions).find({ workerId: other.userId });
    await requestDeletion(service, 't');
    await decideOn(service, second?._id ?? '', 'reject');
    expect(await taskOf()).toMatchObject({ kept: 1, appealable: 2 });
    await service.given('submission.reversal-paid', id, facts);
    await call;
    expect(await taskOf()).toMatchObject({ kept: 1, appealable: 1 });
    clock.leap(8 * DAY_MS);
    await service.settle();
    expect(await taskOf()).toMatchObject({ kept: 0, appealable: 0 });
  });
});

describe('no rejection is reversed', () => {
  const refused = async (id: string, code: string, as?: Actor) => {
    expect((await reverse(id, as)).body).toMatchObject({ code });
    expect(await preview(id, as)).toMatchObject({ code });
  };

  it('by another buyer', async () => {
    await refused(await rejected(), 'not-found', actor('buyer', 'other'));
  });

  it('of work that is pending, or that was approved', async () => {
    await publish(service, 't', 1);
    const id = await submitted(service, 't', worker);
    await refused(id, 'not-reversible');
    await decideOn(service, id, 'approved');
    await refused(id, 'not-reversible');
  });

  it('of an account that was closed', async () => {
    await publish(service, 't', 2);
    const id = await submitted(service, 't', worker);
    await closeAccount(service, worker);
    await refused(id, 'not-reversible');
  });

  it('after the week', async () => {
    const id = await rejected();
    clock.leap(7 * DAY_MS + 1);
    await refused(id, 'reversal-over');
  });

  it('after an admin has dismissed the appeal', async () => {
    const id = await rejected();
    await appeal(id);
    await decideAppeal(id, 'dismissed');
    await refused(id, 'reversal-over');
  });

  it('after the worker has submitted again', async () => {
    const id = await rejected();
    await submitted(service, 't', worker);
    await refused(id, 'reversal-over');
  });
});
