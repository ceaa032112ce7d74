import { medianBound } from '@piecework/base';
import { type BuyerStats, REVIEW_HOURS, type ReviewHours } from '@piecework/contracts';
import { type Amounts, tally } from '@piecework/service-runtime';
import { work } from './work.store';

const hoursField = <H extends ReviewHours>(hours: H) => `within${hours}h` as const;

/** P-3.11. `within…h`: decisions by the hours that they took. */
export const workTally = tally({
  name: 'work',
  of: work,
  by: { buyer: 'buyerId' },
  fields: [
    'decided',
    'approved',
    'unexplained',
    'overturned',
    'reversed',
    'checked',
    'stopped',
    ...REVIEW_HOURS.map(hoursField),
  ],
  amounts: ({ decided, overturned, reversed, isFirstChecked, isStopping }) => {
    const checks = { ...(isFirstChecked && { checked: 1 }), ...(isStopping && { stopped: 1 }) };
    const isCounted = decided !== undefined && !decided.isUncounted;
    if (!isCounted && !overturned && !reversed) return checks;
    return {
      ...checks,
      decided: 1,
      ...((decided?.approved || overturned || reversed) && { approved: 1 }),
      ...(decided?.isUnexplained && { unexplained: 1 }),
      ...(overturned && { overturned: 1 }),
      ...(reversed && { reversed: 1 }),
      ...(decided?.hours !== undefined && { [hoursField(decided.hours)]: 1 }),
    };
  },
});

type WorkAmounts = Amounts<(typeof workTally)['fields'][number]>;

export const buyerStatsOf = (amounts: WorkAmounts, posted: number): BuyerStats => {
  const { decided, approved, unexplained, overturned, reversed, checked, stopped } = amounts;
  const reviewHours = medianBound(
    REVIEW_HOURS,
    REVIEW_HOURS.map((hours) => amounts[hoursField(hours)]),
  );
  return {
    posted,
    decided,
    approved,
    unexplained,
    overturned,
    ...(reversed > 0 && { reversed }),
    ...(reviewHours && { reviewHours }),
    ...(checked > 0 && { checkedWorkers: checked }),
    ...(stopped > 0 && { stoppedWorkers: stopped }),
  };
};
