import { DAY_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import { adminActs } from '@piecework/service-runtime/rows';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  balanceOf,
  changeRole,
  closeAccount,
  dataOf,
  decideOn,
  earn,
  expectInvariants,
  register,
  requestPayout,
  WORKER,
} from '../../testing/wallet.fixtures';
import { walletService } from '..';
import { withdrawals } from '../withdrawal/withdrawal.store';

const NOTE = 'Both accounts are a day old.';

const clock = createLeapingClock();
let wallet: Harness;
beforeEach(async () => {
  wallet = await startHarness(walletService, { clock });
  await register(wallet, WORKER);
  await earn(wallet, WORKER, 300);
});
afterEach(async () => {
  await expectInvariants(wallet);
  await wallet.stop();
});

const hold = (id: string, body: object = { reasonCode: 'one-buyer', note: NOTE }) =>
  wallet.call('holdWithdrawal', { as: ADMIN, params: { id }, body });
const release = (id: string, as = ADMIN) => wallet.call('releaseWithdrawal', { as, params: { id } });
const held = async (): Promise<string> => {
  const id = await requestPayout(wallet, WORKER, 200);
  expect((await hold(id)).body).toEqual({ modifiedCount: 1 });
  return id;
};
const stored = (_id: string) => wallet.store.collection(withdrawals).findOne({ _id });
const statesOf = async (id: string) => (await stored(id))?.timeline.map(({ state }) => state);
const actsOf = (id: string) => wallet.store.collection(adminActs).find({ 'subject.id': id }, { sort: { _id: 1 } });

it.each([undefined, 'too short'])('needs a note for another reason, not %j', async (note) => {
  const id = await requestPayout(wallet, WORKER, 200);
  expect((await release(id)).body).toEqual({ modifiedCount: 0 });
  expect(await hold(id, { reasonCode: 'other', note })).toMatchObject({ body: { errors: [{ field: 'note' }] } });
  expect((await hold(id, { reasonCode: 'other', note: NOTE })).body).toEqual({ modifiedCount: 1 });
});

it('refuses the approval of a held withdrawal until its release', async () => {
  const id = await held();
  expect(await decideOn(wallet, id, 'approved')).toMatchObject({ status: 409, body: { code: 'on-hold' } });
  expect(await balanceOf(wallet, WORKER)).toBe(310);
  expect((await release(id)).body).toEqual({ modifiedCount: 1 });
  expect((await decideOn(wallet, id, 'approved')).body).toMatchObject({ status: 'approved' });
  expect(await balanceOf(wallet, WORKER)).toBe(110);
  expect(await statesOf(id)).toEqual(['requested', 'held', 'released', 'approved']);
  for (const [late, status] of Object.entries({ [id]: 409, nothing: 404 }))
    expect((await release(late)).status).toBe(status);
});

it('notes each act once in the trail, with the code and without the note', async () => {
  const id = await held();
  expect((await hold(id, { reasonCode: 'new-account' })).body).toEqual({ modifiedCount: 0 });
  await release(id);
  expect((await release(id)).body).toEqual({ modifiedCount: 0 });
  const acts = await actsOf(id);
  expect(acts.map(({ action }) => action)).toEqual(['withdrawal-held', 'withdrawal-released']);
  expect(acts[0]?.detail).toBe('200 coins by bkash, one-buyer');
  expect(JSON.stringify(acts)).not.toContain(NOTE);
  const told = { withdrawalId: id, workerId: WORKER.userId, coins: 200 };
  expect(await dataOf(wallet, 'withdrawal.held')).toEqual([told]);
  expect(await dataOf(wallet, 'withdrawal.released')).toEqual([told]);
});

it('shows the worker the reason, and the note to admins only', async () => {
  const id = await held();
  const [own] = (await wallet.call('listWithdrawals', { as: WORKER })).body;
  expect(own.hold).toMatchObject({ reasonCode: 'one-buyer' });
  expect(Date.parse(own.hold.until) - Date.parse(own.hold.at)).toBe(10 * DAY_MS);
  expect(JSON.stringify(own)).not.toContain(NOTE);
  expect(own.timeline.at(-1).note).toMatch(/^We’re checking your submissions/);
  const [seen] = (await wallet.call('listWithdrawals', { as: ADMIN })).body;
  expect(seen).toMatchObject({ _id: id, hold: { note: NOTE } });
});

it('keeps the trace, the flag and the signals of the request', async () => {
  const id = await requestPayout(wallet, WORKER, 200);
  const rowOf = async (query: Record<string, string>) => {
    const [{ hold: _, timeline: __, ...row }] = (await wallet.call('listWithdrawals', { as: ADMIN, query })).body;
    return row;
  };
  const signalsOf = async () => (await wallet.call('listSignals', { as: ADMIN })).body[0].signals;
  const before = [await rowOf({}), await rowOf({ look: '1' }), await signalsOf()];
  expect(before[1]).toMatchObject({
    _id: id,
    funding: { covered: true, reasons: expect.arrayContaining(['one-buyer']) },
  });
  await hold(id);
  expect([await rowOf({}), await rowOf({ look: '1' }), await signalsOf()]).toEqual(before);
});

it('is held and released by present admins only', async () => {
  const id = await held();
  const stranger = actor('worker', 'stranger');
  await register(wallet, stranger);
  const other = await requestPayout(wallet, stranger, 200);
  await changeRole(wallet, ADMIN, 'worker');
  expect((await release(id)).status).toBe(403);
  expect(await stored(id)).toHaveProperty('hold');
  expect((await hold(other)).status).toBe(403);
  expect(await stored(other)).not.toHaveProperty('hold');
});

it('ends after ten days, not before', async () => {
  const id = await held();
  clock.leap(9 * DAY_MS);
  await wallet.settle();
  expect(await statesOf(id)).toEqual(['requested', 'held']);
  clock.leap(DAY_MS);
  await wallet.settle();
  expect(await stored(id)).toMatchObject({ status: 'pending' });
  expect(await stored(id)).not.toHaveProperty('hold');
  expect(await stored(id)).not.toHaveProperty('holdUntil');
  expect(await statesOf(id)).toEqual(['requested', 'held', 'released']);
  expect((await actsOf(id)).map(({ action }) => action)).toEqual(['withdrawal-held']);
  expect(await dataOf(wallet, 'withdrawal.released')).toHaveLength(1);
  expect((await decideOn(wallet, id, 'approved')).body).toMatchObject({ status: 'approved' });
});

it.each([
  ['an admin cancels it', (id: string) => decideOn(wallet, id, 'canceled')],
  ['the worker leaves the role', () => changeRole(wallet, WORKER, 'buyer')],
  ['the account is closed', () => closeAccount(wallet, WORKER)],
])('ends when %s, with its note', async (_, act) => {
  const id = await held();
  await act(id);
  const document = await stored(id);
  expect(document).toMatchObject({ status: 'canceled' });
  expect(document).not.toHaveProperty('hold');
  expect(document).not.toHaveProperty('holdUntil');
  for (const answer of [await hold(id), await release(id)])
    expect(answer).toMatchObject({ status: 409, body: { code: 'already-decided' } });
  clock.leap(11 * DAY_MS);
  await wallet.settle();
  expect(await dataOf(wallet, 'withdrawal.released')).toEqual([]);
});
