import type { Calls } from '../journey/calls';
import { createAcknowledged } from './acknowledged-writes';

const ADMIN = { token: 'admin' };

/** A product that shows these rows and nothing else. */
const showing = (rows: Record<string, readonly object[]>): Calls => {
  const pageOf = (operation: string, { query }: { query?: { offset: number; limit: number } }) =>
    (rows[operation] ?? []).slice(query?.offset, (query?.offset ?? 0) + (query?.limit ?? 0));
  return {
    get: async (operation: string, asked: object) => pageOf(operation, asked),
    ask: async (operation: string) => (operation === 'getImage' && !rows.getImage ? null : {}),
  } as unknown as Calls;
};

const missing = (heard: ReturnType<typeof createAcknowledged>, rows: Record<string, readonly object[]>) =>
  heard.missing(showing(rows), ADMIN);

test('work is there, and stays what it was decided to be', async () => {
  const said = createAcknowledged();
  said.heard('createSubmission', {}, { insertedId: 's' });
  expect(await missing(said, {})).toEqual(['Submission s was acknowledged and is not there']);
  // Somebody's decision whose answer was lost may have happened.
  expect(await missing(said, { listSubmissions: [{ _id: 's', status: 'approved' }] })).toEqual([]);
  said.heard('decideSubmission', { params: { id: 's' }, body: { status: 'reject' } }, { modifiedCount: 1 });
  expect(await missing(said, { listSubmissions: [{ _id: 's', status: 'pending' }] })).toEqual([
    'Submission s was acknowledged as reject and is pending',
  ]);
  expect(await missing(said, { listSubmissions: [{ _id: 's', status: 'reject' }] })).toEqual([]);
});

test('a withdrawal counts as its answer said, not as was asked', async () => {
  const said = createAcknowledged();
  said.heard('createWithdrawal', {}, { insertedId: 'w' });
  const asked = { params: { id: 'w' }, body: { status: 'approved' } };
  said.heard('decideWithdrawal', asked, { modifiedCount: 0, status: 'canceled', message: 'Too few coins' });
  said.heard('decideWithdrawal', asked, { modifiedCount: 0, status: 'approved' });
  expect(await missing(said, { listWithdrawals: [{ _id: 'w', status: 'approved' }] })).toEqual([
    'Withdrawal w was acknowledged as canceled and is approved',
  ]);
});

test('a task is there until it is deleted, a credited payment stays credited, a picture is shown', async () => {
  const said = createAcknowledged();
  said.heard('createTask', {}, { insertedId: 't' });
  said.heard('storePayment', {}, { insertedId: 'p' });
  said.heard('creditPayment', { params: { intent: 'p' } }, { modifiedCount: 1 });
  said.heard('uploadImage', {}, { data: { display_url: 'http://localhost:1/images/i' } });
  expect(await missing(said, { listPayments: [{ _id: 'p', state: 'recorded' }] })).toEqual([
    'Task t was acknowledged and is not there',
    'Payment p was acknowledged as credited and is recorded',
    'Picture /images/i was acknowledged and is not there',
  ]);
  said.heard('deleteTask', { params: { id: 't' } }, { deletedCount: 1 });
  const rows = { listPayments: [{ _id: 'p', state: 'credited' }], getImage: [] };
  expect(await missing(said, rows)).toEqual([]);
  expect(await missing(said, { ...rows, listTasks: [{ _id: 't' }] })).toEqual([
    'Task t was deleted and is there again',
  ]);
});

test('lists longer than one answer are read to their end', async () => {
  const said = createAcknowledged();
  const rows = Array.from({ length: 5001 }, (_, index) => ({ _id: `s${index}`, status: 'pending' }));
  said.heard('createSubmission', {}, { insertedId: 's5000' });
  expect(await missing(said, { listSubmissions: rows })).toEqual([]);
});

test('only changes count as acknowledged', () => {
  const said = createAcknowledged();
  said.heard('listTasks', {}, []);
  said.heard('createUser', {}, { insertedId: 'u' });
  expect(said.writes()).toBe(1);
});
