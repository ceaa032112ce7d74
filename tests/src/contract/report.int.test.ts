import { outcome } from '../support/client';
import { useContractFixture } from '../support/contract';
import type { Person } from '../support/people';
import { reportOf, SUSPENSION } from '../support/samples';

const fixture = useContractFixture();

const report = (as: Person, body: object) => fixture().stack.ask('reportThing', { as, body });
const openCases = async () =>
  fixture().stack.get('listReports', { as: fixture().admin, query: { state: 'open', limit: 5000 } });
const caseOf = async (subjectId: string) => {
  const found = (await openCases()).find(({ subject }) => subject.id === subjectId);
  if (!found) throw new Error(`No open report is about ${subjectId}`);
  return found;
};
const decide = async (id: string, body: object, as = fixture().admin) => {
  const answer = await fixture().stack.ask('decideReports', { as, params: { id }, body });
  await fixture().stack.settle();
  return answer;
};
const kindsOf = async (as: Person) =>
  (await fixture().stack.get('listNotifications', { as, query: { limit: 50 } })).map(({ kind, why }) => [kind, why]);

test('what a person does not see, and what is their own, is unknown', async () => {
  const { stack, buyer, otherBuyer, worker } = fixture();
  const taskId = await stack.post(buyer);
  const submission = await stack.submit(worker, taskId);
  for (const [as, id, about] of [
    [worker, 'nothing', 'task'],
    [worker, submission, 'submission'],
    [buyer, taskId, 'task'],
    [otherBuyer, submission, 'submission'],
    [otherBuyer, submission, 'worker'],
  ] as const)
    expect([about, outcome(await report(as, reportOf(id, about)))]).toEqual([about, '404 not-found']);
  await stack.get('deleteTask', { as: buyer, params: { id: taskId } });
  expect(outcome(await report(fixture().otherWorker, reportOf(taskId)))).toBe('404 not-found');
});

test('reports of one thing are one case, and a repeat replaces the own one', async () => {
  const { stack, buyer, worker, otherWorker } = fixture();
  const taskId = await stack.post(buyer, { taskTitle: 'Name the birds' });
  const first = await report(worker, reportOf(taskId));
  const again = await report(worker, { about: 'task', id: taskId, reasonCode: 'scam' });
  await report(otherWorker, reportOf(taskId));
  expect(again.body).toEqual(first.body);
  expect(await caseOf(taskId)).toMatchObject({
    subject: { type: 'task', id: taskId },
    title: 'Name the birds',
    owner: { userEmail: buyer.email },
    reporters: 2,
    reports: [{ reporterEmail: worker.email, reasonCode: 'scam' }, { reasonCode: 'credentials' }],
  });
});

test.each([
  ['pause-task', { paused: true, adminPause: { reason: 'People had to give passwords, codes or card data.' } }],
  ['close-task', { closed: { reason: 'ended' } }],
] as const)('%s acts on the task, and the reporter and the buyer learn of it', async (decision, shown) => {
  const { stack, admin } = fixture();
  const [buyer, worker] = [await stack.newcomer('buyer'), await stack.newcomer('worker')];
  const before = await stack.balance(buyer);
  const taskId = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 5 });
  await report(worker, reportOf(taskId));
  const { _id: id } = await caseOf(taskId);
  expect((await decide(id, { outcome: decision })).body).toMatchObject({ code: 'validation' });
  const body = { outcome: decision, reasonCode: 'credentials' };
  expect((await decide(id, body)).body).toEqual({ modifiedCount: 1 });
  expect((await decide(id, body)).body).toEqual({ modifiedCount: 0 });
  expect(outcome(await decide(id, { outcome: 'nothing' }))).toBe('409 already-decided');
  expect(await stack.get('getTask', { as: buyer, params: { id: taskId } })).toMatchObject(shown);
  expect(await stack.balance(buyer)).toBe(decision === 'close-task' ? before : before - 5);
  expect(await kindsOf(worker)).toContainEqual(['report-decided', 'acted']);
  const told = decision === 'close-task' ? ['account-warned', 'credentials'] : ['task-paused', undefined];
  expect(await kindsOf(buyer)).toContainEqual(told);
  const trail = await stack.get('listAdminTrail', { as: admin, query: { person: buyer.userId } });
  expect(trail.filter(({ action }) => action === 'report-decided')).toHaveLength(1);
});

test('a false report counts against its reporter, and an admin in the case leaves it to another', async () => {
  const { stack, admin, otherAdmin } = fixture();
  const [buyer, worker] = [await stack.newcomer('buyer'), await stack.newcomer('worker')];
  const submission = await stack.submit(worker, await stack.post(buyer, { requiredWorkers: 1, payableAmount: 5 }));
  await report(buyer, reportOf(submission, 'submission'));
  await decide((await caseOf(submission))._id, { outcome: 'unfounded' });
  await report(buyer, reportOf(submission, 'worker'));
  const { _id: id, reports } = await caseOf(worker.userId);
  expect(reports[0]?.record).toEqual({ upheld: 0, dismissed: 0, false: 1 });
  expect(await kindsOf(buyer)).toContainEqual(['report-decided', 'nothing']);
  expect(outcome(await decide(id, { outcome: 'close-task', reasonCode: 'scam' }))).toBe('400 validation');
  await stack.get('changeUser', { as: admin, params: { id: worker.userId }, body: { userRole: 'admin' } });
  await stack.settle();
  expect(outcome(await decide(id, { outcome: 'nothing' }, worker))).toBe('409 own-report');
  expect((await decide(id, { outcome: 'suspend', suspension: SUSPENSION }, otherAdmin)).body).toEqual({
    modifiedCount: 1,
  });
  expect(outcome(await report(worker, reportOf(submission)))).toMatch(/^4/);
  const [seen] = await stack.get('listReports', { as: admin, query: { owner: worker.userId, limit: 1 } });
  expect(seen).toMatchObject({ state: 'decided', outcome: 'suspend', owner: { isSuspended: true } });
});
