import { DAY_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import type { FormField } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { BUYER, dataOf, parked, placesOf, publish, startSubmission } from '../../testing/submission.fixtures';
import { submissions } from '../submission/submission.store';
import { forms } from './form.store';

const FIELDS: FormField[] = [
  { kind: 'number', name: 'total', label: 'Total', required: true, decimals: 2 },
  { kind: 'longText', name: 'note', label: 'Note', required: false },
];
const worker = actor('worker');
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

const keep = async (fields = FIELDS): Promise<string> =>
  (await service.internal('keepForm', { form: { fields } })).formId;
const publishForm = async (taskId: string, places = 1) =>
  publish(service, taskId, places, { formId: await keep(), reserveMinutes: 30 });
const send = (body: object, as = worker) => service.call('createSubmission', { as, body: { taskId: 't', ...body } });
const stored = (_id: string) => service.store.collection(submissions).findOne({ _id });

describe('a form', () => {
  it('is kept once for the same fields, and found by the task', async () => {
    const [formId, again, other] = [await keep(), await keep(), await keep(FIELDS.slice(1))];
    expect(again).toBe(formId);
    expect(other).not.toBe(formId);
    await publish(service, 't', 1, { formId });
    const answer = await service.call('getForm', { as: worker, params: { id: 't' } });
    expect(answer).toMatchObject({ status: 200, body: { fields: FIELDS } });
  });

  it('without a published task goes after 30 days, counted from its last use', async () => {
    const [unused, used] = [await keep(FIELDS.slice(1)), await keep()];
    await publish(service, 't', 1, { formId: used });
    await clock.leap(20 * DAY_MS);
    await keep(FIELDS.slice(1));
    await clock.leap(20 * DAY_MS);
    await service.settle();
    const ids = async () => (await service.store.collection(forms).find({})).map(({ _id }) => _id).sort();
    expect(await ids()).toEqual([unused, used].sort());
    await clock.leap(11 * DAY_MS);
    await service.settle();
    expect(await ids()).toEqual([used]);
  });

  it('is unknown for a task that takes a text, and for no task', async () => {
    await publish(service, 'plain', 1);
    for (const id of ['plain', 'nothing'])
      expect((await service.call('getForm', { as: worker, params: { id } })).status).toBe(404);
  });
});

describe('an answer', () => {
  beforeEach(() => publishForm('t'));

  it('is stored in its one form with a text for other clients, and is in no event', async () => {
    const { status, body } = await send({ answers: [{ total: ' 1,041.50 ', note: 'a\r\nb' }] });
    expect(status).toBe(201);
    expect(await stored(body.insertedId)).toMatchObject({
      details: 'Total: 1041.50\nNote: a\nb',
      answers: [{ total: '1041.50', note: 'a\nb' }],
    });
    expect(JSON.stringify(await dataOf(service, 'submission.created'))).not.toContain('1041');
  });

  it.each([
    [{ answers: [{ total: 'x' }] }, 'answers.0.total'],
    [{ answers: [{}] }, 'answers.0.total'],
    [{ answers: [{ total: '1', sum: '2' }] }, 'answers.0.sum'],
  ])('with a fault is refused and takes no place: %j', async (body, field) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(await placesOf(service, 't')).toMatchObject({ open: 1, pending: 0 });
  });

  it('is a message where the form is for a client that sends a text alone, which takes no place', async () => {
    const { status, body } = await send({ submissionDetails: 'Done' });
    expect([status, body]).toEqual([200, { message: expect.stringContaining('GET /tasks/{id}/form') }]);
    expect(await placesOf(service, 't')).toMatchObject({ open: 1, pending: 0 });
    await send({ answers: [{ total: '1' }] });
    expect((await send({ submissionDetails: 'Done' })).body.message).toContain('already submitted');
  });

  it('is not possible to a task without a form', async () => {
    await publish(service, 'plain', 1);
    expect(await send({ taskId: 'plain', answers: [{ total: '1' }] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'submissionDetails' }] },
    });
  });

  it('of a reserved place follows the same rules, also of a closed task', async () => {
    await service.call('reservePlace', { as: worker, params: { id: 't' } });
    await service.given('task.closing-requested', 't', { taskId: 't', buyerId: BUYER.userId, reason: 'ended' });
    expect((await send({ answers: [{ total: '' }] })).status).toBe(400);
    expect((await service.call('getForm', { as: worker, params: { id: 't' } })).status).toBe(200);
    expect((await send({ answers: [{ total: '1' }] })).status).toBe(201);
  });

  it('that is sent back is answered again; the former text stays', async () => {
    const { body } = await send({ answers: [{ total: '1' }] });
    const id = body.insertedId;
    const note = 'Please look at the total again.';
    await service.call('requestRevision', { as: BUYER, params: { id }, body: { note } });
    const resubmit = (changes: object) => service.call('resubmit', { as: worker, params: { id }, body: changes });
    expect(await resubmit({ submissionDetails: '2' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'answers' }] },
    });
    expect(await resubmit({ answers: [{ total: 'two' }] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'answers.0.total' }] },
    });
    expect((await resubmit({ answers: [{ total: '2' }] })).body).toEqual({ modifiedCount: 1 });
    expect((await resubmit({ answers: [{ total: '2' }] })).body).toEqual({ modifiedCount: 0 });
    expect(await stored(id)).toMatchObject({
      details: 'Total: 2',
      answers: [{ total: '2' }],
      earlier: [{ details: 'Total: 1' }],
    });
  });

  it('has the pictures of its values, and no others', async () => {
    const fields: FormField[] = [{ kind: 'picture', name: 'shelf', label: 'Shelf', required: true }];
    await publish(service, 'u', 1, { formId: await keep(fields) });
    const [shown, other] = ['https://i.example.com/a.png', 'https://i.example.com/b.png'];
    const { body } = await send({ taskId: 'u', answers: [{ shelf: [shown] }], attachments: [shown, other] });
    expect(await stored(body.insertedId)).toMatchObject({ details: 'Shelf: 1 picture', attachments: [shown] });
    expect(await dataOf(service, 'submission.pictures-attached')).toMatchObject([{ pictures: [shown] }]);
  });

  it('has a shortened text when it is long, and all of its values', async () => {
    const { body } = await send({ answers: [{ total: '1', note: 'ক'.repeat(5000) }] });
    const document = await stored(body.insertedId);
    expect([...(document?.details ?? '')]).toHaveLength(5000);
    expect(document?.details).toMatch(/ক…$/);
    expect(document?.answers?.[0]?.note).toHaveLength(5000);
  });
});
