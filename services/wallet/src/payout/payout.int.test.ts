import { DAY_MS } from '@piecework/base';
import { createLeapingClock, eventually } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import { adminActs } from '@piecework/service-runtime/rows';
import type { Harness } from '@piecework/service-runtime/testing';
import { roundsOf, startHarness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  BUYER,
  balanceOf,
  changeRole,
  clearOwner,
  closeAccount,
  dataOf,
  decideOn,
  earn,
  expectInvariants,
  parked,
  register,
  startWallet,
  WORKER,
} from '../../testing/wallet.fixtures';
import { walletService } from '..';
import { withdrawals } from '../withdrawal/withdrawal.store';

const NUMBER = '01712345678';

let wallet: Harness;
beforeEach(async () => {
  wallet = await startWallet();
  await register(wallet, WORKER);
});
afterEach(async () => {
  await expectInvariants(wallet);
  expect(await parked(wallet)).toBe(0);
  await wallet.stop();
});

const request = (body: object = { accountNumber: NUMBER }, as = WORKER) =>
  wallet.call('createWithdrawal', { as, body: { withdrawalCoin: 200, paymentSystem: 'bkash', ...body } });
const requested = async (body?: object, as = WORKER): Promise<string> => (await request(body, as)).body.insertedId;
/** Approved. */
const due = async (body?: object, as = WORKER): Promise<string> => {
  await earn(wallet, as, 300);
  const id = await requested(body, as);
  await decideOn(wallet, id, 'approved');
  return id;
};
const reveal = (id: string, as = ADMIN) => wallet.call('revealAccount', { as, params: { id } });
/** With the mask of the present account number, unless the body has another. */
const pay = async (id: string, body: object = PAID, as = ADMIN) =>
  wallet.call('decidePayout', { as, params: { id }, body: { accountMask: (await stored(id)).account?.mask, ...body } });
const PAID = { outcome: 'paid', reference: 'TRX 1' };
const EARLY = { ...PAID, earlyReason: 'I called the worker' };
const FAILED = { outcome: 'failed', reason: 'bKash does not know it' };
const correct = (id: string, accountNumber: string, as = WORKER) =>
  wallet.call('correctAccount', { as, params: { id }, body: { accountNumber } });
const stored = async (_id: string) => {
  const found = await wallet.store.collection(withdrawals).findOne({ _id });
  if (!found) throw new Error(`no withdrawal ${_id}`);
  return found;
};
const shown = async (id: string) =>
  (await wallet.call('listWithdrawals', { as: ADMIN })).body.find(({ _id }: { _id: string }) => _id === id);
const acts = async () =>
  (await wallet.store.collection(adminActs).find({}, { sort: { _id: 1 } })).map(({ action }) => action);

describe('an account number', () => {
  it('is stored sealed, shown as a mask, and revealed while the payout is due', async () => {
    const id = await due();
    expect(JSON.stringify(await stored(id))).not.toMatch(/01712|345678/);
    expect(await shown(id)).toMatchObject({ accountMask: '678', payout: 'due' });
    expect(await reveal(id)).toMatchObject({
      status: 200,
      body: { accountNumber: NUMBER },
      headers: { 'cache-control': 'no-store' },
    });
    expect((await reveal('nothing')).status).toBe(404);
    await pay(id);
    expect(await reveal(id)).toMatchObject({ status: 409, body: { code: 'closed-payout' } });
  });

  it('is optional: no number is kept of an older client', async () => {
    const id = await due({});
    expect(await shown(id)).not.toHaveProperty('accountMask');
    expect(await reveal(id)).toMatchObject({ status: 409, body: { code: 'no-account' } });
    expect((await pay(id)).body).toEqual({ modifiedCount: 1 });
  });

  it.each(['bkash', 'rocket', 'nagad'])('takes no letters for %s', async (paymentSystem) => {
    expect(await request({ paymentSystem, accountNumber: 'anna-1234' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'accountNumber' }] },
    });
    const id = await requested({ paymentSystem: 'other', accountNumber: 'anna+1@bank.example' });
    expect((await stored(id)).account?.mask).toBe('ple');
  });

  it('is copied from an earlier withdrawal of the same worker by the same system', async () => {
    const first = await due();
    const id = await due({ accountFrom: first });
    expect((await reveal(id)).body).toEqual({ accountNumber: NUMBER });
    expect((await stored(id)).account?.sealed).not.toBe((await stored(first)).account?.sealed);
    expect((await stored(id)).fingerprint).toBe((await stored(first)).fingerprint);
  });

  it('is not copied from others, other systems, or where none is kept', async () => {
    await earn(wallet, WORKER, 700);
    const first = await requested();
    const stranger = actor('worker', 'stranger');
    await register(wallet, stranger);
    const without = await requested({});
    const canceled = await requested();
    await decideOn(wallet, canceled, 'canceled');
    const faulty = { status: 400, body: { errors: [{ field: 'accountFrom' }] } };
    expect(await request({ accountFrom: first }, stranger)).toMatchObject(faulty);
    expect(await request({ accountFrom: first, paymentSystem: 'nagad' })).toMatchObject(faulty);
    for (const accountFrom of [without, canceled, 'nothing'])
      expect(await request({ accountFrom })).toMatchObject(faulty);
    expect(await request({ accountFrom: first, accountNumber: NUMBER })).toMatchObject(faulty);
  });

  it('is erased at a cancellation and when the worker leaves, not for a due payout', async () => {
    await earn(wallet, WORKER, 500);
    const [kept, canceled, left] = [await due(), await requested(), await requested()];
    await decideOn(wallet, canceled, 'canceled');
    await changeRole(wallet, WORKER, 'buyer');
    for (const id of [canceled, left]) {
      expect(await stored(id)).not.toHaveProperty('account');
      expect(await shown(id)).not.toHaveProperty('accountMask');
    }
    expect((await shown(left)).cancelReason).toBe('The worker left this role.');
    expect((await reveal(kept)).body).toEqual({ accountNumber: NUMBER });
  });

  it('of a closed account stays until the payment', async () => {
    const id = await due();
    await closeAccount(wallet, WORKER);
    await clearOwner(wallet, WORKER);
    expect((await reveal(id)).body).toEqual({ accountNumber: NUMBER });
    expect((await pay(id)).body).toEqual({ modifiedCount: 1 });
  });

  it('of an unknown key is reported as missing, and can be given again', async () => {
    const id = await due();
    const { account } = await stored(id);
    if (!account) throw new Error('no number');
    await wallet.store
      .collection(withdrawals)
      .updateOne({ _id: id }, { $set: { account: { ...account, key: 'lost' } } });
    const readable = () => wallet.runtime.gauges.piecework_account_numbers_readable?.value();
    expect(await reveal(id)).toMatchObject({ status: 409, body: { code: 'no-account' } });
    await eventually(async () => (await readable()) === 0, 'the check');
    await correct(id, '01999888777');
    await eventually(async () => (await readable()) === 1, 'the next check');
    expect((await reveal(id)).body).toEqual({ accountNumber: '01999888777' });
  });
});

describe('a payout', () => {
  it('is recorded once, moves no coins, and says so in an event', async () => {
    const id = await due();
    const before = await balanceOf(wallet, WORKER);
    const answers = await Promise.all([pay(id), pay(id, undefined, actor('admin', 'second'))]);
    expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
    expect(await balanceOf(wallet, WORKER)).toBe(before);
    expect(await dataOf(wallet, 'withdrawal.paid')).toEqual([
      { withdrawalId: id, workerId: WORKER.userId, coins: 200 },
    ]);
    expect(await pay(id, FAILED)).toMatchObject({ status: 409, body: { code: 'closed-payout' } });
    expect(await shown(id)).toMatchObject({ status: 'approved', payout: 'paid', payoutReference: 'TRX 1' });
    const listed = async (payout: string) =>
      (await wallet.call('listWithdrawals', { as: ADMIN, query: { payout } })).body.length;
    expect([await listed('paid'), await listed('due')]).toEqual([1, 0]);
  });

  it('is named by the statement of its worker, with what has become of it', async () => {
    const id = await due();
    const seen = async () => {
      const { body } = await wallet.call('statement', { as: WORKER, query: { kind: 'payout' } });
      const csv = await wallet.call('exportStatement', { as: WORKER, query: { kind: 'payout' } });
      const [head = [], row = []] = String(csv.body)
        .split('\r\n')
        .map((line) => line.split(','));
      return [body[0].about, row[head.indexOf('payout')]];
    };
    const about = { type: 'withdrawal', id };
    expect(await seen()).toEqual([{ ...about, payout: 'due' }, 'due']);
    await pay(id, FAILED);
    expect(await seen()).toEqual([{ ...about, payout: 'failed' }, 'failed']);
    await correct(id, NUMBER);
    await pay(id);
    expect(await seen()).toEqual([{ ...about, payout: 'paid' }, 'paid']);
  });

  it('that failed is due again when its worker gives a number, in another role too', async () => {
    const id = await due();
    expect(await pay(id, { ...FAILED, reason: undefined })).toMatchObject({ body: { errors: [{ field: 'reason' }] } });
    await pay(id, FAILED);
    expect(await dataOf(wallet, 'withdrawal.payout-failed')).toHaveLength(1);
    await changeRole(wallet, WORKER, 'buyer');
    await clearOwner(wallet, WORKER);
    expect((await correct(id, NUMBER, { ...WORKER, role: 'buyer', roleVersion: 1 })).body).toEqual({
      modifiedCount: 1,
    });
    expect((await pay(id)).body).toEqual({ modifiedCount: 1 });
    expect((await shown(id)).timeline.map(({ state }: { state: string }) => state)).toEqual([
      ...['requested', 'approved', 'failed', 'corrected', 'paid'],
    ]);
  });

  it('is decided by present admins only', async () => {
    const id = await due();
    const former = actor('admin', 'former', 1);
    await changeRole(wallet, former, 'worker', 2);
    for (const as of [WORKER, BUYER, former]) {
      expect((await pay(id, undefined, as)).status).toBe(403);
      expect((await reveal(id, as)).status).toBe(403);
      expect((await wallet.call('exportDuePayouts', { as })).status).toBe(403);
    }
    for (const as of [ADMIN, actor('worker', 'another')]) expect((await correct(id, NUMBER, as)).status).toBe(404);
  });

  it('has one outcome when two admins record different ones', async () => {
    for (let round = 0; round < roundsOf(10); round++) {
      const id = await due();
      const other = round % 2 ? FAILED : { outcome: 'paid', reference: 'TRX 2' };
      const [first, second] = await Promise.all([pay(id), pay(id, other, actor('admin', 'second'))]);
      expect([first.status, second.status].sort()).toEqual([200, 409]);
      expect((await stored(id)).timeline.map(({ state, note }) => note && [state, note])).toEqual([
        ...[undefined, undefined],
        first.status === 200 ? ['paid', 'TRX 1'] : round % 2 ? ['failed', FAILED.reason] : ['paid', 'TRX 2'],
      ]);
    }
    expect((await acts()).filter((action) => action.startsWith('payout-'))).toHaveLength(roundsOf(10));
  });

  it('and a corrected number: the number counts until the payment, and after a failure', async () => {
    for (let round = 0; round < roundsOf(10); round++) {
      const id = await due();
      const outcome = round % 2 ? FAILED : undefined;
      const [payment, correction] = await Promise.all([pay(id, outcome), correct(id, '01999888777')]);
      // One of them was first.
      expect([payment.status, correction.status]).toContain(200);
      const { account, payout, timeline } = await stored(id);
      const states = timeline.slice(2).map(({ state }) => state);
      expect(account?.mask).toBe(correction.status === 200 ? '777' : '678');
      if (correction.status === 409) expect([payout, states]).toEqual(['paid', ['paid']]);
      else if (payment.status === 409) {
        expect(payment.body.code).toBe('number-changed');
        expect([payout, states]).toEqual(['due', ['corrected']]);
      } else if (payout === 'due') expect(states).toEqual(['failed', 'corrected']);
      else expect(states).toEqual(['corrected', payout]);
    }
  });

  it('leaves a row in the trail for each act of an admin, without the number', async () => {
    const id = await due();
    await reveal(id);
    await wallet.call('exportDuePayouts', { as: ADMIN });
    await pay(id, FAILED);
    await pay(id, FAILED);
    await correct(id, '01999 888777');
    await pay(id, EARLY);
    expect(await acts()).toEqual(
      expect.arrayContaining([
        ...['withdrawal-approved', 'account-number-revealed', 'payouts-exported', 'payout-failed', 'payout-paid'],
      ]),
    );
    expect((await acts()).filter((action) => action.startsWith('payout-'))).toHaveLength(2);
    const rows = await wallet.store.collection(adminActs).find({});
    expect(JSON.stringify(rows)).not.toMatch(/345678|888777|bKash does not/);
  });
});

describe('a changed account number', () => {
  const changesOf = () => dataOf(wallet, 'withdrawal.number-changed');

  it('is in an event with the ends of both, in the timeline, and at the payout', async () => {
    const id = await due();
    await correct(id, '01999888777');
    await correct(id, '01999-888777');
    await correct(id, '01888777666');
    const told = { withdrawalId: id, workerId: WORKER.userId, coins: 200, status: 'approved' };
    expect(await changesOf()).toEqual([
      { ...told, account: { mask: '777', before: '678' } },
      { ...told, account: { mask: '666', before: '777' } },
    ]);
    const { timeline, payFrom } = await shown(id);
    expect(timeline.slice(2)).toMatchObject([
      { state: 'corrected', mask: '777', before: '678' },
      { state: 'corrected', mask: '666', before: '777' },
    ]);
    expect(Date.parse(payFrom) - Date.parse(timeline[3].at)).toBe(DAY_MS);
    const { body } = await wallet.call('exportDuePayouts', { as: ADMIN });
    expect(String(body).split('\r\n')[1]).toMatch(new RegExp(`,10.00,${timeline[3].at},${payFrom},,,$`));
  });

  it('of a pending request is told as well, and one that is given later', async () => {
    const id = await requested({});
    await correct(id, '01999888777');
    expect(await changesOf()).toMatchObject([{ status: 'pending', account: { mask: '777' } }]);
    expect((await changesOf())[0]?.account).not.toHaveProperty('before');
    expect(await shown(id)).toHaveProperty('payFrom');
    await decideOn(wallet, id, 'canceled');
    expect(await shown(id)).not.toHaveProperty('payFrom');
  });

  it('is no payment of the one before', async () => {
    const id = await due();
    await correct(id, '01999888777');
    for (const body of [EARLY, FAILED])
      expect(await pay(id, { ...body, accountMask: '678' })).toMatchObject({
        status: 409,
        body: { code: 'number-changed' },
      });
    expect(await pay(id, { ...EARLY, accountMask: undefined })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'accountMask' }] },
    });
    expect(await shown(id)).toMatchObject({ payout: 'due' });
  });

  it('is paid before its time only with a reason, which the trail keeps', async () => {
    const id = await due();
    await correct(id, '01999888777');
    expect(await pay(id)).toMatchObject({ status: 409, body: { code: 'number-just-changed' } });
    expect((await pay(id, EARLY)).body).toEqual({ modifiedCount: 1 });
    expect(await shown(id)).not.toHaveProperty('payFrom');
    expect((await shown(id)).timeline.at(-1)).toMatchObject({ state: 'paid', mask: '777' });
    const [row] = await wallet.store.collection(adminActs).find({ action: 'payout-paid' });
    expect(row?.detail).toBe('200 coins by bkash, soon after a change of the account number: I called the worker');
  });

  it('changes five times a day, and again a day later', async () => {
    const id = await due();
    for (let n = 0; n < 5; n++) expect((await correct(id, `0199988877${n}`)).status).toBe(200);
    const refused = await correct(id, '01999888779');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-changes' } });
    expect(Number(refused.headers['retry-after'])).toBe(24 * 3600);
    // A repeat is no change.
    expect((await correct(id, '01999888774')).body).toEqual({ modifiedCount: 0 });
    expect(await changesOf()).toHaveLength(5);
  });

  it('is no change when a failed payout is due again with the same number', async () => {
    const id = await due();
    await pay(id, FAILED);
    await correct(id, NUMBER);
    expect(await changesOf()).toEqual([]);
    expect((await shown(id)).timeline.at(-1)).not.toHaveProperty('mask');
    expect((await pay(id)).body).toEqual({ modifiedCount: 1 });
  });
});

describe('GET /withdrawals.csv', () => {
  it('has the due payouts only, oldest first', async () => {
    const ids = [await due(), await due({}), await due()];
    await requested();
    await pay(ids[2] ?? '');
    const { body, headers } = await wallet.call('exportDuePayouts', { as: ADMIN });
    const [head, ...rows] = String(body).split('\r\n').slice(0, -1);
    expect(head).toBe(
      '\ufeffwithdrawal,requested,worker,email,payment system,account number,coins,dollars,number changed,pay from,currency,rate,local amount',
    );
    expect(rows.map((row) => row.split(',')[0])).toEqual(ids.slice(0, 2));
    expect(rows[0]).toContain(`,bkash,${NUMBER},200,10.00`);
    expect(rows[1]).toContain(',bkash,,200,10.00');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-total-count': '2' });
  });

  it('leaves out a number whose bytes are damaged, not the other payouts', async () => {
    const [damaged, whole] = [await due(), await due()];
    const { account } = await stored(whole);
    if (!account) throw new Error('no number');
    await wallet.store.collection(withdrawals).updateOne({ _id: damaged }, { $set: { account } });
    const { status, body } = await wallet.call('exportDuePayouts', { as: ADMIN });
    expect(status).toBe(200);
    expect(body).toContain(`${whole},`);
    expect(String(body).split(NUMBER)).toHaveLength(2);
    expect(await reveal(damaged)).toMatchObject({ status: 409, body: { code: 'no-account' } });
    expect(await request({ accountFrom: damaged })).toMatchObject({ status: 400 });
    await correct(damaged, '01999888777');
    expect((await reveal(damaged)).body).toEqual({ accountNumber: '01999888777' });
  });
});

describe('timers', () => {
  const clock = createLeapingClock();
  const restartWith = async (env: Record<string, string> = {}) => {
    await wallet.stop();
    wallet = await startHarness(walletService, { clock, env });
    await register(wallet, WORKER);
  };

  it('let a changed number be paid without a reason after its time', async () => {
    await restartWith();
    const id = await due();
    await correct(id, '01999888777');
    clock.leap(DAY_MS - 60_000);
    expect((await pay(id)).status).toBe(409);
    clock.leap(60_000);
    expect((await pay(id)).body).toEqual({ modifiedCount: 1 });
  });

  it('erase the number of a withdrawal 30 days after the payment, not before', async () => {
    await restartWith();
    const [paid, open] = [await due(), await due()];
    await pay(paid);
    clock.leap(29 * DAY_MS);
    await wallet.settle();
    expect(await stored(paid)).toHaveProperty('account');
    clock.leap(DAY_MS + 1);
    await wallet.settle();
    expect(await stored(paid)).not.toHaveProperty('account');
    expect(await stored(paid)).not.toHaveProperty('eraseAt');
    expect(await shown(paid)).toMatchObject({ payout: 'paid', payoutReference: 'TRX 1' });
    expect((await reveal(open)).body).toEqual({ accountNumber: NUMBER });
  });

  it('erase the number of a failed payout 30 days after the failure, but keep a corrected one', async () => {
    await restartWith();
    const [left, corrected] = [await due(), await due()];
    for (const id of [left, corrected]) await pay(id, FAILED);
    await correct(corrected, '01999888777');
    clock.leap(30 * DAY_MS + 1);
    await wallet.settle();
    expect(await stored(left)).not.toHaveProperty('account');
    expect(await shown(left)).toMatchObject({ payout: 'failed' });
    expect((await reveal(corrected)).body).toEqual({ accountNumber: '01999888777' });
  });

  it('seal every kept number again after a rotation', async () => {
    const [OLD, NEW] = ['the old key of the wallet, long enough', 'the new key of the wallet, long enough'];
    await restartWith({ PAYOUT_KEY: NEW, PAYOUT_KEY_PREVIOUS: OLD });
    const { createAccountNumbers } = await import('../withdrawal/account-number');
    const before = createAccountNumbers([OLD], wallet.ids);
    const ids = [await due(), await due()];
    for (const id of ids)
      await wallet.store
        .collection(withdrawals)
        .updateOne({ _id: id }, { $set: { account: before.seal(id, NUMBER), fingerprint: 'old' } });
    expect((await reveal(ids[0] ?? '')).body).toEqual({ accountNumber: NUMBER });
    clock.leap(6_000);
    await wallet.settle();
    const after = createAccountNumbers([NEW], wallet.ids);
    for (const id of ids) {
      const { account, ...kept } = await stored(id);
      expect(account && after.open(id, account)).toBe(NUMBER);
      expect(kept).toMatchObject(after.fingerprintsOf('bkash', NUMBER));
    }
    expect(await wallet.runtime.overdue()).toMatchObject({ 'account-numbers-to-reseal': 0 });
  });
});
