import { DAY_MS } from '@piecework/base';
import type { Suspect, Withdrawal } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  approve,
  balanceOf,
  buyCoins,
  changeRole,
  decideOn,
  employ,
  expectInvariants,
  register,
  requestFunding,
  requestPayout,
  startWallet,
} from '../../testing/wallet.fixtures';
import { userAccountOf } from '../account/account.store';

let wallet: Harness;
let time = 0;
beforeEach(async () => {
  time = Date.UTC(2026, 10, 22);
  wallet = await startWallet({ time: () => time });
});
afterEach(async () => {
  await expectInvariants(wallet);
  await wallet.stop();
});

const people = async (role: 'buyer' | 'worker', name: string, count: number): Promise<Actor[]> => {
  const found = Array.from({ length: count }, (_, n) => actor(role, `${name}${n}`));
  for (const person of found) await register(wallet, person);
  return found;
};

/** Each buyer spends nearly all coins on all workers, in equal shares. */
const spendOn = async (buyers: readonly Actor[], workers: readonly Actor[], roleVersion = 0) => {
  for (const buyer of buyers) {
    const payable = Math.floor(((await balanceOf(wallet, buyer)) - 1) / workers.length);
    await employ(wallet, buyer, payable, workers, roleVersion);
  }
};

/** All coins but the one that stays. */
const withdraw = async (workers: readonly Actor[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const worker of workers) ids.push(await requestPayout(wallet, worker, (await balanceOf(wallet, worker)) - 1));
  return ids;
};

const pending = async (query = {}): Promise<Withdrawal[]> =>
  (await wallet.call('listWithdrawals', { as: ADMIN, query: { status: 'pending', ...query } })).body;
const signaled = async (): Promise<Suspect[]> => (await wallet.call('listSignals', { as: ADMIN })).body;

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** All of `ids` need a look, and together they lose what they pay out beyond the dollars that came in. */
const expectFlagged = async (ids: readonly string[], dollarsIn: number) => {
  const rows = await pending({ look: '1' });
  expect(rows.map(({ _id }) => _id).sort()).toEqual([...ids].sort());
  for (const { funding } of rows) expect(funding?.reasons).toContain('unpaid-coins');
  const requested = sum(rows.map(({ withdrawalAmount }) => withdrawalAmount));
  const lost = sum(rows.map(({ funding }) => funding?.loss ?? 0));
  // Each request is rounded to a cent.
  expect(Math.abs(lost - (requested - dollarsIn))).toBeLessThanOrEqual(0.005 * ids.length + 1e-9);
  for (const { funding, withdrawalCoin } of rows)
    expect(sum([funding?.granted ?? 0, ...(funding?.purchases ?? []).map(({ coins }) => coins)])).toBe(withdrawalCoin);
  const listed = (await signaled()).filter(({ signals }) => signals.includes('granted'));
  expect(listed.map(({ _id }) => _id).sort()).toEqual([...ids].sort());
};

describe('a farm of 25 accounts is flagged, with its exact loss', () => {
  it('when everyone pays everyone', async () => {
    const paying = await people('buyer', 'paying', 4);
    for (const buyer of paying) await buyCoins(wallet, buyer, 35);
    const free = await people('buyer', 'free', 16);
    const workers = await people('worker', 'worker', 5);
    time += 4 * DAY_MS;
    await spendOn([...paying, ...free], workers);
    await expectFlagged(await withdraw(workers), 140);
  });

  it('when all pay one worker, in several requests', async () => {
    const paying = await people('buyer', 'paying', 4);
    for (const buyer of paying) await buyCoins(wallet, buyer, 35);
    const free = await people('buyer', 'free', 20);
    const [worker] = (await people('worker', 'worker', 1)) as [Actor];
    await spendOn([...paying, ...free], [worker]);
    const held = await balanceOf(wallet, worker);
    const ids: string[] = [];
    for (const coins of [2000, 2000, held - 1 - 4000]) {
      time += 1000;
      ids.push(await requestPayout(wallet, worker, coins));
    }
    const rows = await pending();
    expect(rows.every(({ funding }) => funding?.covered)).toBe(true);
    expect(rows[0]?.funding?.total).toEqual({
      requested: Math.round((held - 1) * 5) / 100,
      paidIn: 140,
      granted: held - 1 - 4000,
    });
    const lost = sum(rows.map(({ funding }) => funding?.loss ?? 0));
    expect(lost).toBeCloseTo((held - 1) * 0.05 - 140, 1);
    expect(rows.every(({ funding }) => funding?.reasons.includes('unpaid-coins'))).toBe(true);
    expect(ids).toHaveLength(3);
  });

  it('and no coin is traced twice when its requests are approved at once', async () => {
    const paying = await people('buyer', 'paying', 1);
    for (const buyer of paying) await buyCoins(wallet, buyer, 35);
    const [worker] = (await people('worker', 'worker', 1)) as [Actor];
    await spendOn([...paying, ...(await people('buyer', 'free', 5))], [worker]);
    const ids: string[] = [];
    for (const coins of [200, 200, 200, 200]) {
      time += 1000;
      ids.push(await requestPayout(wallet, worker, coins));
    }
    const [one] = await pending();
    const answers = await Promise.all(ids.map((id) => decideOn(wallet, id, 'approved')));
    expect(answers.map(({ body }) => body)).toEqual(ids.map(() => ({ modifiedCount: 1, status: 'approved' })));
    const { paidOut } = await userAccountOf(wallet.store, worker.userId);
    expect(one?.funding?.total.granted).toBeLessThan(300);
    expect(paidOut).toMatchObject({ coins: 800, granted: one?.funding?.total.granted });
  });

  it('when the coins pass through a chain of four hops', async () => {
    const buyers = await people('buyer', 'first', 10);
    for (const buyer of buyers.slice(0, 2)) await buyCoins(wallet, buyer, 35);
    const second = await people('worker', 'second', 5);
    const third = await people('worker', 'third', 5);
    const fourth = await people('worker', 'fourth', 4);
    const [last] = (await people('worker', 'last', 1)) as [Actor];
    await spendOn(buyers, second);
    const ids = await withdraw(second);
    await expectFlagged(ids, 70);
    for (const id of ids) await decideOn(wallet, id, 'approved');
    const [one] = second as [Actor];
    expect((await userAccountOf(wallet.store, one.userId)).paidOut).toMatchObject({ paidCents: 1400 });
    for (const [buying, working] of [
      [second, third],
      [third, fourth],
      [fourth, [last]],
    ] as const) {
      for (const person of buying) await changeRole(wallet, person, 'buyer');
      await spendOn(
        buying.map(({ userId }) => ({ ...actor('buyer', userId), userId })),
        working,
        1,
      );
    }
    await expectFlagged(await withdraw([last]), 0);
  });

  it('when the coins go round in a ring', async () => {
    const first = await people('buyer', 'first', 5);
    for (const buyer of first) await buyCoins(wallet, buyer, 10);
    const second = await people('worker', 'second', 5);
    const third = await people('worker', 'third', 15);
    for (const [at, buyer] of first.entries()) await spendOn([buyer], second.slice(at, at + 1));
    // 50 of 199 coins of each buyer are granted.
    await expectFlagged(await withdraw(second), 50);
    for (const { _id } of await pending()) await decideOn(wallet, _id, 'approved');
    for (const person of second) await changeRole(wallet, person, 'buyer');
    await spendOn(second, third.slice(0, 1), 1);
    for (const buyer of first) {
      await changeRole(wallet, buyer, 'worker');
      await wallet.given('task.owner-cleared', buyer.userId, { userId: buyer.userId, roleVersion: 1 });
    }
    await expectFlagged(await withdraw(third.slice(0, 1)), 0);
    await changeRole(wallet, third[0] as Actor, 'buyer');
    await spendOn(third.slice(0, 1), first.slice(0, 1), 1);
    expect(await balanceOf(wallet, first[0] as Actor)).toBe(59);
  });
});

describe('honest work is not flagged', () => {
  it('of buyers who also spend their starting coins', async () => {
    const buyers = await people('buyer', 'paying', 4);
    for (const buyer of buyers) await buyCoins(wallet, buyer, 35);
    const workers = await people('worker', 'worker', 5);
    time += 4 * DAY_MS;
    await spendOn(buyers, workers);
    for (const worker of workers) await requestPayout(wallet, worker, 800);
    const rows = await pending();
    // 4.3 % of what these buyers spend: the price of the starting coins.
    expect(rows[0]?.funding).toMatchObject({ granted: 34, reasons: [] });
    expect(await pending({ look: '1' })).toEqual([]);
  });

  it('of a buyer who has tried the site first, and of one whose role has changed', async () => {
    const buyers = await people('buyer', 'paying', 3);
    const [former] = (await people('worker', 'former', 1)) as [Actor];
    await changeRole(wallet, former, 'buyer');
    const workers = await people('worker', 'worker', 4);
    time += 4 * DAY_MS;
    await spendOn(buyers, workers);
    const all = [...buyers, { ...former, role: 'buyer' as const }];
    for (const buyer of all) await buyCoins(wallet, buyer, 35);
    const facts = (buyer: Actor) => ({ buyerId: buyer.userId, payable: 100 });
    for (const buyer of all) {
      const taskId = wallet.ids.next();
      await requestFunding(wallet, taskId, 4, {
        ...facts(buyer),
        buyerRoleVersion: buyer.userId === former.userId ? 1 : 0,
      });
      for (const { userId: workerId } of workers)
        await approve(wallet, wallet.ids.next(), taskId, { ...facts(buyer), workerId });
    }
    for (const worker of workers) await requestPayout(wallet, worker, 400);
    const rows = await pending();
    expect(rows.map(({ funding }) => funding?.granted)).toEqual([0, 0, 0, 0]);
    expect(await pending({ look: '1' })).toEqual([]);
    expect((await signaled()).filter(({ signals }) => signals.includes('granted'))).toEqual([]);
  });
});
