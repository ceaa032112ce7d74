import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { newFolder, npmRun, type RunningStack, startStackOver, stopped } from '../support/child-program';
import { type Client, createClient } from '../support/client';
import { type Person, peopleOn } from '../support/people';
import { eventually } from '../support/stack';

// docs/operations.md, "Changing the key of account numbers" and "Back-up and restore". One installation: each test continues with the state
// of the previous one.

const JWT_SECRET = 'a secret for this installation, long enough';
const NEW = 'the payout key of this year, long enough';
const WRONG = 'the payout key of another wallet, long enough';
const NUMBER = '01790001111';
const CORRECTED = '01790002222';
const LOST = 'no PAYOUT_KEY opens this account number';

let dataDir: string;
let stack: RunningStack | undefined;
let client: Client;
let admin: Person;
let worker: Person;
let id: string;
/** The key that the first start has made. */
let old: string;
let file: string;

const start = async (keys: Record<string, string> = {}): Promise<RunningStack> => {
  stack = await startStackOver(dataDir, { env: { JWT_SECRET, ...keys }, ...(stack && { port: stack.port }) });
  client = createClient(stack.gateway);
  return stack;
};
const stop = async (running: RunningStack) => {
  await client.close();
  const { code, output } = await stopped(running);
  expect(code).toBe(0);
  expect(output).not.toContain(NUMBER);
  return output;
};
const command = async (name: string, ...args: string[]) => {
  const env = { JWT_SECRET, PORT: String(stack?.port) };
  const { code, output } = await npmRun(name, [...args, '--data', dataDir], { env });
  expect([code, output]).toEqual([0, expect.any(String)]);
  return output;
};

const reveal = async () => {
  const { status, body } = await client.ask('revealAccount', { as: admin, params: { id } });
  return status === 200 ? body : { status, ...(body as object) };
};
const metric = async ({ metrics }: RunningStack, name: string): Promise<number> => {
  const text = await (await fetch(metrics.wallet)).text();
  const line = text.split('\n').find((one) => one.startsWith(name)) ?? '';
  return Number(line.split(' ').at(-1) || Number.NaN);
};
const READABLE = 'piecework_account_numbers_readable';
const untilReadable = (running: RunningStack, value: 0 | 1) =>
  eventually(`${READABLE} is ${value}`, 60_000, async () =>
    (await metric(running, READABLE)) === value ? true : undefined,
  );
const RESEAL = 'piecework_timer_overdue_seconds{timer="account-numbers-to-reseal"';

beforeAll(async () => {
  dataDir = await newFolder();
  file = join(await newFolder(), 'back-up');
  const running = await start();
  const people = peopleOn(running, client);
  admin = await people.newcomer('admin', 'Ada');
  worker = await people.newcomer('worker', 'Wilma');
  const buyer = await people.newcomer('buyer', 'Bella');
  await people.enrich(buyer, admin, 1000);
  await eventually('the buyer has coins', 60_000, async () =>
    (await people.balance(buyer)) > 1000 ? true : undefined,
  );
  await people.earn(worker, buyer, 500);
  const body = { withdrawalCoin: 200, paymentSystem: 'bkash', accountNumber: NUMBER };
  id = await client.insert('createWithdrawal', { as: worker, body });
  await eventually('the worker has coins', 60_000, async () =>
    (await people.balance(worker)) > 500 ? true : undefined,
  );
  await client.get('decideWithdrawal', { as: admin, params: { id }, body: { status: 'approved' } });
  expect(await reveal()).toEqual({ accountNumber: NUMBER });
  await stop(running);
  old = readFileSync(join(dataDir, 'payout-key'), 'utf8').trim();
});

test('a back-up holds neither the number nor its key', async () => {
  expect(await command('backup', file)).toMatch(/: \d+ documents, \d+ events and 0 pictures\.$/m);
  const text = gunzipSync(readFileSync(file)).toString();
  expect(text).toContain('"mask":"111"');
  expect(text).not.toContain(NUMBER);
  expect(text).not.toContain(old);
});

test('a rotation is one restart, and the next one does without the previous key', async () => {
  const during = await start({ PAYOUT_KEY: NEW, PAYOUT_KEY_PREVIOUS: old });
  expect(await reveal()).toEqual({ accountNumber: NUMBER });
  await eventually('the number is sealed again', 60_000, async () =>
    (await metric(during, RESEAL)) === 0 ? true : undefined,
  );
  await untilReadable(during, 1);
  await stop(during);

  const after = await start({ PAYOUT_KEY: NEW });
  expect(await reveal()).toEqual({ accountNumber: NUMBER });
  await untilReadable(after, 1);
  expect(await stop(after)).not.toContain(LOST);
});

test('with a wrong key all but the number works, and log and metric report it', async () => {
  const running = await start({ PAYOUT_KEY: WRONG });
  expect((await fetch(`${running.gateway}/readyz`)).status).toBe(200);
  expect(await reveal()).toMatchObject({ status: 409, code: 'no-account' });
  await untilReadable(running, 0);
  expect(running.output()).toContain(LOST);

  const csv = await client.ask('exportDuePayouts', { as: admin });
  expect([csv.status, csv.text.includes(id), csv.text.includes(NUMBER)]).toEqual([200, true, false]);
  const [withdrawal] = await client.get('listWithdrawals', { as: worker });
  expect(withdrawal).toMatchObject({ accountMask: '111', payout: 'due' });
  const body = { withdrawalCoin: 200, paymentSystem: 'bkash', accountNumber: CORRECTED };
  expect((await client.ask('createWithdrawal', { as: worker, body })).status).toBe(201);
  await stop(running);

  const right = await start({ PAYOUT_KEY: NEW, PAYOUT_KEY_PREVIOUS: WRONG });
  expect(await reveal()).toEqual({ accountNumber: NUMBER });
  await untilReadable(right, 1);
  await stop(right);
});

test('a back-up restored without its key works but for the number, and with it entirely', async () => {
  await command('reset', '--yes');
  expect(await command('restore', file)).toMatch(/^Restored as of/);
  const without = await start();
  expect(await reveal()).toMatchObject({ status: 409, code: 'no-account' });
  await untilReadable(without, 0);
  expect(without.output()).toContain(LOST);
  const [last] = await client.get('statement', { as: worker, query: { limit: 1 } });
  expect(last?.balance).toBe(310);
  await stop(without);

  const made = readFileSync(join(dataDir, 'payout-key'), 'utf8').trim();
  expect(made).not.toBe(old);
  const running = await start({ PAYOUT_KEY_PREVIOUS: old });
  expect(await reveal()).toEqual({ accountNumber: NUMBER });
  await untilReadable(running, 1);
  expect(await command('audit')).toContain('Clean: every invariant holds.');
  await stop(running);
});

test('a worker gives the number again whose key is lost', async () => {
  const running = await start({ PAYOUT_KEY: WRONG });
  await untilReadable(running, 0);
  await client.get('correctAccount', { as: worker, params: { id }, body: { accountNumber: CORRECTED } });
  expect(await reveal()).toEqual({ accountNumber: CORRECTED });
  await client.get('decidePayout', {
    as: admin,
    params: { id },
    body: {
      outcome: 'paid',
      reference: 'TRX 1',
      accountMask: CORRECTED.slice(-3),
      earlyReason: 'The key of the number before was lost',
    },
  });
  await stop(running);
});
