import { created, type Failure, fail, isFailure, ok } from '@piecework/http';
import { actorOf, answer, listRows, type ServiceDeps } from '@piecework/service-runtime';
import { refuseActing } from '../account/account.store';
import { causeOfCall } from '../ledger/ledger.store';
import { centsOf, unrecorded } from './payment';
import { claim, credit, noteCredit, ownerOf, payments, record, searchFilter } from './payment.store';
import { paymentTally } from './payment.tally';
import { toView } from './payment.views';
import { CURRENCY, type PaymentProcessor } from './payment-processor';

type PaymentDeps = ServiceDeps & { processor: PaymentProcessor };

export const createPaymentOperations = (deps: PaymentDeps) => ({
  ...createPaymentIntent(deps),
  ...storePayment(deps),
  ...listPayments(deps),
  ...creditPayment(deps),
});

const createPaymentIntent = ({ processor, store, ids }: PaymentDeps) =>
  answer('createPaymentIntent', [], async ({ body: { price } }, call) => {
    const buyer = actorOf(call);
    const { userId, email } = buyer;
    const refused = await refuseActing(store, buyer, 'buyer');
    if (refused) return refused;
    // Includes the price: a key reused with another price must not change the first intent.
    const idempotencyKey = JSON.stringify([userId, price, call.headers['idempotency-key'] ?? ids.next()]);
    const begun = await processor.createIntent({
      amountCents: centsOf(price),
      currency: CURRENCY,
      userId,
      email,
      price,
      idempotencyKey,
    });
    if (isFailure(begun)) return begun;
    const { clientSecret } = begun;
    const result = await call.transact(
      async (): Promise<{ clientSecret: string } | Failure<'idempotency-mismatch'>> => ({ clientSecret }),
    );
    return isFailure(result) ? result : ok(result);
  });

const storePayment = ({ processor, settings, clock }: PaymentDeps) =>
  answer(
    'storePayment',
    ['payment.recorded', 'payment.credited', 'wallet.balance-changed'],
    async ({ body: { amount: price } }, call) => {
      const { userId } = actorOf(call);
      const cents = centsOf(price);
      const paid = await processor.succeededIntents({ userId, amountCents: cents });
      if (isFailure(paid)) return paid;
      const result = await call.transact(async (unit) => {
        const recorded = await unit.collection(payments).find({ _id: { $in: paid.map(({ intent }) => intent) } });
        const next = unrecorded(paid, new Set(recorded.map(({ _id }) => _id)), { userId, price });
        if (!next) {
          const claimed = await claim(unit, { userId, cents });
          return claimed ? { paymentId: claimed._id } : fail('no-payment');
        }
        const payment = await record(unit, next, clock.now(), true);
        // A payment that cannot be credited (the payer has just left the role) waits for an admin.
        if (settings.coinCredit === 'automatic') await credit(unit, payment, causeOfCall(call, clock));
        return { paymentId: payment._id };
      });
      return isFailure(result) ? result : created(result.paymentId);
    },
  );

const listPayments = ({ store, settings, counters }: PaymentDeps) =>
  answer('listPayments', [], async ({ query }, call) => {
    const { sort: _newest, limit, offset, buyer, ...search } = query;
    const userId = ownerOf(actorOf(call), buyer);
    const filter = { $and: [userId === undefined ? {} : { userId }, searchFilter(search)] };
    const { q, state } = search;
    const countAll = async () => {
      const owner = userId === undefined ? undefined : { by: 'user', id: userId };
      const all = await counters.read(paymentTally, owner);
      return state ? all[state] : all.recorded + all.credited + all.reversed;
    };
    const range = { sort: { at: -1 }, settings, offset, limit, q, total: q ? undefined : countAll } as const;
    return listRows(store.collection(payments), filter, range, (found) => found.map(toView));
  });

const creditPayment = ({ clock }: PaymentDeps) =>
  answer('creditPayment', ['payment.credited', 'wallet.balance-changed'], async ({ params: { intent } }, call) => {
    const result = await call.transact(async (unit) => {
      const admin = actorOf(call);
      const refused = await refuseActing(unit, admin, 'admin');
      if (refused) return refused;
      const payment = await unit.collection(payments).findOne({ _id: intent });
      if (!payment) return fail('not-found');
      const credited = await credit(unit, payment, causeOfCall(call, clock));
      if (credited === 1) await noteCredit(unit, payment, admin.userId);
      return credited;
    });
    return isFailure(result) ? result : ok({ modifiedCount: result });
  });
