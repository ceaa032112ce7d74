import { lastDays } from '@piecework/base';
import { centsToDollars, coinsToDollars } from '@piecework/contracts';
import { ok } from '@piecework/http';
import { answer, type ServiceDeps } from '@piecework/service-runtime';
import { flowTally } from '../ledger/ledger.tally';
import { paidInTally } from '../payment/payment.tally';

const FLOW_DAYS = 90;

/** Reads the counters of the days, however many entries and payments there are. */
export const createFlowOperations = ({ counters, clock }: ServiceDeps) =>
  answer('dollarFlow', [], async ({ query: { days: count = FLOW_DAYS } }) => {
    const days = lastDays(clock.now(), count);
    const since = days[0] as string;
    const [coins, paid] = await Promise.all([
      counters.readDays(flowTally, since),
      counters.readDays(paidInTally, since),
    ]);
    let owed = coins.all.owed;
    for (const { owed: change } of coins.days.values()) owed -= change;
    return ok(
      days.map((day) => {
        const of = coins.days.get(day);
        owed += of?.owed ?? 0;
        return {
          day,
          dollarsIn: centsToDollars(paid.days.get(day)?.cents ?? 0),
          dollarsOut: coinsToDollars(of?.out ?? 0),
          dollarsOwed: coinsToDollars(owed),
        };
      }),
    );
  });
