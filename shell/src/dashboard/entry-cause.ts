import type { Entry, TransferKind } from '@piecework/contracts';
import type { Role } from '@piecework/contracts/constants';

export const KIND_NAMES: Record<TransferKind, string> = {
  grant: 'Starting coins',
  fund: 'Set aside for a task',
  settle: 'Work approved',
  refund: 'Refund from a task',
  payout: 'Withdrawal paid out',
  role: 'Balance for the new role',
  close: 'Account closed',
  topup: 'Coins bought',
  reverse: 'Payment taken back',
  appeal: 'Appeal upheld, paid by Piecework',
};

export const reasonOf = ({ kind, about }: Pick<Entry, 'kind' | 'about'>): string =>
  about?.additionId === undefined ? KIND_NAMES[kind] : 'Set aside for added places';

export interface CauseLink {
  text: string;
  /** Absent: no screen of the reader's present role shows it. */
  to?: string;
}

type About = NonNullable<Entry['about']>;

const CAUSES: Readonly<Record<string, { role: Role; noun: string; pathOf(about: About): string }>> = {
  task: {
    role: 'buyer',
    noun: 'The task',
    pathOf: ({ id }) => `/dashboard/buyerTask/${encodeURIComponent(id)}`,
  },
  submission: {
    role: 'worker',
    noun: 'The submission',
    pathOf: ({ id }) => `/dashboard/workerSubmission?status=approved&open=${encodeURIComponent(id)}`,
  },
  withdrawal: { role: 'worker', noun: 'The withdrawal', pathOf: () => '/dashboard/workerWithdrawal' },
  payment: { role: 'buyer', noun: 'The payment', pathOf: () => '/dashboard/buyerPayment' },
};

/** Undefined where the kind of the entry says it all, and for types of a newer server. */
export const causeLink = (about: Entry['about'], role: Role): CauseLink | undefined => {
  const cause = about && CAUSES[about.type];
  if (!cause) return undefined;
  const text = about.title ?? cause.noun;
  return cause.role === role ? { text, to: cause.pathOf(about) } : { text };
};
