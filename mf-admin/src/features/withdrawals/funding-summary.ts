import type { Withdrawal, WithdrawalFunding } from '@piecework/contracts';
import { formatCoins, formatDollars } from '@piecework/ui';
import { counted } from '../list/list-elements';

export type Traced = Withdrawal & { funding: WithdrawalFunding };

export const isTraced = (withdrawal: Withdrawal): withdrawal is Traced => withdrawal.funding !== undefined;

export const needsLook = ({ funding }: Withdrawal): boolean => Boolean(funding && funding.reasons.length > 0);

const lossOf = ({ loss, truncated }: WithdrawalFunding) =>
  loss === 0
    ? 'Piecework would lose nothing'
    : `Piecework would lose ${truncated ? 'at least ' : ''}${formatDollars(loss)}`;

export const fundingSummaryOf = (withdrawal: Traced): string => {
  const { funding, withdrawalAmount } = withdrawal;
  if (!funding.covered) return 'The balance does not cover this: approving cancels it';
  const start = needsLook(withdrawal) ? 'Needs a look: ' : '';
  const requested = `${formatDollars(withdrawalAmount)} requested`;
  const paid = `${counted(funding.buyers, 'buyer')}, ${formatDollars(funding.paidIn)} paid in`;
  return `${start}${requested}; ${paid}; ${lossOf(funding)}`;
};

const REASONS = {
  'unpaid-coins': 'Many of the coins were never paid for.',
  'only-worker': 'At least half of the coins come from buyers who have paid no other worker.',
  'one-buyer': 'Nearly all of the coins come from one buyer.',
  truncated: 'Only the newest 500 approved submissions were checked.',
} as const satisfies Record<WithdrawalFunding['reasons'][number], string>;

export const warningOf = ({ funding }: Traced): string | undefined => {
  if (!funding.covered) return 'The balance does not cover this: approving cancels it.';
  const reasons = funding.reasons.map((reason) => REASONS[reason]);
  return reasons.length > 0 ? ['Needs a look.', ...reasons].join(' ') : undefined;
};

const percent = (share: number) => `${Math.round(share * 100)}%`;

export const factsOf = ({ funding, withdrawalAmount, unearnedCoin = 0 }: Traced) => {
  const atLeast = funding.truncated ? 'at least ' : '';
  const lines = {
    Requested: formatDollars(withdrawalAmount),
    'Paid in for these coins': formatDollars(funding.paidIn),
    'Piecework would lose': `${atLeast}${formatDollars(funding.loss)}`,
    'Approved submissions': formatCoins(funding.settles),
    'Coins earned by them': formatCoins(funding.coins),
    'Coins not earned by work': formatCoins(unearnedCoin),
    Buyers: formatCoins(funding.buyers),
    'Share of the largest buyer': percent(funding.largestShare),
    'Buyers of this worker only': formatCoins(funding.onlyWorkerBuyers),
    'New buyers, under 72 h': formatCoins(funding.newBuyers),
    'New worker, under 72 h': funding.newWorker ? 'yes' : 'no',
  };
  return Object.entries(lines).map(([label, value]) => ({ label, value }));
};
