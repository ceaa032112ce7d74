import type { Calls } from '../journey/checked-calls';
import { createAcknowledgedWrites } from './acknowledged-writes';

const ADMIN = { token: 'admin' };

/** Calls that list only these rows. */
const showing = (rows: Record<string, readonly object[]>): Calls => {
  const pageOf = (operation: string, { query }: { query?: { offset: number; limit: number } }) =>
    (rows[operation] ?? []).slice(query?.offset, (query?.offset ?? 0) + (query?.limit ?? 0));
  return {
    get: async (operation: string, asked: object) => pageOf(operation, asked),
    ask: async (operation: string) => (operation === 'getImage' && !rows.getImage ? null : {}),
  } as unknown as Calls;
};

const missing = (writes: ReturnType<typeof createAcknowledgedWrites>, rows: Record<string, readonly object[]>) =>
  writes.missing(showing(rows), ADMIN);

test('an acknowledged submission exists and keeps its acknowledged decision', async () => {
  const writes = createAcknowledgedWrites();
  writes.record('createSubmission', {}, { insertedId: 's' });
  expect(await missing(writes, {})).toEqual(['Submission s was acknowledged and is not there']);
  // May be a decision whose answer was lost.
  expect(await missing(writes, { listSubmissions: [{ _id: 's', status: 'approved' }] })).toEqual([]);
  writes.record('decideSubmission', { params: { id: 's' }, body: { status: 'reject' } }, { modifiedCount: 1 });
  expect(await missing(writes, { listSubmissions: [{ _id: 's', status: 'pending' }] })).toEqual([
    'Submission s was acknowledged as reject and is pending',
  ]);
  expect(await missing(writes, { listSubmissions: [{ _id: 's', status: 'reject' }] })).toEqual([]);
});

test('a withdrawal is expected in the status of the answer, not of the request', async () => {
  const writes = createAcknowledgedWrites();
  writes.record('createWithdrawal', {}, { insertedId: 'w' });
  const asked = { params: { id: 'w' }, body: { status: 'approved' } };
  writes.record('decideWithdrawal', asked, { modifiedCount: 0, status: 'canceled', message: 'Too few coins' });
  writes.record('decideWithdrawal', asked, { modifiedCount: 0, status: 'approved' });
  expect(await missing(writes, { listWithdrawals: [{ _id: 'w', status: 'approved' }] })).toEqual([
    'Withdrawal w was acknowledged as canceled and is approved',
  ]);
});

test('an acknowledged task exists until it is deleted, a credited payment stays credited, a picture exists', async () => {
  const writes = createAcknowledgedWrites();
  writes.record('createTask', {}, { insertedId: 't' });
  writes.record('storePayment', {}, { insertedId: 'p' });
  writes.record('creditPayment', { params: { intent: 'p' } }, { modifiedCount: 1 });
  writes.record('uploadImage', {}, { data: { display_url: 'http://localhost:1/images/i' } });
  expect(await missing(writes, { listPayments: [{ _id: 'p', state: 'recorded' }] })).toEqual([
    'Task t was acknowledged and is not there',
    'Payment p was acknowledged as credited and is recorded',
    'Picture /images/i was acknowledged and is not there',
  ]);
  writes.record('deleteTask', { params: { id: 't' } }, { deletedCount: 1 });
  const rows = { listPayments: [{ _id: 'p', state: 'credited' }], getImage: [] };
  expect(await missing(writes, rows)).toEqual([]);
  expect(await missing(writes, { ...rows, listTasks: [{ _id: 't' }] })).toEqual([
    'Task t was deleted and is there again',
  ]);
});

test('all pages of a list are read', async () => {
  const writes = createAcknowledgedWrites();
  const rows = Array.from({ length: 5001 }, (_, index) => ({ _id: `s${index}`, status: 'pending' }));
  writes.record('createSubmission', {}, { insertedId: 's5000' });
  expect(await missing(writes, { listSubmissions: rows })).toEqual([]);
});

test('reads do not count as acknowledged writes', () => {
  const writes = createAcknowledgedWrites();
  writes.record('listTasks', {}, []);
  writes.record('createUser', {}, { insertedId: 'u' });
  expect(writes.count()).toBe(1);
});
