import { DAY_MS } from '@piecework/base';
import { encodePerson, PERSON_HEADER } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { adminActs } from '@piecework/service-runtime/rows';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  ADMIN,
  BUYER,
  balanceOf,
  changeRole,
  closeAccount,
  dataOf,
  decideOn,
  earn,
  expectInvariants,
  register,
  requestPayout,
  startWallet,
  WORKER,
} from '../../testing/wallet.fixtures';
import { userAccountOf } from '../account/account.store';
import { adjustments } from './adjustment.store';

const SECOND = actor('admin', 'second');
const REASON = 'The work of Monday was not paid.';

let wallet: Harness;
let now: number;
beforeEach(async () => {
  now = Date.UTC(2026, 10, 21, 9);
  wallet = await startWallet({ time: () => now });
  await register(wallet, WORKER);
  await earn(wallet, WORKER, 300);
});
afterEach(async () => {
  await expectInvariants(wallet);
  await wallet.stop();
});

const request = (coins: number, { as = ADMIN, of = WORKER as Actor, key = '' } = {}) =>
  wallet.call('requestAdjustment', {
    as,
    params: { id: of.userId },
    headers: { [PERSON_HEADER]: encodePerson({ ...of, name: 'রহিম' }) },
    body: { coins, kind: 'correction', reason: REASON },
    ...(key && { key }),
  });
const decide = (id: string, status: 'approved' | 'declined', as = SECOND) =>
  wallet.call('decideAdjustment', { as, params: { id }, body: { status } });
const waiting = async (coins = 1001): Promise<string> => (await request(coins)).body.insertedId;
const stored = (id: string) => wallet.store.collection(adjustments).findOne({ _id: id });
const actsOn = async (id: string) =>
  (await wallet.store.collection(adminActs).find({ 'subject.id': id }, { sort: { _id: 1 } })).map(
    ({ action }) => action,
  );
const coins = () => balanceOf(wallet, WORKER);

describe('within the limit', () => {
  it('is posted right away in both directions, with a row in the trail that has no text', async () => {
    const { status, body } = await request(40);
    expect([status, body.state, await coins()]).toEqual([201, 'posted', 350]);
    await request(-25);
    expect(await coins()).toBe(325);
    const [act] = await wallet.store.collection(adminActs).find({ 'subject.id': body.insertedId });
    expect(act).toMatchObject({
      action: 'adjustment-posted',
      subject: { type: 'adjustment', title: WORKER.email },
      detail: '+40 coins, correction',
    });
    const events = await dataOf(wallet, 'adjustment.posted');
    expect(events).toEqual([
      { adjustmentId: body.insertedId, userId: WORKER.userId, role: 'worker', kind: 'correction', coins: 40 },
      expect.objectContaining({ coins: -25 }),
    ]);
    expect(JSON.stringify([act, events])).not.toContain(REASON);
  });

  it('is in the statement with kind and reason', async () => {
    await request(40);
    const [entry] = (await wallet.call('statement', { as: WORKER })).body;
    expect(entry).toMatchObject({ kind: 'adjust', amount: 40 });
    expect(entry.about).toMatchObject({ type: 'adjustment', adjusted: 'correction', reason: REASON });
    const file = String((await wallet.call('exportStatement', { as: WORKER })).body);
    expect(file).toContain(REASON);
  });

  it('counts what the admin has posted alone within a day, of whoever', async () => {
    await register(wallet, BUYER);
    expect((await request(600)).body.state).toBe('posted');
    expect((await request(-400, { of: WORKER })).body.state).toBe('posted');
    expect((await request(1, { of: BUYER })).body.state).toBe('waiting');
    expect((await request(1000, { as: SECOND })).body.state).toBe('posted');
    now += DAY_MS;
    expect((await request(1, { of: BUYER })).body.state).toBe('posted');
  });

  it('is posted once under a key', async () => {
    const [first, second] = [await request(40, { key: 'k' }), await request(40, { key: 'k' })];
    expect(second.body).toEqual(first.body);
    expect(await coins()).toBe(350);
  });
});

describe('above the limit', () => {
  it('waits for another admin, and is posted by that one once', async () => {
    const id = await waiting();
    expect([await coins(), (await decide(id, 'approved', ADMIN)).body.code]).toEqual([310, 'own-adjustment']);
    expect((await decide(id, 'approved')).body).toEqual({ modifiedCount: 1 });
    expect((await decide(id, 'approved')).body).toEqual({ modifiedCount: 0 });
    expect((await decide(id, 'declined')).body.code).toBe('adjustment-decided');
    expect(await coins()).toBe(1311);
    expect(await actsOn(id)).toEqual(['adjustment-requested', 'adjustment-approved']);
    expect(await dataOf(wallet, 'adjustment.posted')).toHaveLength(1);
    // Two have looked at it, so it leaves the limit of the first one.
    expect((await request(1000)).body.state).toBe('posted');
  });

  it('is declined by another admin, or taken back by its own', async () => {
    const [one, two] = [await waiting(), await waiting()];
    await decide(one, 'declined');
    await decide(two, 'declined', ADMIN);
    expect([(await stored(one))?.state, (await stored(two))?.state]).toEqual(['declined', 'taken-back']);
    expect((await decide(one, 'approved')).body.code).toBe('adjustment-decided');
    expect(await actsOn(two)).toEqual(['adjustment-requested', 'adjustment-declined']);
    expect(await coins()).toBe(310);
  });

  it('is listed for admins, also those of one person, with the number of the waiting ones', async () => {
    const id = await waiting();
    await request(5);
    const list = async (query: object) => {
      const { body, headers } = await wallet.call('listAdjustments', { as: ADMIN, query: { ...query } });
      return [body.map(({ state }: { state: string }) => state), headers['x-total-count']];
    };
    expect(await list({})).toEqual([['posted', 'waiting'], '2']);
    expect(await list({ state: 'waiting' })).toEqual([['waiting'], '1']);
    expect(await list({ user: WORKER.userId, state: 'posted' })).toEqual([['posted'], '1']);
    expect(await list({ user: 'somebody else' })).toEqual([[], '0']);
    const [row] = (await wallet.call('listAdjustments', { as: ADMIN, query: { state: 'waiting' } })).body;
    expect(row).toMatchObject({ _id: id, userName: 'রহিম', requestedBy: ADMIN.email, reason: REASON, coins: 1001 });
  });
});

describe('is refused', () => {
  it('for coins that the account does not have, now or at the approval', async () => {
    const { body } = await request(-311);
    expect(body).toMatchObject({ code: 'too-few-coins', message: expect.stringContaining('310 coins') });
    await earn(wallet, WORKER, 1000);
    const id = await waiting(-1200);
    await decideOn(wallet, await requestPayout(wallet, WORKER, 500), 'approved');
    expect((await decide(id, 'approved')).body.code).toBe('too-few-coins');
    expect((await stored(id))?.state).toBe('waiting');
    await earn(wallet, WORKER, 500);
    expect((await decide(id, 'approved')).body).toEqual({ modifiedCount: 1 });
  });

  it('for the own account, and for an admin who has left', async () => {
    expect((await request(5, { of: ADMIN })).body.code).toBe('own-adjustment');
    await changeRole(wallet, ADMIN, 'worker');
    expect((await request(5)).status).toBe(403);
  });

  it('for admins, closed accounts, and during a change of role', async () => {
    const id = await waiting();
    await register(wallet, BUYER);
    await changeRole(wallet, BUYER, 'worker');
    // The tasks of a former buyer are not cleared yet.
    expect((await request(5, { of: BUYER })).body.code).toBe('role-unsettled');
    await register(wallet, SECOND, { role: 'worker' });
    await changeRole(wallet, SECOND, 'admin');
    expect((await request(5, { of: SECOND })).body.code).toBe('not-adjustable');
    await closeAccount(wallet, WORKER);
    expect((await request(5)).body.code).toBe('not-adjustable');
    expect((await decide(id, 'approved', actor('admin', 'third'))).body.code).toBe('not-adjustable');
  });
});

it('takes coins that were not earned by work first, and keeps a pending withdrawal from its approval', async () => {
  const id = await requestPayout(wallet, WORKER, 305);
  await request(-10);
  expect(await userAccountOf(wallet.store, WORKER.userId)).toMatchObject({ balance: 300, earned: 300, adjusted: -10 });
  await request(-50);
  expect(await userAccountOf(wallet.store, WORKER.userId)).toMatchObject({ balance: 250, earned: 250, adjusted: -60 });
  const { body } = await decideOn(wallet, id, 'approved');
  expect(body).toMatchObject({ status: 'canceled' });
});
