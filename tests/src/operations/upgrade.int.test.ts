import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '@piecework/contracts';
import {
  newFolder,
  type ProgramResult,
  type RunningStack,
  type RunOptions,
  run,
  startStackOver,
  stopped,
} from '../support/child-program';
import { type Client, createClient } from '../support/client';
import { lastRelease } from '../support/last-release';
import { PASSWORD, type Person, peopleOn, taskFields } from '../support/people';
import { eventually } from '../support/stack';

// Data and a back-up of the last release, which its own checkout makes, are read by this version (docs/adr/0087).

const release = lastRelease();
const ROOT = '.';

const OF_EVERYONE = ['listTasks', 'listSubmissions', 'totals'] as const;
const LISTS: Readonly<Record<string, readonly OperationId[]>> = {
  Wilma: [...OF_EVERYONE, 'getUser', 'statement', 'listWithdrawals', 'listReservations'],
  Bella: [...OF_EVERYONE, 'getUser', 'statement', 'listPayments'],
  Ada: [...OF_EVERYONE, 'listUsers', 'listWithdrawals', 'listPayments', 'listAppeals', 'listAdminTrail'],
};

/** A command of that checkout's package.json, which may be in another folder than today. */
const command = (
  checkout: string,
  name: string,
  args: readonly string[],
  options: RunOptions,
): Promise<ProgramResult> => {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, ...words] = (scripts[name] ?? '').split(' ');
  return run([...words, ...args], { ...options, cwd: checkout }).ended;
};

interface Served {
  stack: RunningStack;
  client: Client;
  command(name: string, ...args: string[]): Promise<ProgramResult>;
  stop(): Promise<void>;
}
/** Port of the first stack, kept by each later one: addresses of pictures contain it. */
let port: number | undefined;

const serve = async (checkout: string, dataDir: string): Promise<Served> => {
  const stack = await startStackOver(dataDir, { cwd: checkout, fronts: false, ...(port && { port }) });
  port = stack.port;
  // Answers of the last release may lack what today's contract has.
  const client = checkout === ROOT ? createClient(stack.gateway) : createClient(stack.gateway, () => {});
  const options = { env: { PORT: String(stack.port) } };
  return {
    stack,
    client,
    command: (name, ...args) => command(checkout, name, [...args, '--data', dataDir], options),
    stop: async () => {
      await client.close();
      expect((await stopped(stack)).code).toBe(0);
    },
  };
};

/** Tokens are signed with a secret of the installation. */
const signIn = async ({ get }: Client, { email }: Person): Promise<string> => {
  const identity = await get('signIn', { body: { email, password: PASSWORD } });
  return (await get('jwt', { token: identity.idToken, body: { email } })).token;
};

const expectClean = async ({ command }: Served) => {
  const { output, code } = await command('audit');
  expect(output).toContain('Clean: every invariant holds.');
  expect(code).toBe(0);
};

let dataDir: string;
let file: string;
let worker: Person;
let buyer: Person;
let admin: Person;
let pending: string;
/** What each person sees under the last release, by operation. A later version may add fields. */
let seen: Awaited<ReturnType<typeof seenBy>>;

const seenBy = async (client: Client) => {
  const answers: Record<string, unknown> = {};
  for (const person of [worker, buyer, admin]) {
    const token = await signIn(client, person);
    for (const operation of LISTS[person.name] ?? [])
      answers[`${person.name} ${operation}`] = await client.get(operation, { token });
    const notifications = await client.get('listNotifications', { token, query: {} });
    // The sign-in just above causes one.
    answers[`${person.name} listNotifications`] = notifications.filter(({ kind }) => kind !== 'security-changed');
  }
  return answers;
};

beforeAll(async () => {
  dataDir = await newFolder();
  file = join(await newFolder(), 'back-up');
  const old = await serve(release.folder, dataDir);
  const { client } = old;
  const people = peopleOn(old.stack, client);
  const balanceIs = (person: Person, coins: number) =>
    eventually(`${person.name} has ${coins} coins`, 60_000, async () =>
      (await people.balance(person)) === coins ? true : undefined,
    );
  worker = await people.signUp('worker', 'Wilma');
  buyer = await people.signUp('buyer', 'Bella');
  admin = await people.signUp('admin', 'Ada');
  await balanceIs(buyer, 50);
  await people.enrich(buyer, admin, 500);
  await people.earn(worker, buyer, 300);
  await balanceIs(worker, 310);
  for (const status of ['approved', 'canceled']) {
    const body = { withdrawalCoin: 200, paymentSystem: 'bkash', accountNumber: '01712345678' };
    const id = await client.insert('createWithdrawal', { as: worker, body });
    await client.get('decideWithdrawal', { as: admin, params: { id }, body: { status } });
    if (status === 'approved') await people.earn(worker, buyer, 100);
  }
  await balanceIs(worker, 210);
  const taskId = await people.post(buyer, { requiredWorkers: 3, taskTitle: 'Label the photos' });
  pending = await eventually('the task is open', 60_000, () => people.submit(worker, taskId).catch(() => undefined));
  await client.get('deleteTask', { as: buyer, params: { id: await people.post(buyer) } });
  let before: unknown;
  do {
    before = seen;
    seen = await seenBy(client);
  } while (!isDeepStrictEqual(before, seen));
  await old.stop();
  expect((await old.command('backup', file)).code).toBe(0);
});

test('this version serves the data of the last release, and its audit is clean', async () => {
  const now = await serve(ROOT, dataDir);
  expect(await seenBy(now.client)).toMatchObject(seen);
  await expectClean(now);
  // And goes on with it.
  const token = await signIn(now.client, buyer);
  const decision = { params: { id: pending }, body: { status: 'approved' } };
  expect(await now.client.get('decideSubmission', { token, ...decision })).toMatchObject({ modifiedCount: 1 });
  const as = { token: await signIn(now.client, worker) };
  await eventually('the worker is paid', 60_000, async () => {
    const [last] = await now.client.get('statement', { as, query: { limit: 1 } });
    return last?.balance === 210 + taskFields().payableAmount ? true : undefined;
  });
  await now.stop();
  await expectClean(now);
});

test('this version restores a back-up of the last release', async () => {
  const restored = await newFolder();
  const { output, code } = await command(ROOT, 'restore', [file, '--data', restored], {});
  expect(output).toMatch(/^Restored as of/);
  expect(code).toBe(0);
  const now = await serve(ROOT, restored);
  expect(await seenBy(now.client)).toMatchObject(seen);
  await now.stop();
  await expectClean(now);
});
