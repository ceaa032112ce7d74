import { type Clock, systemClock } from '@piecework/base';
import { isOnMongo } from '@piecework/base/testing';
import { type EventData, type EventType, type Role, type SignUpRole, TEST_CARDS } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import type { AnyCollectionSpec, Document, Store } from '@piecework/store';
import { walletService } from '../src';
import type { UserAccount } from '../src/account/account';
import { accounts, userAccountOf } from '../src/account/account.store';
import { isWorld, WORLD_ACCOUNTS } from '../src/ledger/ledger';
import { type Entry, entries, transfers } from '../src/ledger/ledger.store';

/** Shorter polls load an engine in a container more than the test itself. */
const shortestPauseMs = isOnMongo() ? 50 : 0;
/** Short pauses: an event is parked soon. */
const fastClock: Clock = {
  now: systemClock.now,
  after: (ms, fn) => systemClock.after(Math.max(ms / 50, Math.min(ms, shortestPauseMs)), fn),
};

export const startWallet = ({
  env,
  time,
  watch,
}: {
  env?: Record<string, string>;
  time?: () => number;
  watch?: (store: Store) => Store;
} = {}) =>
  startHarness(walletService, {
    clock: time ? { ...fastClock, now: time } : fastClock,
    ...(env && { env }),
    ...(watch && { watch }),
  });

export const ADMIN = actor('admin');
export const BUYER = actor('buyer');
export const WORKER = actor('worker');

export const accountWith = (changes: Partial<UserAccount> = {}): UserAccount => ({
  _id: 'user:u',
  kind: 'user',
  balance: 50,
  version: 1,
  earned: 0,
  opened: true,
  closed: false,
  role: 'buyer',
  roleVersion: 0,
  settledRoleVersion: 0,
  clearedRoleVersion: 0,
  change: null,
  conflictCounter: 0,
  ...changes,
});

export const register = (
  wallet: Harness,
  { userId, email, name, role }: Actor,
  changes: Partial<EventData<'user.registered'>> = {},
) =>
  wallet.given('user.registered', userId, {
    userId,
    email,
    userName: name,
    userPhotoURL: '',
    role: role as SignUpRole,
    ...changes,
  });

export const changeRole = (wallet: Harness, { userId, role }: Actor, to: Role, roleVersion = 1) =>
  wallet.given('user.role-changed', userId, { userId, from: role, to, roleVersion });

export const closeAccount = (wallet: Harness, { userId, email, role }: Actor, roleVersion = 1) =>
  wallet.given('user.closed', userId, { userId, email, role, roleVersion });

export const confirmEmail = (wallet: Harness, { userId }: Actor) =>
  wallet.given('user.email-confirmed', userId, { userId });

export const clearOwner = (wallet: Harness, { userId }: Actor, roleVersion = 1) =>
  wallet.given('task.owner-cleared', userId, { userId, roleVersion });

/** `places` places of 5 coins. */
export const requestFunding = (
  wallet: Harness,
  taskId: string,
  places: number,
  changes: Partial<EventData<'task.funding-requested'>> = {},
) => {
  const payable = changes.payable ?? 5;
  return wallet.given('task.funding-requested', taskId, {
    taskId,
    buyerId: BUYER.userId,
    buyerRoleVersion: 0,
    places,
    payable,
    cost: places * payable,
    title: `Task ${taskId}`,
    imageUrl: '',
    ...changes,
  });
};

const PLACES = { version: 1, open: 0, pending: 0, approved: 0 };

const submissionFacts = (
  submissionId: string,
  taskId: string,
  changes: Partial<EventData<'submission.approved'>> = {},
): EventData<'submission.approved'> => ({
  submissionId,
  taskId,
  taskTitle: `Task ${taskId}`,
  workerId: WORKER.userId,
  buyerId: BUYER.userId,
  payable: 5,
  places: PLACES,
  decidedBy: 'buyer',
  waitedMs: 0,
  ...changes,
});

/** Asks for the coins of places that are added to a task of {@link BUYER}. */
export const requestPlaces = (wallet: Harness, additionId: string, taskId: string, places: number, roleVersion = 0) =>
  wallet.given('task.places-requested', taskId, {
    additionId,
    taskId,
    buyerId: BUYER.userId,
    buyerRoleVersion: roleVersion,
    places,
    payable: 5,
    cost: places * 5,
  });

/** Asks for the coins of a raise from 5 coins `by` more, for `places` of a task of {@link BUYER}. */
export const requestRaise = (wallet: Harness, additionId: string, taskId: string, places: number, by: number) =>
  wallet.given('task.places-requested', taskId, {
    additionId,
    taskId,
    buyerId: BUYER.userId,
    buyerRoleVersion: 0,
    places,
    payable: by,
    cost: places * by,
    raisedTo: 5 + by,
  });

/** The places of the task pay `by` more, but `unneeded` ones that were decided before. */
export const applyRaise = (wallet: Harness, additionId: string, taskId: string, unneeded: number, by: number) =>
  wallet.given('task.raise-applied', taskId, {
    taskId,
    additionId,
    buyerId: BUYER.userId,
    by,
    unneeded,
    places: PLACES,
  });

export const unwantPlaces = (wallet: Harness, additionId: string, taskId: string, places: number) =>
  wallet.given('task.places-unwanted', taskId, {
    additionId,
    taskId,
    buyerId: BUYER.userId,
    places,
    payable: 5,
    cost: places * 5,
  });

export const approve = (
  wallet: Harness,
  submissionId: string,
  taskId: string,
  changes?: Partial<EventData<'submission.approved'>>,
) => wallet.given('submission.approved', submissionId, submissionFacts(submissionId, taskId, changes));

/** One task that pays each of the workers `payable` coins. */
export const employ = async (
  wallet: Harness,
  { userId: buyerId }: Actor,
  payable: number,
  workers: readonly Actor[] = [WORKER],
  buyerRoleVersion = 0,
) => {
  const taskId = wallet.ids.next();
  await requestFunding(wallet, taskId, workers.length, { buyerId, payable, buyerRoleVersion });
  for (const { userId: workerId } of workers)
    await approve(wallet, wallet.ids.next(), taskId, { buyerId, payable, workerId });
};

export const reject = (
  wallet: Harness,
  submissionId: string,
  taskId: string,
  placeReturned: boolean,
  changes?: Partial<EventData<'submission.approved'>>,
) =>
  wallet.given('submission.rejected', submissionId, {
    ...submissionFacts(submissionId, taskId, changes),
    placeReturned,
  });

export const reverseRejection = (
  wallet: Harness,
  submissionId: string,
  taskId: string,
  paidBy: 'escrow' | 'platform' | 'balance',
  changes?: Partial<EventData<'submission.approved'>>,
) =>
  wallet.given('submission.rejection-reversed', submissionId, {
    ...submissionFacts(submissionId, taskId, changes),
    paidBy,
  });

export const returnKeptPlace = (wallet: Harness, submissionId: string, taskId: string) =>
  wallet.given('appeal.place-returned', submissionId, submissionFacts(submissionId, taskId));

export const releasePlace = (wallet: Harness, reservationId: string, taskId: string, placeReturned: boolean) =>
  wallet.given('place.released', reservationId, {
    reservationId,
    taskId,
    taskTitle: 'A task',
    workerId: WORKER.userId,
    buyerId: BUYER.userId,
    payable: 5,
    expiresAt: 1,
    places: PLACES,
    why: 'lapsed',
    placeReturned,
  });

export const closePlaces = (
  wallet: Harness,
  taskId: string,
  open: number,
  changes: Partial<EventData<'task.places-closed'>> = {},
) =>
  wallet.given('task.places-closed', taskId, {
    taskId,
    buyerId: BUYER.userId,
    payable: 5,
    open,
    places: PLACES,
    ...changes,
  });

/** Coins from one approved submission to a task of a new buyer. */
export const earn = async (wallet: Harness, worker: Actor, coins: number) => {
  const patron = actor('buyer', `patron-${wallet.ids.next()}`);
  await register(wallet, patron);
  await buyCoins(wallet, patron, 35, Math.ceil((coins + 1) / 1000));
  const taskId = wallet.ids.next();
  const facts = { buyerId: patron.userId, payable: coins };
  await requestFunding(wallet, taskId, 1, facts);
  await approve(wallet, wallet.ids.next(), taskId, { ...facts, workerId: worker.userId });
};

export const beginPayment = async (wallet: Harness, as: Actor, price: number): Promise<string> => {
  const { status, body } = await wallet.call('createPaymentIntent', {
    as,
    body: { price, coins: 1_000_000, amount: 1 },
  });
  if (status !== 200) throw new Error(`no intent: ${JSON.stringify(body)}`);
  return body.clientSecret;
};

export const confirm = (wallet: Harness, as: Actor, clientSecret: string, card: Record<string, unknown> = {}) =>
  wallet.call('confirmSimulatedPayment', { as, body: { clientSecret, cardNumber: TEST_CARDS.succeeds, ...card } });

/** Resolves to the intent. */
export const pay = async (wallet: Harness, as: Actor, price: number): Promise<string> => {
  const { status, body } = await confirm(wallet, as, await beginPayment(wallet, as, price));
  if (status !== 200) throw new Error(`not paid: ${JSON.stringify(body)}`);
  return body.intent;
};

export const creditBy = (wallet: Harness, intent: string, as: Actor = ADMIN) =>
  wallet.call('creditPayment', { as, params: { intent } });

export const buyCoins = async (wallet: Harness, as: Actor, price: number, times = 1) => {
  for (let i = 0; i < times; i++) {
    const intent = await pay(wallet, as, price);
    await wallet.call('storePayment', { as, body: { amount: price } });
    await creditBy(wallet, intent);
  }
};

export const requestPayout = async (wallet: Harness, as: Actor, coins: number): Promise<string> => {
  const body = { withdrawalCoin: coins, paymentSystem: 'bkash' };
  const answer = await wallet.call('createWithdrawal', { as, body });
  if (answer.status !== 201) throw new Error(`not asked: ${JSON.stringify(answer.body)}`);
  return answer.body.insertedId;
};

export const decideOn = (wallet: Harness, id: string, status: 'approved' | 'canceled', as: Actor = ADMIN) =>
  wallet.call('decideWithdrawal', { as, params: { id }, body: { status } });

export const balanceOf = async (wallet: Harness, { userId }: Actor) =>
  (await userAccountOf(wallet.store, userId)).balance;

/** Account balances, and the sums of the system accounts' entries. */
export const balances = async (wallet: Harness): Promise<Record<string, number>> => {
  const held = (await wallet.store.collection(accounts).find({})).map(({ _id, balance }): [string, number] => [
    _id,
    balance,
  ]);
  const world = WORLD_ACCOUNTS.map(
    async (account): Promise<[string, number]> => [
      account,
      await wallet.store.collection(entries).sum({ account }, 'amount'),
    ],
  );
  return Object.fromEntries([...held, ...(await Promise.all(world))].sort());
};

export const transferIds = async (wallet: Harness) =>
  (await wallet.store.collection(transfers).find({}, { sort: { _id: 1 } })).map(({ _id }) => _id);

export const dataOf = async <T extends EventType>(wallet: Harness, type: T) =>
  (await wallet.events(type)).map(({ data }) => data as EventData<T>);

export const parked = async (wallet: Harness) =>
  (await wallet.runtime.gauges.piecework_events_parked?.value()) ?? Number.NaN;

/** Notes each read, and counts the documents that were read. */
export const countingReads = (store: Store) => {
  const calls: string[] = [];
  const count = { documents: 0 };
  const collection = (spec: AnyCollectionSpec) =>
    new Proxy(store.collection(spec), {
      get: (target, name: 'find') => {
        const method = target[name];
        return async (...args: Parameters<typeof method>) => {
          calls.push(`${spec.name}.${name}`);
          const found: Document[] = await method.apply(target, args);
          if (Array.isArray(found)) count.documents += found.length;
          return found;
        };
      },
    });
  return { calls, count, store: { ...store, collection } as Store };
};

/** Invariants of the ledger. */
export const expectInvariants = async (wallet: Harness) => {
  const all = await wallet.store.collection(entries).find({});
  for (const { _id, from, to, amount } of await wallet.store.collection(transfers).find({})) {
    const own = all.filter(({ transfer }) => transfer === _id).sort((a, b) => (a._id < b._id ? -1 : 1));
    expect(own.map(({ account, amount: change }) => [account, change + 0])).toEqual([
      [from, 0 - amount],
      [to, amount],
    ]);
  }
  for (const { _id, balance, version } of await wallet.store.collection(accounts).find({}))
    expectHistory(
      all.filter(({ account }) => account === _id),
      balance,
      version,
    );
  expect(await wallet.runtime.gauges.piecework_ledger_imbalance?.value()).toBe(0);
  expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect(all.every(({ account, balance }) => isWorld(account) === (balance === undefined))).toBe(true);
};

const expectHistory = (own: Entry[], balance: number, version: number) => {
  let sum = 0;
  for (const entry of own.sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) {
    sum += entry.amount;
    expect(entry.balance).toBe(sum);
    expect(sum).toBeGreaterThanOrEqual(0);
  }
  expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + 1));
  expect({ balance, version }).toEqual({ balance: sum, version: own.length });
};
