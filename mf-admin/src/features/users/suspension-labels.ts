import type { SuspensionReason } from '@piecework/contracts/constants';

const LABELS = {
  scam: 'Scam',
  'poor-work': 'No real work',
  abuse: 'Abuse of other people',
  'several-accounts': 'Several accounts of one person',
  payments: 'Payments to check',
  security: 'Account taken over',
  other: 'Another reason',
} as const satisfies Record<SuspensionReason, string>;

/** For admins. A newer server knows more reasons. */
export const SUSPENSION_LABELS: Readonly<Record<string, string>> = LABELS;
