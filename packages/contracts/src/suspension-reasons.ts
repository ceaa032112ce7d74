/** Why an admin suspends an account. */
export const SUSPENSION_REASONS = [
  'scam',
  'poor-work',
  'abuse',
  'several-accounts',
  'payments',
  'security',
  'other',
] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];
const SUSPENSION_SENTENCES: Readonly<Record<string, string>> = {
  scam: 'The account was used to mislead people.',
  'poor-work': 'Many submissions weren’t real work.',
  abuse: 'Other people were treated badly.',
  'several-accounts': 'The same person seems to use more than one account.',
  payments: 'We’re checking payments of this account.',
  security: 'Another person may have access to this account.',
} satisfies Record<Exclude<SuspensionReason, 'other'>, string>;
/** For the person, also for `other` and for a code of a newer server. */
export const suspensionSentence = (reasonCode: string): string =>
  SUSPENSION_SENTENCES[reasonCode] ?? 'We’re checking this account.';
