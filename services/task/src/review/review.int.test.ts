// Runs on MongoDB and Kafka too: a partial index, and concurrent decisions.
import { FORM_HEADER } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { adminActs } from '@piecework/service-runtime/rows';
import type { Harness } from '@piecework/service-runtime/testing';
import { dataOf, endDeletion, parked, post, startTask, untilEvents } from '../../testing/task.fixtures';
import { reviewTally } from '../task/task.tally';

const [buyer, other, worker, admin] = [actor('buyer'), actor('buyer', 'other'), actor('worker'), actor('admin')];
const { userId: buyerId } = buyer;
const REASON = 'It asks for passwords.';

let service: Harness;
const start = async (env: Record<string, string>) => {
  service = await startTask({ env });
};
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

const posted = async (body: object = {}, as = buyer) => (await post(service, as, { body })).taskId;
const read = async (id: string, as?: Actor) =>
  (await service.call('getTask', { ...(as && { as }), params: { id } })).body;
const listed = async (query: object, as?: Actor): Promise<string[]> => {
  const { body, headers } = await service.call('listTasks', { query: query as never, ...(as && { as }) });
  const ids = (body as { _id: string }[]).map(({ _id }) => _id);
  expect(headers['x-total-count']).toBe(String(ids.length));
  return ids;
};
const decide = async (id: string, body: object, as = admin) => {
  const answer = await service.call('decideReview', { as, params: { id }, body: { version: 1, ...body } });
  return answer.body.code ?? answer.body.modifiedCount;
};
const approve = (id: string, version = 1) => decide(id, { outcome: 'approved', version });
const reject = (id: string, version = 1) => decide(id, { outcome: 'rejected', version, reason: REASON });
const edit = (id: string, body: object) => service.call('changeTask', { as: buyer, params: { id }, body });
const pauses = async () => (await dataOf(service, 'task.pause-changed')).map(({ taskId: _, ...data }) => data);
const acts = () => service.store.collection(adminActs).find({}, { sort: { at: 1 } });
const actions = async () => (await acts()).map(({ action, detail }) => [action, detail]);
const inReview = async () => (await service.counters.read(reviewTally)).waiting;

describe('with REVIEW_TASKS=all', () => {
  beforeEach(() => start({ REVIEW_TASKS: 'all' }));

  it('a task is its buyer’s and the admins’ alone until it is approved', async () => {
    const id = await posted();
    expect(await dataOf(service, 'task.published')).toMatchObject([{ taskId: id, inReview: true }]);
    expect(await pauses()).toEqual([{ paused: true, inReview: true }]);
    for (const as of [undefined, other, worker]) {
      expect(await read(id, as)).toMatchObject({ code: 'not-found' });
      for (const query of [{}, { open: '1' }, { status: 'pending' }, { review: '1' }, { q: 'pictures' }])
        expect(await listed(query, as)).toEqual([]);
    }
    expect((await read(id, buyer)).review).toEqual({ since: expect.any(String), cause: 'all-tasks' });
    expect((await read(id, admin)).review).toMatchObject({ cause: 'all-tasks', words: [], version: 1 });
    expect((await read(id, buyer)).taskStatus).toBe('pending');
    for (const query of [{ mine: '1' }, { mine: '1', review: '1' }, {}])
      expect(await listed(query, buyer)).toEqual([id]);
    for (const query of [{ review: '1' }, {}, { buyer: buyerId, review: '1' }])
      expect(await listed(query, admin)).toEqual([id]);
    expect(await inReview()).toBe(1);

    expect(await approve(id)).toBe(1);
    expect((await pauses()).at(-1)).toEqual({ paused: false });
    expect(await dataOf(service, 'task.approved')).toMatchObject([{ taskId: id, buyerId, isFirst: true }]);
    expect((await read(id)).review).toBeUndefined();
    expect(await listed({ open: '1' }, worker)).toEqual([id]);
    expect(await listed({ review: '1' }, admin)).toEqual([]);
    expect(await inReview()).toBe(0);
    // A repeat, and the opposite.
    expect([await approve(id), await reject(id)]).toEqual([0, 'task-reviewed']);
    expect(await actions()).toEqual([['task-approved', '']]);
  });

  it('a rejected task closes with its coins, and only its buyer and admins read why', async () => {
    const id = await posted();
    expect(await decide(id, { outcome: 'rejected' })).toBe('validation');
    expect(await reject(id)).toBe(1);
    expect(await dataOf(service, 'task.closing-requested')).toEqual([{ taskId: id, buyerId, reason: 'ended' }]);
    await endDeletion(service, id, buyerId, 21);
    expect(await dataOf(service, 'task.closed')).toMatchObject([{ taskId: id, coins: 21, isRejected: true }]);
    for (const as of [buyer, admin])
      expect((await read(id, as)).closed).toEqual({ reason: 'ended', refunded: 21, rejection: REASON });
    expect((await read(id, buyer)).review).toBeUndefined();
    for (const as of [other, worker]) expect(await read(id, as)).toMatchObject({ code: 'not-found' });
    expect([await reject(id), await approve(id)]).toEqual([0, 'task-closed']);
    expect(await listed({ review: '1' }, admin)).toEqual([]);
    expect(await actions()).toEqual([['task-rejected', '']]);
    expect(JSON.stringify(await acts())).not.toContain('passwords');
  });

  it('an admin approves only what they have read, and any change of the texts waits again', async () => {
    const id = await posted();
    await edit(id, { taskTitle: 'Label twenty pictures' });
    expect([await approve(id), await reject(id)]).toEqual(['task-changed', 'task-changed']);
    expect(await approve(id, 2)).toBe(1);
    await edit(id, { completionDate: '2027-01-31' });
    expect((await read(id, admin)).review).toBeUndefined();

    await edit(id, { taskDetail: 'Send your password.' });
    expect((await pauses()).at(-1)).toEqual({ paused: true, inReview: true });
    // Workers may hold places of it. They see that it waits, and no more.
    expect((await read(id, worker)).review).toEqual({ since: expect.any(String) });
    expect(await read(id)).toMatchObject({ code: 'not-found' });
    expect(await listed({}, worker)).toEqual([]);
    expect(await approve(id, 1)).toBe(1);
    expect((await dataOf(service, 'task.approved')).at(-1)).not.toHaveProperty('isFirst');
  });

  it('leaves the pauses of others as they are', async () => {
    const id = await posted();
    const before = (await pauses()).length;
    const suspend = (isSuspended: boolean, suspensionVersion: number) =>
      service.given('user.suspension-changed', buyerId, {
        userId: buyerId,
        role: 'buyer',
        isSuspended,
        suspensionVersion,
        why: 'scam',
      } as never);
    await edit(id, { paused: true });
    await suspend(true, 1);
    await approve(id);
    await suspend(false, 2);
    await edit(id, { paused: false });
    expect((await pauses()).slice(before)).toEqual([
      { paused: true, inReview: true },
      { paused: true },
      { paused: false },
    ]);
  });

  it('ends like any other task, with its coins', async () => {
    const id = await posted();
    const ended = service.call('endTask', { as: buyer, params: { id } });
    await untilEvents(service, 'task.closing-requested', 1);
    await endDeletion(service, id, buyerId, 21);
    expect((await ended).body).toEqual({ modifiedCount: 1 });
    expect((await dataOf(service, 'task.closed'))[0]).not.toHaveProperty('isRejected');
    expect(await approve(id)).toBe('task-closed');
    expect(await read(id, worker)).toMatchObject({ code: 'not-found' });
  });
});

test('with REVIEW_TASKS=new-buyers the tasks of a buyer wait until one is public', async () => {
  await start({ REVIEW_TASKS: 'new-buyers' });
  const [first, second] = [await posted(), await posted()];
  for (const id of [first, second]) expect((await read(id, buyer)).review).toMatchObject({ cause: 'new-buyer' });
  expect(await reject(first)).toBe(1);
  await endDeletion(service, first, buyerId, 21);
  expect((await read(await posted(), buyer)).review).toMatchObject({ cause: 'new-buyer' });
  expect(await approve(second)).toBe(1);
  expect((await read(await posted(), buyer)).review).toBeUndefined();
  await edit(second, { taskTitle: 'Label twenty pictures' });
  expect((await read(second, buyer)).review).toBeUndefined();
  expect((await read(await posted({}, other), other)).review).toMatchObject({ cause: 'new-buyer' });
});

describe('with REVIEW_WORDS', () => {
  beforeEach(() => start({ REVIEW_WORDS: 'easy money, bKash PIN, পাসওয়ার্ড' }));

  it.each([
    ['finds them in the title', { taskTitle: 'EASY  money!' }, ['easy money']],
    [
      'finds them in the detail, in letters that look alike',
      { taskDetail: 'Get eаsy\u200b mоney, and your bkash-pin' },
      ['easy money', 'bKash PIN'],
    ],
    ['finds them in the submission info', { submissionInfo: 'আপনার পাসওয়ার্ড দিন' }, ['পাসওয়ার্ড']],
    ['finds no part of a word', { taskTitle: 'Uneasy money' }, undefined],
    ['finds no phrase across two texts', { taskTitle: 'Easy', taskDetail: 'money' }, undefined],
  ])('%s', async (_where, body, words) => {
    expect((await read(await posted(body), admin)).review?.words).toEqual(words);
  });

  it('finds them in the form, also after an edit', async () => {
    const form = { fields: [{ kind: 'choice', name: 'how', label: 'How', options: options('Easy money', 'Else') }] };
    const { taskId: id } = await post(service, buyer, { body: { form }, headers: { [FORM_HEADER]: 'form' } });
    await edit(id, { taskTitle: 'Your bKash PIN' });
    expect((await read(id, admin)).review).toMatchObject({ words: ['easy money', 'bKash PIN'], version: 2 });
    expect(await approve(id, 2)).toBe(1);
    expect(await actions()).toEqual([['task-approved', 'words: easy money, bKash PIN']]);
  });

  it('an edit that brings one in holds an open task, once', async () => {
    const id = await posted();
    await edit(id, { taskDetail: 'Earn easy money.' });
    expect((await read(id, admin)).review).toMatchObject({ cause: 'words', words: ['easy money'] });
    await approve(id);
    await edit(id, { taskDetail: 'Earn easy money here.' });
    expect((await read(id, admin)).review).toBeUndefined();
    await edit(id, { submissionInfo: 'Your bKash PIN' });
    expect((await read(id, admin)).review).toMatchObject({ words: ['bKash PIN'], version: 1 });
  });

  it('a correction of the texts of a batch holds it too', async () => {
    const id = await posted();
    const follow = (version: number, label: string) =>
      service.internal('followTexts', {
        taskId: id,
        version,
        detail: 'Copy it.',
        form: { fields: [{ kind: 'text', name: 'a', label }] },
      });
    await follow(2, 'Total');
    expect((await read(id, admin)).review).toBeUndefined();
    await follow(3, 'Your bKash PIN');
    await follow(3, 'Your bKash PIN');
    expect((await read(id, admin)).review).toMatchObject({ words: ['bKash PIN'], version: 1 });
    expect(await pauses()).toEqual([{ paused: true, inReview: true }]);
  });
});

const options = (...labels: string[]) => labels.map((label, at) => ({ value: `v${at}`, label }));
