import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import {
  newFolder,
  npmRun,
  type ProgramResult,
  type RunningStack,
  startStackOver,
  stopped,
} from '../support/child-program';
import { createClient } from '../support/client';
import { type People, type Person, peopleOn } from '../support/people';
import { eventually } from '../support/stack';

// docs/operations.md, "Back-up and restore": restores older documents of one service.

let dataDir: string;
/** Older copies of every service's documents. */
let olderDir: string;
let stack: RunningStack;
let people: People;
let client: ReturnType<typeof createClient>;
let worker: Person;
let buyer: Person;
let admin: Person;

const start = async () => {
  stack = await startStackOver(dataDir, stack && { port: stack.port });
  client = createClient(stack.gateway);
  people = peopleOn(stack, client);
};
const stop = async () => {
  await client.close();
  expect((await stopped(stack)).code).toBe(0);
};
const command = (name: string, args: readonly string[] = []): Promise<ProgramResult> =>
  npmRun(name, [...args, '--data', dataDir], { env: { PORT: String(stack.port) } });
const balanceIs = (person: Person, coins: number) =>
  eventually(`${person.name} has ${coins} coins`, 60_000, async () =>
    (await people.balance(person)) === coins ? true : undefined,
  );
const restoreOlder = (...services: ServiceName[]) => {
  for (const service of services) {
    for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `${service}.sqlite${end}`), { force: true });
    cpSync(join(olderDir, `${service}.sqlite`), join(dataDir, `${service}.sqlite`));
  }
};

beforeAll(async () => {
  dataDir = await newFolder();
  olderDir = await newFolder();
  await start();
  worker = await people.signUp('worker', 'Wilma');
  buyer = await people.signUp('buyer', 'Bella');
  await balanceIs(buyer, 50);
  admin = await people.signUp('admin', 'Ada');
  await people.enrich(buyer, admin, 500);
  await people.earn(worker, buyer, 300);
  await balanceIs(worker, 310);
  await stop();
  for (const service of SERVICES) cpSync(join(dataDir, `${service}.sqlite`), join(olderDir, `${service}.sqlite`));
});

test('a replay updates an older wallet with the events of other services', async () => {
  await start();
  await people.earn(worker, buyer, 5);
  await people.newcomer('worker', 'Nina');
  await balanceIs(worker, 315);
  expect((await command('replay', ['wallet'])).output).toMatch(/^Piecework is running/);
  await stop();

  restoreOlder('wallet');
  expect((await command('replay', ['unknown'])).output).toMatch(/^Usage: npm run replay /);
  expect(await command('replay', ['wallet'])).toMatchObject({ code: 0 });
  await start();
  await balanceIs(worker, 315);
  const { output, code } = await command('audit');
  expect(output).toContain('Clean: every invariant holds.');
  expect(code).toBe(0);
});

test('a replay does not restore the wallet’s own decisions, and the audit names the affected user', async () => {
  await client.insert('createWithdrawal', { as: worker, body: { withdrawalCoin: 200, paymentSystem: 'bkash' } });
  const [asked] = await client.get('listWithdrawals', { as: worker });
  await client.ask('decideWithdrawal', { as: admin, params: { id: asked?._id ?? '' }, body: { status: 'approved' } });
  await balanceIs(worker, 115);
  await stop();

  restoreOlder('wallet');
  await command('replay', ['wallet']);
  await start();
  await balanceIs(worker, 315);
  const { output, code } = await command('audit');
  expect(output).toMatch(new RegExp(`✗ a shown balance .*${worker.userId}`));
  expect(code).toBe(1);
  await stop();
});

test('a replay does not repair older copies of all services, and the audit reports that', async () => {
  restoreOlder(...SERVICES);
  for (const service of SERVICES) await command('replay', [service]);
  await start();
  const { output, code } = await command('audit');
  expect(output).toMatch(/✗ /);
  expect(code).toBe(1);
  await stop();
});
