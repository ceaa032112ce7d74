import { isoTime } from '@piecework/base';
import { compareDecimals, PAYMENT_SYSTEMS, type PayoutRate } from '@piecework/contracts';
import { fail, ok } from '@piecework/http';
import { actorOf, answer, answerInTransaction, noteAdminAct, type ServiceDeps } from '@piecework/service-runtime';
import { refuseActing } from '../account/account.store';
import { payoutRates } from './payout-rate.store';

export const createPayoutRateOperations = (deps: ServiceDeps) => ({ ...listPayoutRates(deps), ...setPayoutRate(deps) });

const listPayoutRates = ({ store, settings: { payoutCurrencies } }: ServiceDeps) =>
  answer('listPayoutRates', [], async () => {
    const rates = new Map((await store.collection(payoutRates).find({})).map((rate) => [rate._id, rate]));
    return ok(
      PAYMENT_SYSTEMS.flatMap((paymentSystem): PayoutRate[] => {
        const currency = payoutCurrencies[paymentSystem];
        if (currency === undefined) return [];
        const rate = rates.get(paymentSystem);
        const isSet = rate?.currency === currency;
        return [{ paymentSystem, currency, ...(isSet && { perDollar: rate.perDollar, setAt: isoTime(rate.setAt) }) }];
      }),
    );
  });

const setPayoutRate = ({ clock, settings: { payoutCurrencies } }: ServiceDeps) =>
  answerInTransaction('setPayoutRate', [], async (unit, { params: { system }, body: { perDollar } }, call) => {
    const refused = await refuseActing(unit, actorOf(call), 'admin');
    if (refused) return refused;
    const currency = payoutCurrencies[system];
    if (currency === undefined) return fail('not-found');
    const rates = unit.collection(payoutRates);
    const former = await rates.findOne({ _id: system });
    if (former?.currency === currency && compareDecimals(former.perDollar, perDollar) === 0)
      return ok({ modifiedCount: 0 });
    const rate = { currency, perDollar, setAt: clock.now(), sets: (former?.sets ?? 0) + 1 };
    if (former) await rates.updateOne({ _id: system }, { $set: rate });
    else await rates.insertOne({ _id: system, ...rate });
    await noteAdminAct(unit, {
      action: 'payout-rate-set',
      subject: { type: 'payout-rate', id: system },
      detail: `${perDollar} ${currency} per dollar${former ? `, before ${former.perDollar} ${former.currency}` : ''}`,
    });
    return ok({ modifiedCount: 1 });
  });
