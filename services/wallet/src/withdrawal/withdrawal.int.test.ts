// Runs on MongoDB and Kafka too: parallel requests and decisions about one balance.
import { DAY_MS } from '@piecework/base';
import { testSettings } from '@piecework/config/testing';
import type { Withdrawal } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  BUYER,
  balanceOf,
  changeRole,
  closeAccount,
  confirmEmail,
  dataOf,
  decideOn,
  earn,
  expectInvariants,
  parked,
  register,
  requestPayout,
  startWallet,
  transferIds,
  WORKER,
} from '../../testing/wallet.fixtures';
import { userAccountOf } from '../account/account.store';
import { toDocument, withdrawals } from './withdrawal.store';

const PENDING = testSettings().rateLimits.pendingWithdrawals;
let wallet: Harness;
const other = actor('worker', 'other');
const statuses = async (as = ADMIN) =>
  (await wallet.call('listWithdrawals', { as })).body.map(({ status }: { status: string }) => status);

beforeEach(async () => {
  wallet = await startWallet();
  await register(wallet, WORKER);
});
afterEach(async () => {
  await expectInvariants(wallet);
  expect(await parked(wallet)).toBe(0);
  await wallet.stop();
});

describe('a new name of the worker', () => {
  const rename = (userName: string, profileVersion: number) =>
    wallet.given('user.profile-changed', WORKER.userId, {
      userId: WORKER.userId,
      userName,
      userPhotoURL: '',
      profileVersion,
    });
  const names = async (q = '') =>
    (await wallet.call('listWithdrawals', { as: ADMIN, query: q ? { q } : {} })).body.map(
      ({ status, workerName }: { status: string; workerName: string }) => [status, workerName],
    );

  it('is shown by pending and later withdrawals, not by decided ones', async () => {
    await earn(wallet, WORKER, 500);
    await decideOn(wallet, await requestPayout(wallet, WORKER, 200), 'canceled');
    await requestPayout(wallet, WORKER, 201);
    await rename('Second', 2);
    await rename('First', 1);
    await requestPayout(wallet, WORKER, 202);
    expect(await names()).toEqual([
      ['pending', 'Second'],
      ['pending', 'Second'],
      ['canceled', WORKER.name],
    ]);
    expect(await names('second')).toHaveLength(2);
  });
});

describe('createWithdrawal where a confirmed address is required', () => {
  const create = (body: object = {}, key?: string) =>
    wallet.call('createWithdrawal', {
      as: WORKER,
      body: { withdrawalCoin: 200, paymentSystem: 'bkash', ...body },
      ...(key && { key }),
    });
  const restart = async () => {
    await wallet.stop();
    wallet = await startWallet({ env: { VERIFY_EMAIL: '1', MAIL: 'outbox' } });
  };

  it('refuses a worker whose address is not confirmed, and then accepts the same request', async () => {
    await restart();
    await register(wallet, WORKER);
    expect(await create({}, 'k')).toMatchObject({ status: 409, body: { code: 'email-unconfirmed' } });
    expect(await statuses()).toEqual([]);
    expect(await dataOf(wallet, 'withdrawal.requested')).toEqual([]);
    await confirmEmail(wallet, WORKER);
    expect((await create({}, 'k')).status).toBe(201);
    expect(await statuses()).toEqual(['pending']);
  });

  it('names a fault of the request first', async () => {
    await restart();
    await register(wallet, WORKER);
    expect(await create({ withdrawalCoin: 1 })).toMatchObject({ status: 400 });
    expect(await create({ accountNumber: '12' })).toMatchObject({ body: { errors: [{ field: 'accountNumber' }] } });
  });

  it('accepts a confirmation that arrives before the registration, and a repeated one', async () => {
    await restart();
    await wallet.redeliver(await confirmEmail(wallet, WORKER));
    await confirmEmail(wallet, WORKER);
    await register(wallet, WORKER);
    expect(await balanceOf(wallet, WORKER)).toBe(10);
    expect((await create()).status).toBe(201);
  });

  it('does not concern installations that require none', async () => {
    expect((await create()).status).toBe(201);
    expect(await userAccountOf(wallet.store, WORKER.userId)).not.toHaveProperty('emailConfirmed');
  });
});

describe('createWithdrawal', () => {
  const create = (as: typeof WORKER, body: unknown, key?: string) =>
    wallet.call('createWithdrawal', { as, body, ...(key && { key }) });

  it("stores the caller's data, whatever the balance and the body", async () => {
    const { status, body } = await create(WORKER, {
      withdrawalCoin: '250',
      paymentSystem: 'nagad',
      workerId: 'x',
      workerEmail: 'x@y.z',
      withdrawalAmount: 1_000_000,
      withdrawalDate: '1-1-1999',
      status: 'approved',
    });
    expect([status, body]).toEqual([201, { insertedId: expect.any(String) }]);
    const today = new Date();
    expect((await wallet.call('listWithdrawals', { as: WORKER })).body).toEqual([
      {
        _id: body.insertedId,
        workerId: WORKER.userId,
        workerEmail: WORKER.email,
        workerName: WORKER.name,
        withdrawalCoin: 250,
        withdrawalAmount: 12.5,
        withdrawalDate: `${today.getUTCDate()}-${today.getUTCMonth() + 1}-${today.getUTCFullYear()}`,
        paymentSystem: 'nagad',
        status: 'pending',
        timeline: [{ state: 'requested', at: expect.any(String) }],
      },
    ]);
    // The write conflicts with a concurrent role change.
    expect((await userAccountOf(wallet.store, WORKER.userId)).conflictCounter).toBe(1);
    expect(await dataOf(wallet, 'withdrawal.requested')).toEqual([
      { withdrawalId: body.insertedId, workerId: WORKER.userId, coins: 250, paymentSystem: 'nagad' },
    ]);
  });

  it('requires the worker role', async () => {
    for (const as of [BUYER, ADMIN])
      expect((await create(as, { withdrawalCoin: 200, paymentSystem: 'bkash' })).status).toBe(403);
  });

  it('creates one withdrawal per Idempotency-Key', async () => {
    const body = { withdrawalCoin: 200, paymentSystem: 'bkash' };
    const [first, twin] = await Promise.all([create(WORKER, body, 'k'), create(WORKER, body, 'k')]);
    expect(twin.body).toEqual(first.body);
    expect(await statuses()).toEqual(['pending']);
    expect(await create(WORKER, { ...body, withdrawalCoin: 300 }, 'k')).toMatchObject({ status: 409 });
  });

  it("refuses a worker who has left the role, in spite of the gateway's assertion", async () => {
    await changeRole(wallet, WORKER, 'buyer');
    expect((await create(WORKER, { withdrawalCoin: 200, paymentSystem: 'bkash' })).status).toBe(403);
    await register(wallet, other);
    await closeAccount(wallet, other);
    expect((await create(other, { withdrawalCoin: 200, paymentSystem: 'bkash' })).status).toBe(403);
  });

  it('accepts a worker before the registration event, and keeps the request after it', async () => {
    await changeRole(wallet, WORKER, 'buyer', 1);
    await requestPayout(wallet, { ...WORKER, roleVersion: 2 }, 200);
    await requestPayout(wallet, other, 200);
    await register(wallet, other);
    await wallet.given('task.owner-cleared', WORKER.userId, { userId: WORKER.userId, roleVersion: 2 });
    await changeRole(wallet, { ...WORKER, role: 'buyer' }, 'worker', 2);
    expect(await statuses()).toEqual(['pending', 'pending']);
  });

  const ask = (withdrawalCoin: number) => create(WORKER, { withdrawalCoin, paymentSystem: 'bkash' });
  const pendingCoins = async () => {
    const found = await wallet.store.collection(withdrawals).find({ status: 'pending' });
    return found.reduce((sum, { coins }) => sum + coins, 0);
  };
  const notCovered = (message: string) => ({
    status: 400,
    body: { code: 'validation', errors: [{ field: 'withdrawalCoin', message }] },
  });

  it('accepts one request above the balance, and none beside it', async () => {
    expect((await ask(5000)).status).toBe(201);
    expect(await ask(200)).toMatchObject(
      notCovered(
        'You’ve already requested 5,000 coins, and your balance doesn’t cover another request. Please wait for the decision, or earn more coins first',
      ),
    );
    expect(await pendingCoins()).toBe(5000);
  });

  it('accepts no request that the balance does not cover beside the pending ones', async () => {
    await earn(wallet, WORKER, 591);
    expect((await ask(200)).status).toBe(201);
    expect(await ask(401)).toMatchObject(
      notCovered('You’ve already requested 200 coins. Your balance covers at most 400 more'),
    );
    expect((await ask(400)).status).toBe(201);
    expect((await ask(200)).status).toBe(400);
    // Decided ones do not count.
    const [last] = await wallet.store.collection(withdrawals).find({ coins: 400 });
    await decideOn(wallet, last?._id ?? '', 'canceled');
    expect((await ask(399)).status).toBe(201);
  });

  it.each([
    ['of which one exceeds the balance', 0, 700, 700],
    ['that the balance covers in part', 1000, 300, 900],
  ])('decides parallel requests %s one after the other', async (_, earned, each, sum) => {
    if (earned > 0) await earn(wallet, WORKER, earned);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(each)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 400]));
    expect(await pendingCoins()).toBe(sum);
  });

  it('limits the pending withdrawals of a worker', async () => {
    await earn(wallet, WORKER, 2000);
    const answers = await Promise.all(Array.from({ length: 7 }, () => ask(200)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(2);
    for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { code: 'too-many-pending' } });
    await decideOn(wallet, answers.find(({ status }) => status === 201)?.body.insertedId, 'canceled');
    expect((await ask(200)).status).toBe(201);
  });

  it('takes the limit from the settings', async () => {
    await wallet.stop();
    wallet = await startWallet({ env: { RATE_LIMITS: 'pendingWithdrawals=1' } });
    await register(wallet, WORKER);
    await earn(wallet, WORKER, 2000);
    expect([(await ask(200)).status, (await ask(200)).status]).toEqual([201, 409]);
  });

  it('are all canceled at a change of role', async () => {
    const count = 50;
    await requestPayout(wallet, WORKER, 200);
    const [one] = await wallet.store.collection(withdrawals).find({});
    if (!one) throw new Error('nothing asked');
    const many = Array.from({ length: count - 1 }, (_, n) => toDocument(`w${n}`, one));
    await wallet.store.collection(withdrawals).insertMany(many);
    await changeRole(wallet, WORKER, 'buyer');
    expect(await statuses()).toEqual(Array(count).fill('canceled'));
  });
});

describe('cancelWithdrawal', () => {
  const cancel = (id: string, as = WORKER) => wallet.call('cancelWithdrawal', { as, params: { id } });

  it('cancels a pending or held request of the caller, whose coins can be asked for again', async () => {
    await earn(wallet, WORKER, 300);
    const id = await requestPayout(wallet, WORKER, 300);
    await wallet.call('holdWithdrawal', { as: ADMIN, params: { id }, body: { reasonCode: 'new-account' } });
    expect((await cancel(id)).body).toEqual({ modifiedCount: 1 });
    expect((await cancel(id)).body).toEqual({ modifiedCount: 0 });
    expect(await dataOf(wallet, 'withdrawal.canceled')).toEqual([
      { withdrawalId: id, workerId: WORKER.userId, coins: 300, reason: 'worker' },
    ]);
    const [canceled] = (await wallet.call('listWithdrawals', { as: WORKER })).body as [Withdrawal];
    expect(canceled).toMatchObject({ status: 'canceled', cancelReason: 'The worker took it back.' });
    expect(canceled).not.toHaveProperty('accountMask');
    expect(canceled).not.toHaveProperty('hold');
    expect(await balanceOf(wallet, WORKER)).toBe(310);
    await requestPayout(wallet, WORKER, 300);
  });

  it('is for few requests of a day, each of which notifies the admins', async () => {
    await earn(wallet, WORKER, 500);
    const body = { withdrawalCoin: 200, paymentSystem: 'bkash' };
    const request = () => wallet.call('createWithdrawal', { as: WORKER, body });
    await decideOn(wallet, await requestPayout(wallet, WORKER, 200), 'canceled');
    for (let times = 0; times < PENDING; times++) await cancel((await request()).body.insertedId);
    expect(await request()).toMatchObject({ status: 409, body: { code: 'too-many-pending' } });
    const requestedAt = Date.now() - DAY_MS;
    await wallet.store.collection(withdrawals).updateMany({}, { $set: { requestedAt } });
    expect((await request()).status).toBe(201);
  });

  it('leaves a decided request, and those of others', async () => {
    await earn(wallet, WORKER, 500);
    const id = await requestPayout(wallet, WORKER, 200);
    expect((await cancel(id, other)).status).toBe(404);
    expect((await cancel(id, ADMIN)).status).toBe(404);
    await decideOn(wallet, id, 'approved');
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'already-decided' } });
    expect(await balanceOf(wallet, WORKER)).toBe(310);
  });
});

describe('decideWithdrawal', () => {
  it('pays once when the balance exceeds the coins', async () => {
    await earn(wallet, WORKER, 191);
    const id = await requestPayout(wallet, WORKER, 200);
    const answer = await decideOn(wallet, id, 'approved');
    expect([answer.status, answer.body]).toEqual([200, { modifiedCount: 1, status: 'approved' }]);
    expect(await balanceOf(wallet, WORKER)).toBe(1);
    expect((await decideOn(wallet, id, 'approved')).body).toEqual({ modifiedCount: 0, status: 'approved' });
    expect(await balanceOf(wallet, WORKER)).toBe(1);
    expect(await dataOf(wallet, 'withdrawal.approved')).toHaveLength(1);
    expect(await transferIds(wallet)).toContain(`payout:${id}`);
  });

  it('cancels when the balance equals the coins', async () => {
    await earn(wallet, WORKER, 190);
    const id = await requestPayout(wallet, WORKER, 200);
    expect(await decideOn(wallet, id, 'approved')).toMatchObject({
      status: 200,
      body: { modifiedCount: 0, status: 'canceled', message: 'User has insufficient coins' },
    });
    expect(await balanceOf(wallet, WORKER)).toBe(200);
    expect(await dataOf(wallet, 'withdrawal.canceled')).toEqual([
      { withdrawalId: id, workerId: WORKER.userId, coins: 200, reason: 'insufficient-coins' },
    ]);
  });

  it('cancels for an admin without a message', async () => {
    await earn(wallet, WORKER, 500);
    const id = await requestPayout(wallet, WORKER, 200);
    expect((await decideOn(wallet, id, 'canceled')).body).toEqual({ modifiedCount: 1, status: 'canceled' });
    expect((await decideOn(wallet, id, 'canceled')).body).toEqual({ modifiedCount: 0, status: 'canceled' });
    expect(await decideOn(wallet, id, 'approved')).toMatchObject({ status: 409, body: { code: 'already-decided' } });
    expect(await balanceOf(wallet, WORKER)).toBe(510);
    expect(await dataOf(wallet, 'withdrawal.canceled')).toMatchObject([{ reason: 'admin' }]);
  });

  it('pays once when two admins approve concurrently', async () => {
    await earn(wallet, WORKER, 500);
    const id = await requestPayout(wallet, WORKER, 200);
    const answers = await Promise.all([
      decideOn(wallet, id, 'approved'),
      decideOn(wallet, id, 'approved', actor('admin', 'second')),
    ]);
    expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
    expect(await balanceOf(wallet, WORKER)).toBe(310);
  });

  it('pays the same coins once when two requests are approved concurrently', async () => {
    await earn(wallet, WORKER, 300);
    const asked = await requestPayout(wallet, WORKER, 200);
    const found = await wallet.store.collection(withdrawals).findOne({ _id: asked });
    if (!found) throw new Error('nothing asked');
    // More than the balance covers.
    await wallet.store.collection(withdrawals).insertOne({ ...found, _id: 'another' });
    const ids = [asked, 'another'];
    const answers = await Promise.all(ids.map((id) => decideOn(wallet, id, 'approved')));
    expect(answers.map(({ body }) => body.status).sort()).toEqual(['approved', 'canceled']);
    expect(await balanceOf(wallet, WORKER)).toBe(110);
  });

  it('pays nothing to a former worker', async () => {
    await earn(wallet, WORKER, 300);
    const id = await requestPayout(wallet, WORKER, 200);
    await changeRole(wallet, WORKER, 'buyer');
    expect(await decideOn(wallet, id, 'approved')).toMatchObject({ status: 409 });
  });

  it('is noted in the admin trail once, with the admin and the outcome', async () => {
    await earn(wallet, WORKER, 300);
    const paid = await requestPayout(wallet, WORKER, 300);
    await Promise.all([decideOn(wallet, paid, 'approved'), decideOn(wallet, paid, 'approved')]);
    const poor = await requestPayout(wallet, WORKER, 200);
    await decideOn(wallet, poor, 'approved');
    const refused = await requestPayout(wallet, WORKER, 250);
    await decideOn(wallet, refused, 'canceled', actor('admin', 'second'));
    await decideOn(wallet, refused, 'approved');
    const note = (action: string, id: string, detail: string, admin = ADMIN) => ({
      _id: expect.any(String),
      at: expect.any(String),
      action,
      detail,
      actor: admin.userId,
      actorEmail: admin.email,
      subject: { type: 'withdrawal', id, title: WORKER.email },
    });
    expect((await wallet.internal('trail', { q: 'withdrawal-' })).rows).toEqual([
      note('withdrawal-canceled', refused, '250 coins by bkash', actor('admin', 'second')),
      note('withdrawal-canceled', poor, '200 coins by bkash, too few coins in the account'),
      note('withdrawal-approved', paid, '300 coins by bkash'),
    ]);
  });

  it('requires a present admin, stores the status and answers 404 for an unknown id', async () => {
    const id = await requestPayout(wallet, WORKER, 200);
    for (const as of [WORKER, BUYER]) expect((await decideOn(wallet, id, 'approved', as)).status).toBe(403);
    const former = actor('admin', 'former', 1);
    await changeRole(wallet, former, 'worker', 2);
    expect((await decideOn(wallet, id, 'canceled', former)).status).toBe(403);
    expect((await decideOn(wallet, 'nothing', 'approved')).status).toBe(404);
    const body = { status: 'pending' };
    expect((await wallet.call('decideWithdrawal', { as: ADMIN, params: { id }, body })).status).toBe(400);
    expect(await statuses()).toEqual(['pending']);
  });
});

describe('listWithdrawals', () => {
  it("answers a worker's own withdrawals, all to an admin, newest first, and 403 to buyers", async () => {
    let time = Date.UTC(2026, 10, 21);
    await wallet.stop();
    wallet = await startWallet({ time: () => time });
    const mine = await requestPayout(wallet, WORKER, 200);
    time += 1000;
    const theirs = await requestPayout(wallet, other, 300);
    const list = async (as: typeof ADMIN, query = {}) => {
      const { body, headers } = await wallet.call('listWithdrawals', { as, query });
      return { ids: body.map(({ _id }: { _id: string }) => _id), total: headers['x-total-count'] };
    };
    expect(await list(WORKER)).toEqual({ ids: [mine], total: '1' });
    expect(await list(ADMIN)).toEqual({ ids: [theirs, mine], total: '2' });
    expect(await list(ADMIN, { limit: '1', offset: '1' })).toEqual({ ids: [mine], total: '2' });
    expect(await list(ADMIN, { q: 'OTHER@' })).toEqual({ ids: [theirs], total: '1' });
    expect(await list(WORKER, { q: 'other' })).toEqual({ ids: [], total: '0' });
    expect(await list(ADMIN, { sort: 'coins' })).toEqual({ ids: [theirs, mine], total: '2' });
    expect(await list(ADMIN, { sort: 'oldest' })).toEqual({ ids: [mine, theirs], total: '2' });
    await decideOn(wallet, mine, 'canceled');
    expect(await list(ADMIN, { status: 'pending' })).toEqual({ ids: [theirs], total: '1' });
    expect((await wallet.call('listWithdrawals', { as: BUYER })).status).toBe(403);
  });

  it('counts the earned coins for the older request first', async () => {
    await earn(wallet, WORKER, 1190);
    const [large, small] = [await requestPayout(wallet, WORKER, 999), await requestPayout(wallet, WORKER, 200)];
    const { body } = await wallet.call('listWithdrawals', { as: ADMIN });
    expect(Object.fromEntries(body.map((row: Withdrawal) => [row._id, row.unearnedCoin]))).toEqual({
      [large]: 0,
      [small]: 9,
    });
  });

  it('answers unearned coins to admins', async () => {
    await earn(wallet, WORKER, 250);
    const unearned = async () =>
      (await wallet.call('listWithdrawals', { as: ADMIN })).body.map(
        ({ unearnedCoin }: { unearnedCoin?: number }) => unearnedCoin,
      );
    const id = await requestPayout(wallet, WORKER, 255);
    expect(await unearned()).toEqual([5]);
    await decideOn(wallet, id, 'approved');
    await earn(wallet, WORKER, 100);
    expect(await unearned()).toEqual([5]);
    await requestPayout(wallet, WORKER, 200);
    expect((await unearned()).sort()).toEqual([100, 5]);
    const [own] = (await wallet.call('listWithdrawals', { as: WORKER })).body;
    expect(own).not.toHaveProperty('unearnedCoin');
  });
});
