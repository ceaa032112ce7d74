import type { Role } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import { type Harness, roundsOf } from '@piecework/service-runtime/testing';
import fc from 'fast-check';
import {
  approve,
  BUYER,
  balances,
  changeRole,
  clearOwner,
  closeAccount,
  closePlaces,
  confirmEmail,
  dataOf,
  expectInvariants,
  parked,
  register,
  reject,
  requestFunding,
  startWallet,
  transferIds,
  WORKER,
} from '../testing/wallet.fixtures';

/** An event of another service, and the events that cause it. */
interface CausedEvent {
  after: readonly string[];
  publish: (wallet: Harness) => Promise<Parameters<Harness['redeliver']>[0]>;
}
type EventGraph = Readonly<Record<string, CausedEvent>>;

const SECOND = actor('worker', 'second');

/** Four places: two approved, one rejected after the deletion, one never taken. */
const task: EventGraph = {
  buyer: { after: [], publish: (wallet) => register(wallet, BUYER) },
  worker: { after: [], publish: (wallet) => register(wallet, WORKER) },
  confirmed: { after: [], publish: (wallet) => confirmEmail(wallet, WORKER) },
  second: { after: [], publish: (wallet) => register(wallet, SECOND) },
  funding: { after: [], publish: (wallet) => requestFunding(wallet, 't', 4) },
  approved: { after: ['buyer', 'funding'], publish: (wallet) => approve(wallet, 's1', 't') },
  approvedToo: {
    after: ['buyer', 'funding'],
    publish: (wallet) => approve(wallet, 's2', 't', { workerId: SECOND.userId }),
  },
  closed: { after: ['buyer', 'funding'], publish: (wallet) => closePlaces(wallet, 't', 1) },
  rejected: { after: ['buyer', 'funding'], publish: (wallet) => reject(wallet, 's3', 't', false) },
};

const leaving = (to: Role): EventGraph => ({
  ...task,
  left: { after: ['buyer', 'funding'], publish: (wallet) => changeRole(wallet, BUYER, to) },
  cleared: { after: ['closed', 'rejected'], publish: (wallet) => clearOwner(wallet, BUYER) },
});

const allUsersLeave: EventGraph = {
  ...task,
  left: { after: ['buyer', 'funding'], publish: (wallet) => closeAccount(wallet, BUYER) },
  cleared: { after: ['closed'], publish: (wallet) => clearOwner(wallet, BUYER) },
  workerLeft: { after: ['worker'], publish: (wallet) => closeAccount(wallet, WORKER) },
  secondLeft: { after: ['second'], publish: (wallet) => closeAccount(wallet, SECOND) },
};

/** Publishes in the order of `ranks` as far as causality allows; `repeats` redelivers. */
const publishInOrder = async (
  wallet: Harness,
  story: EventGraph,
  ranks: readonly number[],
  repeats: readonly number[],
) => {
  const left = new Set(Object.keys(story));
  const rank = Object.fromEntries(Object.keys(story).map((name, at) => [name, ranks[at] ?? 0]));
  const published: Parameters<Harness['redeliver']>[0][] = [];
  for (let step = 0; left.size > 0; step++) {
    const ready = [...left].filter((name) => story[name]?.after.every((cause) => !left.has(cause)));
    const [next = ''] = ready.sort((a, b) => (rank[a] ?? 0) - (rank[b] ?? 0));
    left.delete(next);
    const event = await story[next]?.publish(wallet);
    if (event) published.push(event);
    const again = published[(repeats[step] ?? 0) % (published.length * 2)];
    if (again) await wallet.redeliver(again);
  }
  return published;
};

const expectAlways = (story: EventGraph, expected: Record<string, number>) =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
      fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
      async (ranks, repeats) => {
        const wallet = await startWallet();
        try {
          const published = await publishInOrder(wallet, story, ranks, repeats);
          expect(await balances(wallet)).toMatchObject(expected);
          await expectInvariants(wallet);
          const made = await transferIds(wallet);
          for (const event of published) await wallet.redeliver(event);
          expect(await transferIds(wallet)).toEqual(made);
          expect(await balances(wallet)).toMatchObject(expected);
          expect(await parked(wallet)).toBe(0);
        } finally {
          await wallet.stop();
        }
      },
    ),
    { numRuns: roundsOf(15) },
  );

describe('for every order and repetition of events', () => {
  it(
    'a task pays its workers and refunds the rest',
    () =>
      expectAlways(task, {
        'user:user-buyer': 40,
        'user:user-worker': 15,
        'user:user-second': 15,
        'escrow:t': 0,
        'world:promo': -70,
        'world:adjust': 0,
      }),
    120_000,
  );

  it.each([
    ['worker', 10],
    ['admin', 0],
  ] as const)(
    'a buyer who becomes %s ends with %i coins',
    (to, coins) =>
      expectAlways(leaving(to), {
        'user:user-buyer': coins,
        'user:user-worker': 15,
        'user:user-second': 15,
        'escrow:t': 0,
        'world:adjust': 40 - coins,
      }),
    120_000,
  );

  it(
    'leaving users keep no coins, and no coins remain in escrow',
    () =>
      expectAlways(allUsersLeave, {
        'user:user-buyer': 0,
        'user:user-worker': 0,
        'user:user-second': 0,
        'escrow:t': 0,
        'world:promo': -70,
        'world:adjust': 70,
      }),
    120_000,
  );
});

it('handling every event again under a new id changes nothing', async () => {
  const wallet = await startWallet();
  const facts = Object.values(leaving('worker'));
  for (const { publish: once } of facts) await once(wallet);
  const before = { balances: await balances(wallet), transfers: await transferIds(wallet) };
  const settled = (await dataOf(wallet, 'wallet.role-settled')).length;
  // The same facts under new event ids, which the inbox does not detect.
  for (const { publish: again } of facts) await again(wallet);
  expect({ balances: await balances(wallet), transfers: await transferIds(wallet) }).toEqual(before);
  expect(await dataOf(wallet, 'wallet.role-settled')).toHaveLength(settled);
  expect(await parked(wallet)).toBe(0);
  await wallet.stop();
});
