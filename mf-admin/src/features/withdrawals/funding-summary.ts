import type { Withdrawal, WithdrawalFunding } from '@piecework/contracts';
import { NEW_ACCOUNT_HOURS } from '@piecework/contracts/constants';
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
  if (!funding.covered) return 'The balance doesn’t cover this. Approving will cancel it';
  const start = needsLook(withdrawal) ? 'Needs a look: ' : '';
  const requested = `${formatDollars(withdrawalAmount)} requested`;
  const paid = `${counted(funding.buyers, 'buyer')}, ${formatDollars(funding.paidIn)} paid in`;
  const granted = funding.granted > 0 ? [`${grantedShareOf(withdrawal)} never paid for`] : [];
  return `${start}${[requested, paid, ...granted, lossOf(funding)].join('; ')}`;
};

const percent = (share: number) => `${Math.round(share * 100)}%`;

const grantedShareOf = ({ funding: { granted }, withdrawalCoin }: Traced): string =>
  granted > 0 && granted < withdrawalCoin / 100 ? 'less than 1%' : percent(granted / withdrawalCoin);

const REASONS = {
  'unpaid-coins': 'Coins of this worker’s requests were never paid for.',
  'only-worker': 'At least half of these coins come from buyers who have paid no other worker.',
  'one-buyer': 'Nearly all of these coins come from one buyer.',
  truncated: 'Only the newest 10,000 approved submissions were checked.',
} as const satisfies Record<WithdrawalFunding['reasons'][number], string>;

export const warningOf = ({ funding }: Traced): string | undefined => {
  if (!funding.covered) return 'The balance doesn’t cover this. Approving will cancel it.';
  const reasons = funding.reasons.map((reason) => REASONS[reason]);
  return reasons.length > 0 ? ['Needs a look.', ...reasons].join(' ') : undefined;
};

const boughtIn = ({ purchases }: WithdrawalFunding): string[] =>
  purchases.map(({ price, coins }) => `${formatCoins(coins)} in the $${price} package`);

const grantedOf = (traced: Traced) => `${formatCoins(traced.funding.granted)} (${grantedShareOf(traced)})`;

export const sourcesOf = (traced: Traced): string => {
  const { granted, appealed } = traced.funding;
  const sources = [
    ...(granted > 0 ? [`${grantedOf(traced)} never paid for`] : []),
    ...boughtIn(traced.funding),
    ...(appealed > 0 ? [`${formatCoins(appealed)} paid by Piecework after appeals`] : []),
  ];
  return sources.join(', ');
};

export const allRequestsOf = ({ total: { requested, paidIn } }: WithdrawalFunding): string =>
  `${formatDollars(requested)}, ${formatDollars(paidIn)} paid in for them`;

export const factsOf = (traced: Traced) => {
  const { funding, withdrawalAmount, unearnedCoin = 0 } = traced;
  const atLeast = funding.truncated ? 'at least ' : '';
  const lines = {
    Requested: formatDollars(withdrawalAmount),
    'Paid in for these coins': formatDollars(funding.paidIn),
    'Piecework would lose': `${atLeast}${formatDollars(funding.loss)}`,
    'Coins never paid for': grantedOf(traced),
    'Coins bought': boughtIn(funding).join(', ') || '0',
    'Coins paid by Piecework after appeals': formatCoins(funding.appealed),
    'All requests of this worker': allRequestsOf(funding),
    'Approved submissions and bonuses': formatCoins(funding.settles),
    'Coins earned from them': formatCoins(funding.coins),
    'Coins not earned from submissions': formatCoins(unearnedCoin),
    Buyers: formatCoins(funding.buyers),
    'Largest buyer’s share': percent(funding.largestShare),
    'Buyers who paid only this worker': formatCoins(funding.onlyWorkerBuyers),
    [`Buyers under ${NEW_ACCOUNT_HOURS} h old`]: formatCoins(funding.newBuyers),
    [`Worker under ${NEW_ACCOUNT_HOURS} h old`]: funding.newWorker ? 'yes' : 'no',
  };
  return Object.entries(lines).map(([label, value]) => ({ label, value }));
};
