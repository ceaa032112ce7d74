import { setTimeout as sleep } from 'node:timers/promises';
import { newFolder, npmRun, type RunningStack, startStackOver, stopped } from '../support/child-program';
import { type Client, createClient } from '../support/client';
import { PASSWORD, type People, type Person, peopleOn, taskFields } from '../support/people';
import { eventually } from '../support/stack';

const ROUNDS = 4;
const CLIENTS = 5;
const PAY = 5;
/** For more tasks and withdrawals than a fast machine completes before the kills. */
const COINS = 60_000;

/** Acknowledged writes, which must survive a kill −9. */
interface Acknowledged {
  people: Person[];
  /** Emails of embedded accounts. */
  accounts: string[];
  /** Idempotency-Key → answered id. */
  tasks: Map<string, string>;
  submissions: Map<string, 'pending' | 'approved'>;
  withdrawals: Map<string, 'pending' | 'approved' | 'canceled'>;
}

let dataDir: string;
let stack: RunningStack;
let client: Client;
let people: People;
let roles: { admin: Person; buyer: Person; earner: Person };
const acknowledged: Acknowledged = {
  people: [],
  accounts: [],
  tasks: new Map(),
  submissions: new Map(),
  withdrawals: new Map(),
};
/** Bodies of requested tasks by Idempotency-Key, answered or not. */
const asked = new Map<string, unknown>();

beforeAll(async () => {
  dataDir = await newFolder();
  stack = await startStackOver(dataDir);
  client = createClient(stack.gateway);
  people = peopleOn(stack, client);
  const admin = await people.newcomer('admin', 'Ada');
  const buyer = await people.newcomer('buyer', 'Bella');
  const earner = await people.newcomer('worker', 'Erna');
  roles = { admin, buyer, earner };
  await people.enrich(buyer, admin, COINS);
  await eventually('the buyer has coins', 60_000, async () =>
    (await people.balance(buyer)) > COINS ? true : undefined,
  );
  await people.earn(earner, buyer, COINS - 10_000);
});
afterAll(() => client.close());

let count = 0;

/** Posts, submits, approves and withdraws once, and records each step after its acknowledgement. */
const runTaskLifecycle = async () => {
  const { admin, buyer, earner } = roles;
  const number = ++count;
  const worker = await people.newcomer('worker', `Worker ${number}`);
  acknowledged.people.push(worker);

  const key = `task-${number}`;
  const body = taskFields({ requiredWorkers: 1, payableAmount: PAY });
  asked.set(key, body);
  const taskId = await client.insert('createTask', { as: buyer, key, body });
  acknowledged.tasks.set(key, taskId);

  const submissionId = await people.submit(worker, taskId);
  acknowledged.submissions.set(submissionId, 'pending');
  await people.decide(buyer, submissionId, 'approved');
  acknowledged.submissions.set(submissionId, 'approved');

  const withdrawal = { withdrawalCoin: 200, paymentSystem: 'nagad' };
  const withdrawalId = await client.insert('createWithdrawal', { as: earner, body: withdrawal });
  acknowledged.withdrawals.set(withdrawalId, 'pending');
  const { status = 'pending' } = await client.get('decideWithdrawal', {
    as: admin,
    params: { id: withdrawalId },
    body: { status: 'approved' },
  });
  acknowledged.withdrawals.set(withdrawalId, status);
};

const createAccount = async () => {
  const email = `account-${++count}@people.example`;
  await client.get('signUp', { body: { email, password: PASSWORD, displayName: 'Person' } });
  acknowledged.accounts.push(email);
};

/** Repeats `work` until it fails because the product was killed. */
const repeatUntilKilled = async (work: () => Promise<void>, isKilled: () => boolean) => {
  for (;;) {
    try {
      await work();
    } catch (error) {
      if (isKilled()) return;
      throw error;
    }
  }
};

const approved = () => [...acknowledged.submissions.values()].filter((status) => status === 'approved').length;

/** Waits for a random time, and at least until some writes have been acknowledged. */
const untilRandomMoment = async () => {
  const before = { approved: approved(), withdrawals: acknowledged.withdrawals.size };
  await sleep(300 + Math.random() * 900);
  await eventually('something has been approved and withdrawn', 60_000, async () =>
    approved() > before.approved + 1 && acknowledged.withdrawals.size > before.withdrawals + 1 ? true : undefined,
  );
};

const killUnderLoad = async () => {
  let isKilled = false;
  const clients = [
    ...Array.from({ length: CLIENTS }, () => repeatUntilKilled(runTaskLifecycle, () => isKilled)),
    repeatUntilKilled(createAccount, () => isKilled),
  ];
  await Promise.race([untilRandomMoment(), ...clients]);
  isKilled = true;
  stack.kill('SIGKILL');
  expect((await stack.ended).signal).toBe('SIGKILL');
  await Promise.all(clients);
};

const idsOf = (rows: readonly { _id: string; status: string }[]) =>
  new Map(rows.map(({ _id, status }) => [_id, status]));

const expectAcknowledgedWrites = async () => {
  const { admin } = roles;
  const users = await client.get('listUsers', { as: admin, query: { limit: 5000 } });
  const emails = new Set(users.map((user) => ('userEmail' in user ? user.userEmail : '')));
  expect(acknowledged.people.filter(({ email }) => !emails.has(email))).toEqual([]);

  const tasks = new Set((await client.get('listTasks')).map(({ _id }) => _id));
  expect([...acknowledged.tasks.values()].filter((id) => !tasks.has(id))).toEqual([]);

  const submissions = idsOf(await client.get('listSubmissions', { as: admin }));
  const forgotten = [...acknowledged.submissions].filter(
    // A pending one may have been approved by a call without an answer.
    ([id, status]) => !submissions.has(id) || (status === 'approved' && submissions.get(id) !== 'approved'),
  );
  expect(forgotten).toEqual([]);

  const withdrawals = idsOf(await client.get('listWithdrawals', { as: admin }));
  const undone = [...acknowledged.withdrawals].filter(
    ([id, status]) => !withdrawals.has(id) || (status !== 'pending' && withdrawals.get(id) !== status),
  );
  expect(undone).toEqual([]);

  for (const email of acknowledged.accounts)
    expect((await client.ask('signIn', { body: { email, password: PASSWORD } })).status).toBe(200);
};

/** Retries every call with its Idempotency-Key: answered ones must return the same id. */
const expectSameAnswers = async () => {
  for (const [key, body] of asked) {
    const id = await client.insert('createTask', { as: roles.buyer, key, body });
    expect(acknowledged.tasks.get(key) ?? id).toBe(id);
    acknowledged.tasks.set(key, id);
  }
  asked.clear();
};

test(`acknowledged writes survive ${ROUNDS} consecutive kills −9, and the audit is clean`, async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const before = count;
    await killUnderLoad();
    expect(count).toBeGreaterThan(before);
    stack = await startStackOver(dataDir, { port: stack.port });
    await expectAcknowledgedWrites();
    await expectSameAnswers();
    const audit = await npmRun('audit', ['--data', dataDir]);
    expect(audit.output).toContain('Clean: every invariant holds.');
    expect(audit.code).toBe(0);
  }
  expect(approved()).toBeGreaterThan(ROUNDS);
  expect(acknowledged.withdrawals.size).toBeGreaterThan(ROUNDS);
  expect((await stopped(stack)).code).toBe(0);
});
