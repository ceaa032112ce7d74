import { setTimeout as sleep } from 'node:timers/promises';
import { newFolder, npmRun, type RunningStack, startStackOver, stopped } from '../support/child-program';
import { type Client, createClient } from '../support/client';
import { PASSWORD, type People, type Person, peopleOn, taskFields } from '../support/people';
import { eventually } from '../support/stack';

jest.setTimeout(120_000);

const ROUNDS = 4;
const HANDS = 5;
const PAY = 5;

/** What the product has said yes to, and must not have forgotten after a kill −9. */
interface Acknowledged {
  people: Person[];
  /** Emails of embedded accounts. */
  accounts: string[];
  /** Idempotency-Key → what it answered. */
  tasks: Map<string, string>;
  submissions: Map<string, 'pending' | 'approved'>;
  withdrawals: Map<string, 'pending' | 'approved' | 'canceled'>;
}

let dataDir: string;
let stack: RunningStack;
let client: Client;
let people: People;
let cast: { admin: Person; buyer: Person; earner: Person };
const output: Acknowledged = {
  people: [],
  accounts: [],
  tasks: new Map(),
  submissions: new Map(),
  withdrawals: new Map(),
};
/** Tasks that were asked for under a key, answered or not. */
const asked = new Map<string, unknown>();

beforeAll(async () => {
  dataDir = await newFolder();
  stack = await startStackOver(dataDir);
  client = createClient(stack.gateway);
  people = peopleOn(stack, client);
  const admin = await people.newcomer('admin', 'Ada');
  const buyer = await people.newcomer('buyer', 'Bella');
  const earner = await people.newcomer('worker', 'Erna');
  cast = { admin, buyer, earner };
  await people.enrich(buyer, admin, 6000);
  await eventually('the buyer has coins', 5000, async () =>
    (await people.balance(buyer)) > 6000 ? true : undefined,
  );
  await people.earn(earner, buyer, 3000);
});
afterAll(() => client.close());

let count = 0;

/** The life of one task, each step noted once it has been acknowledged. */
const oneLife = async () => {
  const { admin, buyer, earner } = cast;
  const number = ++count;
  const worker = await people.newcomer('worker', `Worker ${number}`);
  output.people.push(worker);

  const key = `task-${number}`;
  const body = taskFields({ requiredWorkers: 1, payableAmount: PAY });
  asked.set(key, body);
  const taskId = await client.insert('createTask', { as: buyer, key, body });
  output.tasks.set(key, taskId);

  const submissionId = await people.submit(worker, taskId);
  output.submissions.set(submissionId, 'pending');
  await people.decide(buyer, submissionId, 'approved');
  output.submissions.set(submissionId, 'approved');

  const withdrawal = { withdrawalCoin: 200, paymentSystem: 'nagad' };
  const withdrawalId = await client.insert('createWithdrawal', { as: earner, body: withdrawal });
  output.withdrawals.set(withdrawalId, 'pending');
  const { status = 'pending' } = await client.get('decideWithdrawal', {
    as: admin,
    params: { id: withdrawalId },
    body: { status: 'approved' },
  });
  output.withdrawals.set(withdrawalId, status);
};

const oneAccount = async () => {
  const email = `account-${++count}@people.example`;
  await client.get('signUp', { body: { email, password: PASSWORD, displayName: 'Somebody' } });
  output.accounts.push(email);
};

/** Everything goes on in parallel until the product is gone; then nobody has an answer any more. */
const untilGone = async (work: () => Promise<void>, isGone: () => boolean) => {
  for (;;) {
    try {
      await work();
    } catch (error) {
      if (isGone()) return;
      throw error;
    }
  }
};

const approved = () => [...output.submissions.values()].filter((status) => status === 'approved').length;

/** A moment at random, but not before there is something to lose: a busy machine has hardly begun by then. */
const aMoment = async () => {
  const before = { approved: approved(), withdrawals: output.withdrawals.size };
  await sleep(300 + Math.random() * 900);
  await eventually('something has been approved and withdrawn', 20_000, async () =>
    approved() > before.approved + 1 && output.withdrawals.size > before.withdrawals + 1 ? true : undefined,
  );
};

const killUnderLoad = async () => {
  let isGone = false;
  const hands = [
    ...Array.from({ length: HANDS }, () => untilGone(oneLife, () => isGone)),
    untilGone(oneAccount, () => isGone),
  ];
  await Promise.race([aMoment(), ...hands]);
  isGone = true;
  stack.kill('SIGKILL');
  expect((await stack.ended).signal).toBe('SIGKILL');
  await Promise.all(hands);
};

const idsOf = (rows: readonly { _id: string; status: string }[]) =>
  new Map(rows.map(({ _id, status }) => [_id, status]));

const expectAllThere = async () => {
  const { admin } = cast;
  const users = await client.get('listUsers', { as: admin, query: { limit: 5000 } });
  const emails = new Set(users.map((user) => ('userEmail' in user ? user.userEmail : '')));
  expect(output.people.filter(({ email }) => !emails.has(email))).toEqual([]);

  const tasks = new Set((await client.get('listTasks')).map(({ _id }) => _id));
  expect([...output.tasks.values()].filter((id) => !tasks.has(id))).toEqual([]);

  const submissions = idsOf(await client.get('listSubmissions', { as: admin }));
  const forgotten = [...output.submissions].filter(
    // What was not answered any more may have happened.
    ([id, status]) => !submissions.has(id) || (status === 'approved' && submissions.get(id) !== 'approved'),
  );
  expect(forgotten).toEqual([]);

  const withdrawals = idsOf(await client.get('listWithdrawals', { as: admin }));
  const undone = [...output.withdrawals].filter(
    ([id, status]) => !withdrawals.has(id) || (status !== 'pending' && withdrawals.get(id) !== status),
  );
  expect(undone).toEqual([]);

  for (const email of output.accounts)
    expect((await client.ask('signIn', { body: { email, password: PASSWORD } })).status).toBe(200);
};

/** Whoever had no answer asks again under the same key, and whoever had one gets the same. */
const expectSameAnswers = async () => {
  for (const [key, body] of asked) {
    const id = await client.insert('createTask', { as: cast.buyer, key, body });
    expect(output.tasks.get(key) ?? id).toBe(id);
    output.tasks.set(key, id);
  }
  asked.clear();
};

test(`what was acknowledged survives kill −9, ${ROUNDS} times in a row, and no coin is made or lost`, async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const before = count;
    await killUnderLoad();
    expect(count).toBeGreaterThan(before);
    stack = await startStackOver(dataDir, { port: stack.port });
    await expectAllThere();
    await expectSameAnswers();
    const audit = await npmRun('audit', ['--data', dataDir]);
    expect(audit.output).toContain('Clean: every invariant holds.');
    expect(audit.code).toBe(0);
  }
  expect(approved()).toBeGreaterThan(ROUNDS);
  expect(output.withdrawals.size).toBeGreaterThan(ROUNDS);
  expect((await stopped(stack)).code).toBe(0);
});
