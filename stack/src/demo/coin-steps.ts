import { type Adjustment, type Entry, type PayoutRate, type Submission, TEST_CARDS } from '@piecework/contracts';
import type { DemoApi } from './api';
import { adminOf, type Made, workKey } from './made';
import { until } from './parallel';
import { idOf } from './people-steps';
import { ADJUSTMENTS, BONUS, holdOf, type PlannedWithdrawal } from './plan';
import { type Session, sessionOf } from './sessions';
import type { Bought } from './timeline';

/** Purchases and withdrawals. */

const purchaseKey = ({ buyer, index }: Bought): string => `${buyer} ${index}`;

/** Follows the checkout: intent, card, record. */
export const buy = async (api: DemoApi, made: Made, bought: Bought): Promise<void> => {
  if (made.payments.has(purchaseKey(bought))) return;
  const { buyer, index, price } = bought;
  const token = sessionOf(made.sessions, buyer).token();
  const key = `demo-${buyer}-${index}`;
  const intent = await api.call<{ clientSecret: string }>('POST', '/create-payment-intent', {
    token,
    key,
    body: { price },
  });
  const card = { clientSecret: intent.body.clientSecret, cardNumber: TEST_CARDS.succeeds, expiry: '12/49', cvc: '123' };
  await api.call('POST', '/payments/simulated/confirm', { token, body: card });
  const stored = await api.call<{ insertedId: string }>('POST', '/storePayment', {
    token,
    key,
    body: { amount: price },
  });
  made.payments.set(purchaseKey(bought), { _id: stored.body.insertedId });
};

export const credit = async (api: DemoApi, made: Made, bought: Bought): Promise<void> => {
  const payment = made.payments.get(purchaseKey(bought));
  if (payment?.state === 'credited') return;
  await api.call('POST', `/payments/${payment?._id}/credit`, {
    token: adminOf(made).token(),
    key: `demo-${payment?._id}`,
    body: {},
  });
};

/** Whether all approved submissions of the worker have been paid. */
const isPaid = async (api: DemoApi, { token }: Session): Promise<true | undefined> => {
  const approved = (await api.call<Submission[]>('GET', '/submissions?status=approved', { token: token() })).body;
  const entries = (await api.call<Entry[]>('GET', '/statement', { token: token() })).body;
  const paid = entries.filter(({ kind }) => kind === 'settle' || kind === 'appeal');
  return paid.length >= approved.length || undefined;
};

const withdrawalKey = ({ worker, coins }: PlannedWithdrawal): string => `${worker} ${coins}`;

export const ask = async (api: DemoApi, made: Made, withdrawal: PlannedWithdrawal): Promise<void> => {
  const { worker, coins, system, account } = withdrawal;
  if (made.withdrawals.has(withdrawalKey(withdrawal))) return;
  const session = sessionOf(made.sessions, worker);
  await until(`That ${session.person.name} is paid`, () => isPaid(api, session));
  const { body } = await api.call<{ insertedId: string }>('POST', '/withdrawals', {
    token: session.token(),
    key: `demo-${coins}`,
    body: { withdrawalCoin: coins, paymentSystem: system, ...(account && { accountNumber: account }) },
  });
  made.withdrawals.set(withdrawalKey(withdrawal), { _id: body.insertedId });
};

const pathOf = (made: Made, withdrawal: PlannedWithdrawal): string =>
  `/withdrawals/${made.withdrawals.get(withdrawalKey(withdrawal))?._id}`;

export const hold = async (api: DemoApi, made: Made, withdrawal: PlannedWithdrawal): Promise<void> => {
  // A repeat keeps the first hold.
  await api.call('POST', `${pathOf(made, withdrawal)}/hold`, {
    token: adminOf(made).token(),
    body: holdOf(withdrawal),
  });
};

/** What a dollar is in taka. */
const TAKA = '122.50';

/** A repeat changes nothing. */
export const setRates = async (api: DemoApi, made: Made): Promise<void> => {
  const token = adminOf(made).token();
  const { body: rates } = await api.call<PayoutRate[]>('GET', '/payout-rates', { token });
  for (const { paymentSystem } of rates.filter(({ currency }) => currency === 'BDT'))
    await api.call('PUT', `/payout-rates/${paymentSystem}`, { token, body: { perDollar: TAKA } });
};

/** The admin's decision about a request. */
export const settle = async (api: DemoApi, made: Made, withdrawal: PlannedWithdrawal): Promise<void> => {
  const { outcome, note } = withdrawal;
  if ((made.withdrawals.get(withdrawalKey(withdrawal))?.status ?? 'pending') !== 'pending') return;
  await api.call('PATCH', pathOf(made, withdrawal), {
    token: adminOf(made).token(),
    body: outcome === 'canceled' ? { status: 'canceled', reason: note } : { status: 'approved' },
  });
};

export const payOut = async (api: DemoApi, made: Made, withdrawal: PlannedWithdrawal): Promise<void> => {
  const { outcome, note, account } = withdrawal;
  if ((made.withdrawals.get(withdrawalKey(withdrawal))?.payout ?? 'due') !== 'due') return;
  await api.call('POST', `${pathOf(made, withdrawal)}/payout`, {
    token: adminOf(made).token(),
    body: {
      outcome,
      ...(outcome === 'paid' ? { reference: note } : { reason: note }),
      ...(account && { accountMask: account.slice(-3) }),
    },
  });
};

export const giveBonus = async (api: DemoApi, made: Made): Promise<void> => {
  const { work, coins, note } = BONUS;
  const known = made.submissions.get(workKey(work));
  if (known?.bonus) return;
  await api.call('POST', `/submissions/${known?._id}/bonus`, {
    token: sessionOf(made.sessions, work.task.buyer).token(),
    key: 'demo-bonus',
    body: { coins, note },
  });
};

export const adjust = async (api: DemoApi, made: Made): Promise<void> => {
  const token = adminOf(made).token();
  const { body: earlier } = await api.call<Adjustment[]>('GET', '/adjustments', { token });
  const there = new Set(earlier.map(({ reason }) => reason));
  for (const { person, ...body } of ADJUSTMENTS)
    if (!there.has(body.reason))
      await api.call('POST', `/users/${await idOf(api, sessionOf(made.sessions, person))}/adjustments`, {
        token,
        body,
      });
};

/** Resolves when the projected balance equals the ledger's. */
export const balanceShown = async (api: DemoApi, { token, person }: Session): Promise<void> => {
  await until(`That ${person.name} sees the last change of their coins`, async () => {
    const [newest] = (await api.call<Entry[]>('GET', '/statement?limit=1', { token: token() })).body;
    const { body: user } = await api.call<{ userAvailableCoin: number }>('GET', '/user', { token: token() });
    return user.userAvailableCoin === newest?.balance || undefined;
  });
};
