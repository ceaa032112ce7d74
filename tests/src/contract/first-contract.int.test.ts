import type { Submission } from '@piecework/contracts';
import type { Ask } from '../support/client';
import type { Person } from '../support/people';
import { useStack } from '../support/stack';

// A client of the first contract: it sends and knows no field, status or call of the later ones. Each test continues with the state of the previous one.
const stack = useStack();

let buyer: Person;
let worker: Person;
let admin: Person;
let taskId: string;

const FIELDS = [
  '_id',
  'taskId',
  'taskTitle',
  'payableAmount',
  'workerEmail',
  'workerName',
  'buyerName',
  'buyerEmail',
  'submissionDetails',
  'submissionDate',
  'status',
] as const;

/** What the old client reads of a row. */
const read = (row: Submission) => Object.fromEntries(FIELDS.map((field) => [field, row[field]]));
const rows = async (as: Person, query: Ask['query'] = {}) =>
  (await stack().get('listSubmissions', { as, query })).map(read);
const coinsOf = async (person: Person) => {
  await stack().settle();
  return (await stack().get('getUser', { as: person })).userAvailableCoin ?? 0;
};
const task = async () => {
  await stack().settle();
  return stack().get('getTask', { as: buyer, params: { id: taskId } });
};
const decide = (id: string, status: 'approved' | 'reject') =>
  stack().ask('decideSubmission', { as: buyer, params: { id }, body: { status } });

test('a buyer posts a task without a time for the review', async () => {
  [admin, buyer, worker] = await Promise.all([
    stack().signUp('admin', 'Ada'),
    stack().signUp('buyer', 'Bob'),
    stack().signUp('worker', 'Ann'),
  ]);
  await stack().enrich(buyer, admin, 500);
  taskId = await stack().post(buyer, { requiredWorkers: 2, payableAmount: 7 });
  expect(await task()).toMatchObject({ taskStatus: 'pending', requiredWorkers: 2, totalPayableAmount: 14 });
});

test('a rejection without a reason frees the place, and the worker submits again', async () => {
  const first = await stack().submit(worker, taskId, 'asdf');
  expect(await decide(first, 'reject')).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  expect(await decide(first, 'reject')).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
  const [row] = await stack().get('listSubmissions', { as: worker });
  expect(row && read(row)).toMatchObject({ _id: first, status: 'reject' });
  expect(row).not.toHaveProperty('reason');
  expect(await task()).toMatchObject({ taskStatus: 'onProgress', requiredWorkers: 2 });
  const second = await stack().submit(worker, taskId, 'A cat on a wall');
  const before = await coinsOf(worker);
  expect(await decide(second, 'approved')).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  expect(await coinsOf(worker)).toBe(before + 7);
  expect(await decide(second, 'reject')).toMatchObject({ status: 409, body: { code: 'already-decided' } });
});

test('work that a newer client sent back is pending to it, and an approval pays it', async () => {
  const other = await stack().newcomer('worker', 'Ben');
  const id = await stack().submit(other, taskId, 'A dog');
  const body = { note: 'Please describe the snow too.' };
  await stack().get('requestRevision', { as: buyer, params: { id }, body });
  expect((await rows(buyer, { status: 'pending' })).map(({ _id, status }) => [_id, status])).toEqual([[id, 'pending']]);
  expect(await task()).toMatchObject({ taskStatus: 'onProgress', requiredWorkers: 0 });
  const before = await coinsOf(other);
  expect(await decide(id, 'approved')).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  expect(await coinsOf(other)).toBe(before + 7);
  expect(await task()).toMatchObject({ taskStatus: 'completed', requiredWorkers: 0 });
});

test('work that an appeal of a newer client turned is approved to it', async () => {
  taskId = await stack().post(buyer, { requiredWorkers: 1, payableAmount: 9 });
  const id = await stack().submit(worker, taskId, 'A rook');
  await decide(id, 'reject');
  const text = 'The bird is a rook, as I have written.';
  await stack().get('fileAppeal', { as: worker, params: { id }, body: { text } });
  expect(await rows(worker, { status: 'reject', limit: 1 })).toMatchObject([{ _id: id, status: 'reject' }]);
  const before = await coinsOf(worker);
  await stack().get('decideAppeal', { as: admin, params: { id }, body: { outcome: 'upheld', note: 'It is a rook.' } });
  expect(await rows(worker, { status: 'approved', limit: 1 })).toMatchObject([{ _id: id }]);
  expect(await coinsOf(worker)).toBe(before + 9);
  expect(await decide(id, 'approved')).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
  expect(await task()).toMatchObject({ taskStatus: 'completed', requiredWorkers: 0 });
});

test('every row has the fields of the first contract, with their types', async () => {
  for (const row of await rows(admin))
    expect(row).toEqual({
      ...Object.fromEntries(FIELDS.map((field) => [field, expect.any(String)])),
      payableAmount: expect.any(Number),
      status: expect.stringMatching(/^(pending|approved|reject)$/),
    });
});

test('a task is deleted with its refund, and the account of a worker is closed', async () => {
  const before = await coinsOf(buyer);
  const id = await stack().post(buyer, { requiredWorkers: 2, payableAmount: 3 });
  expect(await stack().get('deleteTask', { as: buyer, params: { id } })).toEqual({ deletedCount: 1 });
  expect(await coinsOf(buyer)).toBe(before);
  expect(await stack().get('deleteUser', { as: admin, params: { id: worker.userId } })).toEqual({ deletedCount: 1 });
});
