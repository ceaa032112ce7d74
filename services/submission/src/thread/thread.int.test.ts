import { DAY_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import type { Message, OpenThread, Thread } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  BUYER,
  changeRole,
  closeAccount,
  dataOf,
  decideOn,
  publish,
  startSubmission,
  submitted,
} from '../../testing/submission.fixtures';

const worker = actor('worker');
const ID = `t:${worker.userId}`;

let service: Harness;
let clock: ReturnType<typeof createLeapingClock>;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock });
  await publish(service, 't', 2, { reserveMinutes: 30 });
});
afterEach(async () => {
  await service.stop();
});

const send = (as = worker, text = 'Which birds?', id = ID) =>
  service.call('sendMessage', { as, params: { id }, body: { text } });
const refusal = async (as = worker, id = ID) => {
  const { status, body } = await send(as, 'Hello?', id);
  return [status, body.code];
};
const threadsOf = async (as = worker, query = {}) => {
  const { body, headers } = await service.call('listThreads', { as, query });
  return { rows: body as Thread[], unread: headers['x-unread-count'] };
};
const thread = async (as = worker): Promise<OpenThread> =>
  (await service.call('getThread', { as, params: { id: ID } })).body;
const texts = async (as = worker) =>
  ((await service.call('listMessages', { as, params: { id: ID } })).body as Message[]).map(
    ({ number, isOwn, text }) => `${number} ${isOwn ? 'own' : 'other'} ${text}`,
  );
const reserve = () => service.call('reservePlace', { as: worker, params: { id: 't' } });

it('counts for each person what the other has written, until it is read', async () => {
  await submitted(service, 't', worker);
  expect(await thread()).toMatchObject({ messages: 0, otherName: BUYER.name, side: 'worker' });
  await send(worker, 'One?');
  await send(BUYER, 'Two.');
  await send(BUYER, `Three ${'\u{1f426}'.repeat(200)}`);
  expect(await texts(BUYER)).toEqual([expect.stringContaining('3 own'), '2 own Two.', '1 other One?']);
  expect(await threadsOf()).toMatchObject({ unread: '1', rows: [{ _id: ID, unread: 2, otherName: BUYER.name }] });
  expect((await threadsOf()).rows[0]?.last).toMatchObject({ isOwn: false, text: `Three ${'\u{1f426}'.repeat(114)}` });
  const read = (number: number) =>
    service.call('readThread', { as: worker, params: { id: ID }, body: { read: number } });
  expect((await read(2)).body).toEqual({ modifiedCount: 1 });
  expect((await threadsOf(worker, { unread: '1' })).rows).toMatchObject([{ unread: 1 }]);
  expect((await read(9)).body).toEqual({ modifiedCount: 1 });
  // Earlier, and again.
  for (const number of [1, 3]) expect((await read(number)).body).toEqual({ modifiedCount: 0 });
  expect(await threadsOf(worker, { unread: '1' })).toEqual({ unread: '0', rows: [] });
  expect(await threadsOf(BUYER)).toMatchObject({ unread: '1', rows: [{ unread: 1, otherName: worker.name }] });
  const facts = { threadId: ID, taskId: 't', taskTitle: 'Task t', workerId: worker.userId, buyerId: BUYER.userId };
  expect((await dataOf(service, 'message.sent'))[1]).toEqual({ ...facts, number: 2, by: 'buyer' });
  expect(await dataOf(service, 'thread.read')).toEqual([
    { threadId: ID, userId: worker.userId, number: 2, unread: 1 },
    { threadId: ID, userId: worker.userId, number: 3, unread: 0 },
  ]);
});

it.each([
  ['no hold and no submission', worker, async () => {}, ID],
  ['only a hold, whose worker the buyer does not know', BUYER, reserve, ID],
  ['another buyer', actor('buyer', 'other'), () => submitted(service, 't', worker), ID],
  ['another worker of the task', actor('worker', 'other'), () => submitted(service, 't', worker), ID],
  ['another spelling of the id', worker, () => submitted(service, 't', worker), `${ID}:x`],
])('is not found with %s', async (_what, as, before, id) => {
  await before();
  expect(await refusal(as, id)).toEqual([404, 'not-found']);
  for (const operation of ['getThread', 'listMessages'] as const)
    expect((await service.call(operation, { as, params: { id } })).status).toBe(404);
  expect((await service.call('readThread', { as, params: { id }, body: { read: 1 } })).status).toBe(404);
});

it('is open from the hold on, and until 30 days after it ended unused', async () => {
  await reserve();
  expect((await send()).status).toBe(201);
  expect((await send(BUYER)).status).toBe(201);
  await service.call('returnPlace', { as: worker, params: { id: 't' } });
  const until = Date.parse((await thread()).openUntil ?? '');
  expect(Math.round((until - clock.now()) / DAY_MS)).toBe(30);
  clock.leap(30 * DAY_MS);
  expect(await thread(BUYER)).toMatchObject({ end: 'over', messages: 2 });
  expect(await refusal()).toEqual([409, 'thread-over']);
  expect(await texts()).toHaveLength(2);
});

it('has no end while work is undecided, and ends 30 days after the last decision', async () => {
  const id = await submitted(service, 't', worker);
  clock.leap(40 * DAY_MS);
  expect((await thread()).openUntil).toBeUndefined();
  await decideOn(service, id, 'reject');
  clock.leap(6 * DAY_MS);
  await service.call('fileAppeal', { as: worker, params: { id }, body: { text: 'It was the right bird, I think.' } });
  clock.leap(25 * DAY_MS);
  expect((await send()).status).toBe(201);
  const verdict = { outcome: 'dismissed', note: 'It was another bird.' };
  await service.call('decideAppeal', { as: actor('admin'), params: { id }, body: verdict });
  clock.leap(30 * DAY_MS - 1000);
  expect((await send(BUYER)).status).toBe(201);
  clock.leap(1000);
  expect(await refusal(BUYER)).toEqual([409, 'thread-over']);
});

it('refuses an eleventh message without an answer for a day', async () => {
  await submitted(service, 't', worker);
  for (let i = 0; i < 10; i++) expect((await send()).status).toBe(201);
  clock.leap(DAY_MS - 5_000);
  const { status, body, headers } = await send();
  expect([status, body.code, headers['retry-after']]).toEqual([429, 'too-many-unanswered', '5']);
  expect((await send(BUYER)).status).toBe(201);
  expect((await send()).status).toBe(201);
});

it('closes for both once one of them cannot answer, without the cause, and stays readable', async () => {
  await submitted(service, 't', worker);
  await send(BUYER);
  const suspend = (isSuspended: boolean, suspensionVersion: number) =>
    service.given('user.suspension-changed', BUYER.userId, {
      ...{ userId: BUYER.userId, role: 'buyer', isSuspended, suspensionVersion, why: 'scam' },
    });
  await suspend(true, 1);
  expect(await refusal()).toEqual([409, 'thread-closed']);
  expect(await refusal(BUYER)).toEqual([409, 'account-suspended']);
  expect(await thread()).toMatchObject({ end: 'closed', messages: 1 });
  await suspend(false, 2);
  expect((await send()).status).toBe(201);
  await changeRole(service, BUYER, 'worker');
  expect(await refusal()).toEqual([409, 'thread-closed']);
  await closeAccount(service, BUYER, 2);
  expect(await refusal()).toEqual([409, 'thread-closed']);
  expect(await texts()).toHaveLength(2);
});

it.each([
  ['the buyer blocks the worker', BUYER, (submissionId: string) => ({ submissionId })],
  ['the worker hides the buyer', worker, () => ({ taskId: 't' })],
])('closes for both while %s, without the cause', async (_who, blocker, bodyOf) => {
  const submissionId = await submitted(service, 't', worker);
  const { body } = await service.call('createBlock', { as: blocker, body: bodyOf(submissionId) });
  for (const as of [worker, BUYER]) expect(await refusal(as)).toEqual([409, 'thread-closed']);
  await service.call('deleteBlock', { as: blocker, params: { id: body.insertedId } });
  expect((await send()).status).toBe(201);
});

it('keeps pictures, and shows the present names', async () => {
  await submitted(service, 't', worker);
  const url = '/images/01kaqr9e2w4y6z1x3c7v9bn5ra.webp';
  await service.call('sendMessage', { as: worker, params: { id: ID }, body: { text: 'This one', attachments: [url] } });
  const attached = { messageId: `${ID}:1`, authorId: worker.userId, pictures: [url] };
  expect(await dataOf(service, 'message.pictures-attached')).toEqual([attached]);
  const { body } = await service.call('listMessages', { as: BUYER, params: { id: ID } });
  expect(body[0].attachments).toEqual([expect.stringContaining(url)]);
  const renamed = { userName: 'Wanda', userPhotoURL: '', profileVersion: 1 };
  await service.given('user.profile-changed', worker.userId, { userId: worker.userId, ...renamed });
  expect((await threadsOf(BUYER)).rows[0]?.otherName).toBe('Wanda');
});
