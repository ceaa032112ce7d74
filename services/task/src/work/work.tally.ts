import { type BuyerStats, REVIEW_HOURS, type ReviewHours } from '@piecework/contracts';
import { type Amounts, tally } from '@piecework/service-runtime';
import { work } from './work.store';

const hoursField = <H extends ReviewHours>(hours: H) => `within${hours}h` as const;

/** P-3.11. `within…h`: decisions by the hours that they took. */
export const workTally = tally({
  name: 'work',
  of: work,
  by: { buyer: 'buyerId' },
  fields: ['decided', 'approved', 'unexplained', 'overturned', ...REVIEW_HOURS.map(hoursField)],
  amounts: ({ decided, overturned }) => {
    const isCounted = decided !== undefined && !decided.isUncounted;
    if (!isCounted && !overturned) return {};
    return {
      decided: 1,
      ...((decided?.approved || overturned) && { approved: 1 }),
      ...(decided?.isUnexplained && { unexplained: 1 }),
      ...(overturned && { overturned: 1 }),
      ...(decided?.hours !== undefined && { [hoursField(decided.hours)]: 1 }),
    };
  },
});

type WorkAmounts = Amounts<(typeof workTally)['fields'][number]>;

/** The bound that half of the decisions do not exceed. */
const medianHours = (amounts: WorkAmounts): number | undefined => {
  const counts = REVIEW_HOURS.map((hours) => amounts[hoursField(hours)]);
  const all = counts.reduce((sum, count) => sum + count, 0);
  let passed = 0;
  return REVIEW_HOURS.find((_, index) => {
    passed += counts[index] ?? 0;
    return passed > 0 && 2 * passed >= all;
  });
};

export const buyerStatsOf = (amounts: WorkAmounts, posted: number): BuyerStats => {
  const { decided, approved, unexplained, overturned } = amounts;
  const reviewHours = medianHours(amounts);
  return { posted, decided, approved, unexplained, overturned, ...(reviewHours && { reviewHours }) };
};
