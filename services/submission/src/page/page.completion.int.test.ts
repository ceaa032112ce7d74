// Runs on MongoDB and Kafka too: two transactions that change different answers to one page conflict.
import { MINUTE_MS, silentLog } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  answerPage,
  DRAFT,
  draftBatch,
  freeze,
  pagesOf,
  publishBatch,
  takePage,
  withApprovedWork,
} from '../../testing/batch.fixtures';
import {
  BUYER,
  dataOf,
  decideOn,
  parked,
  placesOf,
  startSubmission,
  statusOf,
  workers,
} from '../../testing/submission.fixtures';
import { createPlacesInvariantChecks } from '../places/places.invariant-checks';
import { submissions } from '../submission/submission.store';

type Actor = ReturnType<typeof actor>;
const [ann, ben, cem, dan, eve] = workers(5) as [Actor, Actor, Actor, Actor, Actor];

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock });
  await withApprovedWork(service, workers(200));
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  const checks = createPlacesInvariantChecks({ store: service.store, log: silentLog });
  expect(await checks.piecework_places_balanced?.holds()).toBe(true);
  await service.stop();
});

const publish = (pages: number, changes: object = {}) =>
  publishBatch(service, pages, { overlap: { min: 2, max: 4 }, ...changes });
const take = async (taskId: string, as: Actor): Promise<number | undefined> =>
  (await takePage(service, taskId, as)).body.page?.number;
const send = async (taskId: string, page: number, as: Actor, total: string): Promise<string> => {
  const { status, body } = await answerPage(service, taskId, page, as, [total]);
  expect(status).toBe(201);
  return body.insertedId;
};
const work = async (taskId: string, as: Actor, total = '1'): Promise<string> =>
  send(taskId, (await take(taskId, as)) ?? 0, as, total);
const stored = (_id: string) => service.store.collection(submissions).findOne({ _id });
const page = async (taskId: string) => (await pagesOf(service, taskId))[0];

describe('a page whose answers agree', () => {
  it('is complete: it takes no more answers, and its open places are spared', async () => {
    const taskId = await publish(2);
    await work(taskId, ann, '41.50');
    await work(taskId, ben, '41.5');
    expect(await placesOf(service, taskId)).toMatchObject({ open: 4, spared: 2, pending: 2 });
    expect(await page(taskId)).toMatchObject({ open: 0, spared: 2, pending: 2 });
    expect(await take(taskId, cem)).toBe(2);
    expect((await dataOf(service, 'submission.created')).at(-1)?.places).toMatchObject({ open: 4, spared: 2 });
  });

  it('is offered only to as many workers as it needs, at first and after a disagreement', async () => {
    const taskId = await publish(3, { agreement: 0.6 });
    expect([await take(taskId, ann), await take(taskId, ben), await take(taskId, cem)]).toEqual([1, 1, 2]);
    await send(taskId, 1, ann, '1');
    await send(taskId, 1, ben, '2');
    expect([await take(taskId, dan), await take(taskId, eve)]).toEqual([2, 1]);
    await send(taskId, 1, eve, '2');
    expect(await page(taskId)).toMatchObject({ open: 0, spared: 1, pending: 3 });
  });

  it('is offered again when a worker gives it back', async () => {
    const taskId = await publish(2);
    await Promise.all([take(taskId, ann), take(taskId, ben)]);
    await service.call('returnPlace', { as: ann, params: { id: taskId } });
    expect(await take(taskId, cem)).toBe(1);
    expect(await take(taskId, dan)).toBe(2);
  });

  it('still takes the answer of a worker who holds it, after which it may be open again', async () => {
    const taskId = await publish(1);
    const wrong = await work(taskId, ann, '7');
    await work(taskId, ben);
    expect([await take(taskId, cem), await take(taskId, dan)]).toEqual([1, 1]);
    await decideOn(service, wrong, 'reject');
    await send(taskId, 1, cem, '1');
    expect(await page(taskId)).toMatchObject({ open: 0, reserved: 1, spared: 1, pending: 2 });
    await send(taskId, 1, dan, '7');
    expect(await page(taskId)).toMatchObject({ open: 1, reserved: 0, spared: 0, pending: 3 });
  });

  it('spares the place of a worker who gives it back, and refuses one whose hold has ended', async () => {
    const taskId = await publish(1, { overlap: { min: 1, max: 2 } });
    await take(taskId, ann);
    await clock.leap(40 * MINUTE_MS);
    await service.settle();
    await work(taskId, ben);
    expect(await page(taskId)).toMatchObject({ open: 0, spared: 1, pending: 1 });
    expect((await answerPage(service, taskId, 1, ann)).body.message).toContain('all the answers that it needs');
  });

  it('is open again after a rejection, for other workers', async () => {
    const taskId = await publish(1);
    const first = await work(taskId, ann);
    await work(taskId, ben);
    expect(await take(taskId, cem)).toBeUndefined();
    await decideOn(service, first, 'reject');
    expect(await placesOf(service, taskId)).toMatchObject({ open: 3, pending: 1 });
    expect((await placesOf(service, taskId))?.spared).toBeUndefined();
    expect(await take(taskId, cem)).toBe(1);
  });

  it('is complete also when the answer that disagrees is rejected, or corrected', async () => {
    const taskId = await publish(2);
    const wrong = await work(taskId, ann, '7');
    await work(taskId, ben);
    await work(taskId, cem);
    await decideOn(service, wrong, 'reject');
    expect(await page(taskId)).toMatchObject({ open: 0, spared: 2, pending: 2 });
    const other = await work(taskId, dan, '7');
    await work(taskId, eve);
    const params = { id: other };
    await service.call('requestRevision', { as: BUYER, params, body: { note: 'Please look at the total again.' } });
    await service.call('resubmit', { as: dan, params, body: { answers: [{ total: '1' }] } });
    expect(await placesOf(service, taskId)).toMatchObject({ open: 0, spared: 4, pending: 4 });
    const [resubmitted] = await dataOf(service, 'submission.resubmitted');
    expect(resubmitted).toMatchObject({ places: { open: 0, spared: 4 } });
  });

  it('is complete after two resubmissions at once', async () => {
    const taskId = await publish(1);
    const ids = [await work(taskId, ann, '7'), await work(taskId, ben, '8')];
    const body = { note: 'Please look at the total again.' };
    for (const id of ids) await service.call('requestRevision', { as: BUYER, params: { id }, body });
    const before = await page(taskId);
    await Promise.all(
      ids.map((id, at) =>
        service.call('resubmit', { as: at === 0 ? ann : ben, params: { id }, body: { answers: [{ total: '1' }] } }),
      ),
    );
    const after = await page(taskId);
    expect(after).toMatchObject({ open: 0, spared: 2, pending: 2 });
    // Each writes the page, which makes them conflict.
    expect((after?.conflictCounter ?? 0) - (before?.conflictCounter ?? 0)).toBe(2);
  });

  it('pays an upheld appeal from a spared place of its own', async () => {
    const taskId = await publish(2);
    const id = await work(taskId, ann);
    await decideOn(service, id, 'reject');
    await work(taskId, ben);
    await work(taskId, cem);
    const text = 'The total is on the second line, as I wrote.';
    await service.call('fileAppeal', { as: ann, params: { id }, body: { text } });
    const body = { outcome: 'upheld', note: text };
    const upheld = await service.call('decideAppeal', { as: actor('admin'), params: { id }, body });
    expect(upheld.body.paidBy).toBe('escrow');
    expect(await page(taskId)).toMatchObject({ open: 0, spared: 1, pending: 2, approved: 1 });
  });

  it('returns the coins of its spared places with the closing, but those that appeals may need', async () => {
    const taskId = await publish(2);
    await decideOn(service, await work(taskId, ann), 'reject');
    await work(taskId, ben);
    await work(taskId, cem);
    await service.given('task.closing-requested', taskId, { taskId, buyerId: BUYER.userId, reason: 'completed' });
    const closed = { open: 5, places: { open: 0, kept: 1, pending: 2 } };
    expect(await dataOf(service, 'task.places-closed')).toMatchObject([closed]);
    expect((await placesOf(service, taskId))?.spared).toBeUndefined();
  });

  it('gets no answer more from 200 workers at once', async () => {
    const taskId = await publish(20, { overlap: { min: 2, max: 5 } });
    await Promise.all(
      workers(200).map(async (as) => {
        const number = await take(taskId, as);
        if (number !== undefined) await send(taskId, number, as, '1');
      }),
    );
    expect(await placesOf(service, taskId)).toMatchObject({ open: 0, spared: 60, pending: 40 });
  });
});

describe('approval on agreement', () => {
  const decidedBy = async (...ids: string[]) =>
    Promise.all(ids.map(async (id) => (await stored(id))?.decidedBy ?? (await stored(id))?.status));

  it('pays the answers that agree as soon as their page is complete, and no others', async () => {
    const taskId = await publish(1, { approveOnAgreement: true, agreement: 0.6 });
    const wrong = await work(taskId, ann, '7');
    const first = await work(taskId, ben);
    expect(await decidedBy(wrong, first)).toEqual(['pending', 'pending']);
    const second = await work(taskId, cem);
    expect(await decidedBy(wrong, first, second)).toEqual(['pending', 'agreement', 'agreement']);
    expect(await dataOf(service, 'submission.approved')).toMatchObject([
      { decidedBy: 'agreement', waitedMs: expect.any(Number) },
      { decidedBy: 'agreement' },
    ]);
    expect(await placesOf(service, taskId)).toMatchObject({ open: 0, spared: 1, pending: 1, approved: 2 });
  });

  it('is no effect of a rejection, but of the next answer; not of work that was sent back', async () => {
    const taskId = await publish(1, { approveOnAgreement: true });
    const wrong = await work(taskId, ann, '7');
    const [first, second] = [await work(taskId, ben), await work(taskId, cem)];
    expect(await take(taskId, dan)).toBe(1);
    const note = 'Please look at the total again.';
    await service.call('requestRevision', { as: BUYER, params: { id: second }, body: { note } });
    await decideOn(service, wrong, 'reject');
    expect(await decidedBy(first, second)).toEqual(['pending', 'pending']);
    const third = await send(taskId, 1, dan, '1');
    expect(await decidedBy(first, second, third)).toEqual(['agreement', 'pending', 'agreement']);
    await service.call('resubmit', { as: cem, params: { id: second }, body: { answers: [{ total: '1' }] } });
    expect(await decidedBy(second)).toEqual(['agreement']);
  });

  it('saves no answer from the rejections of one call', async () => {
    const taskId = await publish(1, { approveOnAgreement: true });
    const ids = [await work(taskId, ann, '7'), await work(taskId, ben), await work(taskId, cem)];
    const reasons = ['wrong', 'incomplete', 'incomplete'];
    const decisions = ids.map((id, at) => ({ id, status: 'reject', reasonCode: reasons[at] }));
    const { body } = await service.call('decideSubmissions', { as: BUYER, body: { decisions } });
    expect(body.results).toEqual(ids.map((id) => ({ id, modifiedCount: 1 })));
    expect(await Promise.all(ids.map((id) => statusOf(service, id)))).toEqual(['reject', 'reject', 'reject']);
  });

  it('is no effect of an upheld appeal', async () => {
    const taskId = await publish(1, { approveOnAgreement: true, overlap: { max: 2 } });
    const wrong = await work(taskId, ann);
    await decideOn(service, wrong, 'reject');
    const first = await work(taskId, ben);
    const text = 'The total is on the second line, as I wrote.';
    await service.call('fileAppeal', { as: ann, params: { id: wrong }, body: { text } });
    const body = { outcome: 'upheld', note: text };
    await service.call('decideAppeal', { as: actor('admin'), params: { id: wrong }, body });
    expect(await decidedBy(wrong, first)).toEqual(['admin', 'pending']);
  });

  it('waits for a page that is complete', async () => {
    const taskId = await publish(1, { approveOnAgreement: true, overlap: { max: 3 } });
    const [first, second] = [await work(taskId, ann), await work(taskId, ben)];
    expect(await decidedBy(first, second)).toEqual(['pending', 'pending']);
    const third = await work(taskId, cem);
    expect(await decidedBy(first, second, third)).toEqual(['agreement', 'agreement', 'agreement']);
  });
});

it.each([
  [{ form: { fields: [{ kind: 'text', name: 'note', label: 'Note', required: true }] } }, 'overlap.min'],
  [{ approveOnAgreement: true, overlap: { max: 1 } }, 'approveOnAgreement'],
  [{ approveOnAgreement: true, overlap: { min: 1, max: 3 } }, 'approveOnAgreement'],
])('a draft that can’t agree is not published: %j', async (changes, field) => {
  const id = await draftBatch(service, 1, { ...DRAFT, overlap: { min: 2, max: 4 }, ...changes });
  expect(await freeze(service, id)).toMatchObject({ outcome: 'faulty', errors: [{ field }] });
});
