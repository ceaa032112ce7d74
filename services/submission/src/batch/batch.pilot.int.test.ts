import { MINUTE_MS, silentLog } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import { type Form, MAX_TEXT_VERSIONS } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  answerPage,
  DRAFT,
  draftBatch,
  freeze,
  publishBatch,
  takePage,
  withApprovedWork,
  workOnce,
} from '../../testing/batch.fixtures';
import {
  BUYER,
  closeAccount,
  dataOf,
  decideOn,
  parked,
  placesOf,
  startSubmission,
  workers,
} from '../../testing/submission.fixtures';
import { createPlacesInvariantChecks } from '../places/places.invariant-checks';
import { taskPlaces } from '../places/places.store';
import { changedRules } from './batch.texts';

const [ann, bob, cleo] = workers(3) as [ReturnType<typeof actor>, ReturnType<typeof actor>, ReturnType<typeof actor>];
const other = actor('buyer', 'other');

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock });
  await withApprovedWork(service, [ann, bob, cleo]);
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  const checks = createPlacesInvariantChecks({ store: service.store, log: silentLog });
  expect(await checks.piecework_places_balanced?.holds()).toBe(true);
  await service.stop();
});

const inPilot = (rows = 4, changes: object = {}) => publishBatch(service, rows, { pilotPages: 1, ...changes });
const endPilot = (id: string, as = BUYER) => service.call('endPilot', { as, params: { id } });
const correct = (taskId: string, texts: object, buyerId = BUYER.userId) =>
  service.internal('correctTexts', { taskId, buyerId, ...texts });
const relabelled = (label: string): Form => ({
  fields: DRAFT.form?.fields.map((field) => ({ ...field, label })) as Form['fields'],
});
const read = async (id: string, as = BUYER, query: Record<string, string> = {}) =>
  (await service.call('getPage', { as, params: { id, page: '1' }, query })).body;
const labels = async (id: string, query: Record<string, string> = {}) =>
  (await service.call('getForm', { as: ann, params: { id }, query })).body.fields?.map(
    ({ label }: { label: string }) => label,
  );

describe('a pilot', () => {
  it('has fewer pages than its batch', async () => {
    for (const [pilotPages, outcome] of [
      [3, 'frozen'],
      [4, 'faulty'],
    ] as const)
      expect((await freeze(service, await draftBatch(service, 4, { pilotPages }))).outcome).toBe(outcome);
    expect(await freeze(service, await draftBatch(service, 4, { pilotPages: 4 }))).toMatchObject({
      errors: [{ field: 'pilotPages', message: 'A pilot has fewer pages than the batch, which has 4' }],
    });
  });

  it('offers its pages, and all others after the buyer has ended it, once', async () => {
    const taskId = await inPilot();
    expect(await workOnce(service, taskId, ann)).toBe(1);
    const { status, body } = await takePage(service, taskId, bob);
    expect([status, body.message]).toEqual([200, 'The buyer is looking at the first answers. More pages may follow.']);
    expect(await placesOf(service, taskId)).toMatchObject({ open: 3, pending: 1 });
    expect((await endPilot(taskId, other)).status).toBe(404);
    expect((await endPilot(taskId)).body).toEqual({ modifiedCount: 1 });
    expect((await endPilot(taskId)).body).toEqual({ modifiedCount: 0 });
    expect(await dataOf(service, 'task.pilot-ended')).toEqual([{ taskId }]);
    for (const page of [2, 3, 4]) expect(await workOnce(service, taskId, bob)).toBe(page);
  });

  it('offers a page again whose answer was rejected, and pays an upheld appeal from its own page', async () => {
    const taskId = await inPilot();
    await workOnce(service, taskId, ann);
    const [{ _id: id }] = (await service.call('listSubmissions', { as: BUYER, query: { taskId } })).body;
    await decideOn(service, id, 'reject');
    expect(await workOnce(service, taskId, bob)).toBe(1);
    const text = 'The total is on the second line, as I wrote.';
    await service.call('fileAppeal', { as: ann, params: { id }, body: { text } });
    const upheld = { as: actor('admin'), params: { id }, body: { outcome: 'upheld', note: text } };
    expect((await service.call('decideAppeal', upheld)).body.paidBy).toBe('platform');
  });

  it('is closed with the places that wait', async () => {
    const taskId = await inPilot();
    await workOnce(service, taskId, ann);
    await service.given('task.closing-requested', taskId, { taskId, buyerId: BUYER.userId, reason: 'ended' });
    expect(await dataOf(service, 'task.places-closed')).toMatchObject([{ open: 3 }]);
    expect((await endPilot(taskId)).body).toEqual({ modifiedCount: 0 });
    expect(await correct(taskId, { taskDetail: 'Too late' })).toEqual({ outcome: 'no-pilot' });
  });

  it('lets newcomers hold half of the places that it offers, not of those that wait', async () => {
    const taskId = await inPilot(20, { pilotPages: 2 });
    const newcomers = [actor('worker', 'new-1'), actor('worker', 'new-2')] as const;
    expect((await takePage(service, taskId, newcomers[0])).status).toBe(201);
    expect((await takePage(service, taskId, newcomers[1])).body.message).toContain('without approved work');
  });
});

describe('a correction', () => {
  it('is read by workers who take a page later; others keep the texts that they were given, with their answers', async () => {
    const taskId = await inPilot(2, { overlap: { max: 3 } });
    expect((await takePage(service, taskId, ann)).body.page.version).toBe(1);
    const taskDetail = 'Copy the total of {{receipt}}, with tax.';
    expect(await correct(taskId, { taskDetail, form: relabelled('Sum of {{receipt}}') })).toEqual({
      outcome: 'corrected',
      modifiedCount: 1,
      version: 2,
      detail: taskDetail,
    });
    const given = await takePage(service, taskId, bob);
    expect(given.body.page).toMatchObject({ version: 2, rows: [{ text: 'Copy the total of R-1, with tax.' }] });
    // Also when it is read again.
    expect((await takePage(service, taskId, ann)).body.page).toMatchObject({
      version: 1,
      rows: [{ text: 'Copy the total of R-1.' }],
    });
    expect([(await read(taskId, ann)).version, (await read(taskId, bob)).version]).toEqual([1, 2]);
    for (const as of [ann, bob]) await answerPage(service, taskId, 1, as);
    const { body } = await service.call('listSubmissions', { as: BUYER, query: { taskId } });
    expect(body).toMatchObject([
      { version: 2, submissionDetails: 'Sum of R-1: 1' },
      { version: 1, submissionDetails: 'Total of R-1: 1' },
    ]);
    expect([(await read(taskId, ann)).version, (await read(taskId)).version]).toEqual([1, 2]);
    expect((await read(taskId, BUYER, { version: '1' })).rows[0].text).toBe('Copy the total of R-1.');
    expect([await labels(taskId), await labels(taskId, { version: '1' })]).toEqual([
      ['Sum of {{receipt}}'],
      ['Total of {{receipt}}'],
    ]);
    for (const operation of ['getForm', 'getPage'] as const) {
      const answer = await service.call(operation, {
        as: BUYER,
        params: { id: taskId, page: '1' },
        query: { version: '3' },
      });
      expect([operation, answer.status]).toEqual([operation, 404]);
    }
  });

  it('is not that of an answer after the end of its hold, nor of a revision', async () => {
    const taskId = await inPilot(2);
    await takePage(service, taskId, ann);
    await clock.leap(40 * MINUTE_MS);
    await service.settle();
    await correct(taskId, { form: relabelled('Sum') });
    const { insertedId: id } = (await answerPage(service, taskId, 1, ann)).body;
    await service.call('requestRevision', { as: BUYER, params: { id }, body: { note: 'Please look at it again.' } });
    await correct(taskId, { form: relabelled('Amount') });
    await service.call('resubmit', { as: ann, params: { id }, body: { answers: [{ total: '2' }] } });
    const [mine] = (await service.call('listSubmissions', { as: ann, query: { taskId } })).body;
    expect(mine).toMatchObject({ version: 1, submissionDetails: 'Total of R-1: 2' });
  });

  it('is one version, also when it is repeated; there are at most 20', async () => {
    const taskId = await inPilot(2);
    for (const modifiedCount of [1, 0])
      expect(await correct(taskId, { taskDetail: 'Copy it.' })).toMatchObject({ modifiedCount, version: 2 });
    expect(await correct(taskId, { form: DRAFT.form })).toMatchObject({ modifiedCount: 0, version: 2 });
    for (let version = 3; version <= MAX_TEXT_VERSIONS; version += 1)
      expect(await correct(taskId, { taskDetail: `Copy it ${version}.` })).toMatchObject({ version });
    expect(await correct(taskId, { taskDetail: 'Once more.' })).toEqual({ outcome: 'too-many-versions' });
    expect((await read(taskId)).rows[0].text).toBe('Copy it 20.');
  });

  it('may be repeated after the pilot', async () => {
    const taskId = await inPilot(2);
    const texts = { taskDetail: 'Copy it.', form: relabelled('Sum') };
    await correct(taskId, texts);
    await endPilot(taskId);
    const repeated = { outcome: 'corrected', modifiedCount: 0, version: 2, detail: 'Copy it.' };
    expect(await correct(taskId, texts)).toEqual(repeated);
    expect(await correct(taskId, { ...texts, form: relabelled('Amount') })).toEqual({ outcome: 'no-pilot' });
  });

  it('is made by the owner of a batch in its pilot alone', async () => {
    const taskId = await inPilot(2);
    const texts = { taskDetail: 'Copy it.' };
    expect(await correct(taskId, texts, other.userId)).toEqual({ outcome: 'not-found' });
    await endPilot(taskId);
    for (const id of [taskId, await publishBatch(service, 2)])
      expect(await correct(id, texts)).toEqual({ outcome: 'no-pilot' });
    expect(await service.store.collection(taskPlaces).findOne({ _id: taskId })).not.toHaveProperty('batch.version');
  });

  it('keeps its form, which no other task uses', async () => {
    const taskId = await inPilot(2);
    await correct(taskId, { form: relabelled('Sum') });
    await clock.leap(40 * 24 * 60 * MINUTE_MS);
    await service.settle();
    expect(await labels(taskId)).toEqual(['Sum']);
    await closeAccount(service, BUYER);
    expect(await labels(taskId)).toEqual(['Sum']);
  });

  it('names columns of the file only, and nothing that answers were checked by', async () => {
    const taskId = await inPilot(2);
    const field = DRAFT.form?.fields[0];
    for (const [texts, fault] of [
      [{ taskDetail: 'What is {{sum}}?' }, 'taskDetail'],
      [{ form: relabelled('{{sum}}') }, 'form.fields.0.label'],
      [{ form: { fields: [{ ...field, decimals: 1 }] } }, 'form.fields.0'],
      [{ form: { fields: [field, { kind: 'text', name: 'shop', label: 'Shop', required: false }] } }, 'form.fields'],
    ] as const)
      expect(await correct(taskId, texts)).toMatchObject({ outcome: 'faulty', errors: [{ field: fault }] });
  });
});

it('finds each rule of a field that changes, and no text', () => {
  const options = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ];
  const before: Form['fields'] = [{ kind: 'choice', name: 'kind', label: 'Kind', required: true, options }];
  const changed = (changes: object) =>
    changedRules(before, { fields: before.map((field) => ({ ...field, ...changes })) as Form['fields'] }).length;
  expect(
    [
      { label: 'Sort' },
      { help: 'Look twice.' },
      { options: options.map(({ value }) => ({ value, label: `Is ${value}` })) },
    ].map(changed),
  ).toEqual([0, 0, 0]);
  expect(
    [
      { name: 'sort' },
      { required: false },
      { kind: 'choices' },
      { options: [...options].reverse() },
      { options: [{ value: 'c', label: 'A' }, options[1]] },
    ].map(changed),
  ).toEqual([1, 1, 1, 1, 1]);
});
