import type { IconName } from '@piecework/ui';

/** A status, a state of the payout, or `look`: pending requests whose coins need a check. */
export const VIEWS = ['pending', 'look', 'due', 'paid', 'approved', 'canceled'] as const;
export type View = (typeof VIEWS)[number];

export const FILTERS = [
  { value: 'pending', label: 'Pending' },
  { value: 'look', label: 'Needs a look', icon: 'alert' },
  { value: 'due', label: 'To pay' },
  { value: 'paid', label: 'Paid' },
  { value: 'approved', label: 'Approved' },
  { value: 'canceled', label: 'Canceled' },
] as const satisfies { value: View; label: string; icon?: IconName }[];

/** `approved` also has failed payouts, and those from before payouts were recorded. */
export const QUERIES = {
  pending: { status: 'pending', sort: 'oldest' },
  look: { status: 'pending', look: '1', sort: 'coins' },
  due: { payout: 'due', sort: 'oldest' },
  paid: { payout: 'paid', sort: 'newest' },
  approved: { status: 'approved', sort: 'newest' },
  canceled: { status: 'canceled', sort: 'newest' },
} as const satisfies Record<View, object>;

export const EMPTY = {
  pending: {
    title: 'No Withdrawal Request',
    text: 'All requests have been decided. New ones appear here automatically.',
  },
  look: { title: 'Nothing needs a look', text: 'None of the pending requests needs a look.' },
  due: { title: 'Nothing to pay', text: 'Approved requests stay here until you record their payment.' },
  paid: { title: 'Nothing paid yet', text: 'Payments you record are kept here with their reference.' },
  approved: { title: 'No Withdrawal Request', text: 'Approved requests are kept here, for your payout records.' },
  canceled: { title: 'No Withdrawal Request', text: 'Canceled requests are kept here.' },
} as const satisfies Record<View, { title: string; text: string }>;

/** Singular; the plural adds an s. */
export const NOUNS = {
  pending: 'pending request',
  look: 'flagged request',
  due: 'due payout',
  paid: 'paid request',
  approved: 'approved request',
  canceled: 'canceled request',
} as const satisfies Record<View, string>;
