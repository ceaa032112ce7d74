/** Why an admin holds a pending withdrawal; `other` requires a note. */
export const HOLD_REASONS = ['unearned-coins', 'one-buyer', 'shared-account', 'new-account', 'other'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
const HOLD_SENTENCES: Readonly<Record<string, string>> = {
  'unearned-coins': 'We’re checking coins that weren’t earned through work.',
  'one-buyer': 'We’re checking your submissions, because most of the coins come from one buyer.',
  // Not that it is shared: that would reveal how accounts are compared.
  'shared-account': 'We’re checking the account number.',
  'new-account': 'We check the first withdrawals of every new account.',
} satisfies Record<Exclude<HoldReason, 'other'>, string>;
/** For the worker, also for `other` and for a code of a newer server. */
export const holdSentence = (reasonCode: string): string =>
  HOLD_SENTENCES[reasonCode] ?? 'We’re checking this request before we decide.';
