import type { Entry, TransferKind } from '@piecework/contracts';
import type { AdjustmentKind, PayoutState, Role } from '@piecework/contracts/constants';
import { msg, t, translated } from '@piecework/i18n';

export const KIND_NAMES: Record<TransferKind, string> = {
  grant: msg('Starting coins'),
  fund: msg('Set aside for a task'),
  settle: msg('Work approved'),
  refund: msg('Refund from a task'),
  payout: msg('Withdrawal'),
  role: msg('Balance reset for your new role'),
  close: msg('Account closed'),
  topup: msg('Coins bought'),
  reverse: msg('Payment reversed'),
  appeal: msg('Appeal upheld, paid by Piecework'),
  bonus: msg('Bonus'),
  adjust: msg('Adjusted by Piecework'),
};

const PAYOUTS: Record<PayoutState, string> = {
  due: msg('Withdrawal approved'),
  paid: msg('Withdrawal paid out'),
  failed: msg('Withdrawal: payout failed'),
};

const ADJUSTMENTS: Record<AdjustmentKind, string> = {
  refund: msg('Refund by Piecework'),
  correction: msg('Correction by Piecework'),
};

export const reasonOf = ({ kind, about }: Pick<Entry, 'kind' | 'about'>): string => {
  if (about?.additionId !== undefined) return t('Set aside for added places');
  if (about?.adjusted) return translated(ADJUSTMENTS[about.adjusted]);
  return translated(kind === 'payout' && about?.payout ? PAYOUTS[about.payout] : KIND_NAMES[kind]);
};

interface CauseLink {
  text: string;
  /** Absent: no screen of the reader's present role shows it. */
  to?: string;
}

const CAUSES: Readonly<Record<string, { role: Role; noun: string; pathOf(about: { id: string }): string }>> = {
  task: { role: 'buyer', noun: msg('The task'), pathOf: ({ id }) => `/dashboard/buyerTask/${encodeURIComponent(id)}` },
  submission: {
    role: 'worker',
    noun: msg('The submission'),
    pathOf: ({ id }) => `/dashboard/workerSubmission?status=approved&open=${encodeURIComponent(id)}`,
  },
  withdrawal: { role: 'worker', noun: msg('The withdrawal'), pathOf: () => '/dashboard/workerWithdrawal' },
  payment: { role: 'buyer', noun: msg('The payment'), pathOf: () => '/dashboard/buyerPayment' },
};

/** Of an adjustment its reason, as the admin wrote it. Undefined where the kind of the entry says it all, and for types of a newer server. */
export const causeLink = (about: Entry['about'], role: Role): CauseLink | undefined => {
  if (about?.reason !== undefined) return { text: about.reason };
  const cause = about && CAUSES[about.type];
  if (!cause) return undefined;
  const text = about.title ?? translated(cause.noun);
  return cause.role === role ? { text, to: cause.pathOf(about) } : { text };
};
