// Runs on MongoDB and Kafka too: timers that erase fields.
import { type Clock, DAY_MS, systemClock } from '@piecework/base';
import type { Timer } from '@piecework/service-runtime';
import { type Harness, startHarness, sweepOnce } from '@piecework/service-runtime/testing';
import { watchCommits } from '@piecework/store/testing';
import { ADMIN, decideOn, earn, register, WORKER } from '../../testing/wallet.fixtures';
import { walletService } from '..';
import { createAccountNumbers } from '../withdrawal/account-number';
import { withdrawals } from '../withdrawal/withdrawal.store';
import { createPayoutTimers } from './payout.timers';

const NUMBER = '01712345678';
const SWEEP_EVERY_MS = 5_000;
/** More than a sweep reads at once. */
const WITHDRAWALS = 120;
const OLD = 'the old key of the wallet, long enough';
const NEW = 'the new key of the wallet, long enough';

let leapt = 0;
/** The service does not sweep: the test does. */
const clock: Clock = {
  now: () => systemClock.now() + leapt,
  after: (ms, fn) => (ms >= SWEEP_EVERY_MS ? () => {} : systemClock.after(ms, fn)),
};

let wallet: Harness;
const startWith = async (env: Record<string, string>) => {
  leapt = 0;
  wallet = await startHarness(walletService, { clock, env });
  await register(wallet, WORKER);
};
afterEach(() => wallet.stop());

const sealedWith = (...keys: string[]) => createAccountNumbers(keys, wallet.ids);

/** Approved, each with the same number, sealed with `key`. */
const dueOnes = async (key: string): Promise<string[]> => {
  await earn(wallet, WORKER, 300);
  const body = { withdrawalCoin: 200, paymentSystem: 'bkash', accountNumber: NUMBER };
  const id: string = (await wallet.call('createWithdrawal', { as: WORKER, body })).body.insertedId;
  await decideOn(wallet, id, 'approved');
  const rows = wallet.store.collection(withdrawals);
  const first = await rows.findOne({ _id: id });
  if (!first) throw new Error(`There is no withdrawal ${id}`);
  const numbers = sealedWith(key);
  const fingerprints = numbers.fingerprintsOf('bkash', NUMBER);
  const ids = [id, ...Array.from({ length: WITHDRAWALS - 1 }, (_, n) => `${id}-${n}`)];
  await rows.deleteOne({ _id: id });
  await rows.insertMany(ids.map((_id) => ({ ...first, _id, account: numbers.seal(_id, NUMBER), ...fingerprints })));
  return ids.sort();
};
const stored = () => wallet.store.collection(withdrawals).find({});
const overdue = async (name: string) => (await wallet.runtime.overdue())[name];
const timerNamed = (name: string, ...keys: string[]): Timer => {
  const timer = createPayoutTimers(sealedWith(...keys)).find((one) => one.name === name);
  if (!timer) throw new Error(`There is no timer ${name}`);
  return timer;
};
const sweep = async (timer: Timer) => {
  const { store, commits, found } = watchCommits(wallet.store, withdrawals);
  await sweepOnce(timer, { ...wallet, store }, { clock });
  return { commits, found };
};

it('account-numbers-to-erase erases in batches, each number once and in its own transaction', async () => {
  await startWith({ PAYOUT_KEY: NEW });
  const timer = timerNamed('account-numbers-to-erase', NEW);
  const ids = await dueOnes(NEW);
  const body = { outcome: 'paid', reference: 'TRX 1', accountMask: NUMBER.slice(-3) };
  for (const id of ids) await wallet.call('decidePayout', { as: ADMIN, params: { id }, body });
  leapt = 29 * DAY_MS;
  expect(await overdue(timer.name)).toBe(0);
  expect((await sweep(timer)).commits).toEqual([]);

  leapt = 37 * DAY_MS;
  expect(await overdue(timer.name)).toBeGreaterThan(0);
  const { commits, found } = await sweep(timer);
  expect(found).toEqual([100, WITHDRAWALS - 100]);
  expect(commits).toHaveLength(WITHDRAWALS);
  expect(commits.flat().sort()).toEqual(ids);
  for (const withdrawal of await stored()) {
    expect(withdrawal).toMatchObject({ payout: 'paid', payoutReference: 'TRX 1' });
    expect(withdrawal).not.toHaveProperty('account');
  }
  expect(await overdue(timer.name)).toBe(0);
  expect((await sweep(timer)).commits).toEqual([]);
});

it('account-numbers-to-reseal seals in batches, each number once and in its own transaction', async () => {
  await startWith({ PAYOUT_KEY: NEW, PAYOUT_KEY_PREVIOUS: OLD });
  const timer = timerNamed('account-numbers-to-reseal', NEW, OLD);
  const ids = await dueOnes(OLD);
  leapt = 7 * DAY_MS;
  expect(await overdue(timer.name)).toBeGreaterThan(0);
  const { commits, found } = await sweep(timer);
  expect(found).toEqual([100, WITHDRAWALS - 100]);
  expect(commits).toHaveLength(WITHDRAWALS);
  expect(commits.flat().sort()).toEqual(ids);
  const numbers = sealedWith(NEW);
  for (const { _id, account, fingerprint } of await stored()) {
    expect(account && numbers.open(_id, account)).toBe(NUMBER);
    expect(fingerprint).toBe(numbers.fingerprintsOf('bkash', NUMBER).fingerprint);
  }
  expect(await overdue(timer.name)).toBe(0);
  expect((await sweep(timer)).commits).toEqual([]);
});
