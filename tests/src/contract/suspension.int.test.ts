import {
  isOpenWhileSuspended,
  OPERATIONS,
  type OperationId,
  type OperationSpec,
  type Role,
} from '@piecework/contracts';
import { outcome } from '../support/client';
import { useContractFixture } from '../support/contract';
import type { Person } from '../support/people';
import { SUSPENSION, suspendedPerson } from '../support/samples';

const fixture = useContractFixture();
const APPEAL = { text: 'I typed each of these answers myself.' };

const operations = (Object.entries(OPERATIONS) as [OperationId, OperationSpec][]).filter(
  ([, { auth }]) => auth !== 'none' && auth !== 'identity',
);
const PARAMS = { id: 'x', page: '1', run: 'x', intent: 'x', system: 'bkash' };

/** Of one that may be suspended while it calls. */
const suspended = async (role: Role) => (await suspendedPerson(fixture(), role)).person;
const suspend = async ({ userId: id }: Person) => {
  const { stack, admin } = fixture();
  await stack.get('suspendUser', { as: admin, params: { id }, body: SUSPENSION });
  await stack.settle();
};
const lift = async ({ userId: id }: Person) => {
  const { stack, otherAdmin } = fixture();
  await stack.get('liftSuspension', { as: otherAdmin, params: { id } });
  await stack.settle();
};

test('the calls that change something and stay open to a suspended account are these', () => {
  const open = operations.filter(([, spec]) => spec.method !== 'GET' && isOpenWhileSuspended(spec)).map(([id]) => id);
  expect(open.sort()).toEqual([
    'acceptTerms',
    'addPasskey',
    'appealSuspension',
    'confirmTotp',
    'deleteFactor',
    'endOtherSessions',
    'endSession',
    'keepAccount',
    'makeRecoveryCodes',
    'readNotification',
    'readNotifications',
    'readThread',
    'startPasskey',
    'startTotp',
    'storePayment',
  ]);
});

describe.each(['worker', 'buyer', 'admin'] as const)('a suspended %s', (role) => {
  const allowed = operations.filter(([, { roles }]) => roles === undefined || roles.includes(role));

  test('is refused each call but those, with a conflict and never with the end of the session', async () => {
    const { stack } = fixture();
    const as = await suspended(role);
    for (const [operation, spec] of allowed) {
      const isForAdmins = spec.roles?.every((one) => one === 'admin') ?? false;
      if (isOpenWhileSuspended(spec) && !isForAdmins) continue;
      const answer = await stack.ask(operation, { as, params: PARAMS, body: spec.body ? {} : undefined });
      expect([operation, outcome(answer)]).toEqual([operation, '409 account-suspended']);
    }
  });

  test('signs in and reads what is its own', async () => {
    const { stack } = fixture();
    const as = await suspended(role);
    const { token } = await stack.get('jwt', { token: as.identityToken, body: { email: as.email } });
    const own = await stack.get('getUser', { token });
    expect(own).toMatchObject({
      userRole: role,
      suspension: { reasonCode: 'poor-work', text: SUSPENSION.text, at: expect.any(String) },
    });
    for (const operation of ['statement', 'listNotifications', 'listSubmissions', 'totals', 'listTasks'] as const)
      expect([operation, (await stack.ask(operation, { token })).status]).toEqual([operation, 200]);
  });
});

test('a suspended admin reads nothing of others', async () => {
  const { stack, worker, buyer } = fixture();
  const as = await suspended('admin');
  await stack.submit(worker, await stack.post(buyer));
  expect(await stack.get('getUser', { as, query: { email: worker.email } })).not.toHaveProperty('userEmail');
  expect(outcome(await stack.ask('statement', { as, query: { user: worker.userId } }))).toBe('403 forbidden');
  expect(await stack.get('listSubmissions', { as })).toEqual([]);
  expect(await stack.get('listWithdrawals', { as })).toEqual([]);
  const listed = await stack.get('listUsers', { as });
  expect(listed.filter((row) => 'userEmail' in row && row.userEmail !== as.email)).toEqual([]);
});

test('nobody else learns of a suspension', async () => {
  const { stack, otherBuyer } = fixture();
  const person = await suspended('worker');
  const seen = await stack.get('getUser', { as: otherBuyer, query: { email: person.email } });
  expect(Object.keys(seen).sort()).toEqual(['userName', 'userPhotoURL', 'userRole']);
});

test('a key of a suspended buyer reads, and does nothing else', async () => {
  const { stack } = fixture();
  const buyer = await stack.newcomer('buyer');
  const { key: token } = await stack.get('createApiKey', { as: buyer, body: { name: 'Nightly' } });
  await stack.settle();
  await suspend(buyer);
  expect((await stack.ask('listSubmissions', { token })).status).toBe(200);
  const posting = { token, body: {} };
  expect(outcome(await stack.ask('createTask', posting))).toBe('409 account-suspended');
  await lift(buyer);
  expect(outcome(await stack.ask('createTask', posting))).toBe('400 validation');
});

test('a suspended buyer’s tasks pause, and lifting restores exactly what was', async () => {
  const { stack, worker, otherWorker } = fixture();
  const buyer = await stack.newcomer('buyer');
  const [open, paused] = [await stack.post(buyer), await stack.post(buyer)];
  const answered = await stack.submit(worker, open);
  await stack.get('changeTask', { as: buyer, params: { id: paused }, body: { paused: true } });
  await stack.settle();
  await suspend(buyer);
  const listed = async () => (await stack.get('listTasks', { query: { limit: 50 } })).map(({ _id }) => _id);
  expect(await listed()).not.toContain(open);
  const work = { as: otherWorker, body: { taskId: open, submissionDetails: 'Robin' } };
  expect(await stack.get('createSubmission', work)).toEqual({ message: expect.stringContaining('paused') });
  const deciding = { as: buyer, params: { id: answered }, body: { status: 'approved' } };
  expect(outcome(await stack.ask('decideSubmission', deciding))).toBe('409 account-suspended');
  await lift(buyer);
  expect(await listed()).toContain(open);
  expect(await listed()).not.toContain(paused);
  expect(await stack.get('getTask', { as: buyer, params: { id: paused } })).toMatchObject({ paused: true });
  expect(await stack.get('decideSubmission', deciding)).toEqual({ modifiedCount: 1 });
});

test('a suspended worker’s holds end without a pause, and withdrawals and payouts wait', async () => {
  const { stack, admin, buyer } = fixture();
  const worker = await stack.newcomer('worker');
  const patron = await stack.newcomer('buyer');
  await stack.enrich(patron, admin, 500);
  await stack.earn(worker, patron, 450);
  const withdraw = () =>
    stack.insert('createWithdrawal', { as: worker, body: { withdrawalCoin: 200, paymentSystem: 'nagad' } });
  const due = await withdraw();
  const approve = (id: string) => ({ as: admin, params: { id }, body: { status: 'approved' } });
  await stack.get('decideWithdrawal', approve(due));
  const pending = await withdraw();
  const taskId = await stack.post(buyer, { requiredWorkers: 1 });
  const hold = { as: worker, params: { id: taskId } };
  await stack.get('reservePlace', hold);
  await suspend(worker);
  expect(await stack.get('listReservations', { as: worker })).toEqual([]);
  expect(await stack.get('getTask', { params: { id: taskId } })).toMatchObject({ requiredWorkers: 1 });
  const pay = { as: admin, params: { id: due }, body: { outcome: 'paid', reference: 'TRX 12345' } };
  const exported = async () => (await stack.ask('exportDuePayouts', { as: admin })).text.includes(due);
  for (const call of [
    await stack.ask('decideWithdrawal', approve(pending)),
    await stack.ask('decidePayout', pay),
    await stack.ask('revealAccount', { as: admin, params: { id: due } }),
  ])
    expect(outcome(call)).toBe('409 worker-suspended');
  expect(await exported()).toBe(false);
  const [row] = await stack.get('listWithdrawals', { as: admin, query: { payout: 'due', q: worker.email } });
  expect(row).toMatchObject({ _id: due, suspended: true });
  const [own] = await stack.get('listWithdrawals', { as: worker, query: { payout: 'due' } });
  expect(own).not.toHaveProperty('suspended');
  await lift(worker);
  expect(await exported()).toBe(true);
  expect(await stack.get('decidePayout', pay)).toEqual({ modifiedCount: 1 });
  expect(await stack.get('decideWithdrawal', approve(pending))).toMatchObject({ status: 'approved' });
  expect((await stack.ask('reservePlace', hold)).status).toBe(201);
});

test('an appeal is filed once and decided by another admin, and both persons are notified', async () => {
  const { stack, admin, otherAdmin } = fixture();
  const { person, suspensionId: id } = await suspendedPerson(fixture());
  await stack.get('appealSuspension', { as: person, body: APPEAL });
  expect(outcome(await stack.ask('appealSuspension', { as: person, body: APPEAL }))).toBe('409 appealed-before');
  const decide = (as: Person, result: 'lifted' | 'kept') =>
    stack.ask('decideSuspension', { as, params: { id }, body: { outcome: result, note: 'The copies are plain.' } });
  expect(outcome(await decide(admin, 'lifted'))).toBe('409 own-suspension');
  const open = await stack.get('listSuspensions', { as: admin, query: { appeal: 'open', limit: 50 } });
  expect(open).toContainEqual(expect.objectContaining({ _id: id, userId: person.userId, suspendedBy: admin.userId }));
  expect(await decide(otherAdmin, 'kept')).toMatchObject({ body: { modifiedCount: 1 } });
  expect(outcome(await decide(otherAdmin, 'lifted'))).toBe('409 already-decided');
  await stack.settle();
  const { suspension } = (await stack.get('getUser', { as: person })) as { suspension?: unknown };
  expect(suspension).toMatchObject({ appeal: { state: 'kept', note: 'The copies are plain.' } });
  const kinds = async (as: Person) => (await stack.get('listNotifications', { as })).map(({ kind }) => kind);
  expect((await kinds(person)).sort()).toEqual(['account-suspended', 'suspension-kept']);
  expect(await kinds(otherAdmin)).toContain('suspension-appealed');
  await lift(person);
  expect((await kinds(person)).sort()).toEqual(['account-suspended', 'suspension-kept', 'suspension-lifted']);
  expect(outcome(await stack.ask('appealSuspension', { as: person, body: APPEAL }))).toBe('409 not-suspended');
});

test('each act is in the trail, without a text', async () => {
  const { stack, admin } = fixture();
  const { person } = await suspendedPerson(fixture());
  await lift(person);
  const rows = await stack.get('listAdminTrail', { as: admin, query: { q: person.email } });
  expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
    ['suspension-lifted', 'poor-work'],
    ['account-suspended', 'poor-work'],
  ]);
});
