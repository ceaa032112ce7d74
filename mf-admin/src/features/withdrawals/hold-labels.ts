import type { HoldReason } from '@piecework/contracts/constants';

/** For admins. */
export const HOLD_LABELS: Readonly<Record<HoldReason, string>> = {
  'unearned-coins': 'Coins not earned from submissions',
  'one-buyer': 'Most of the coins come from one buyer',
  'shared-account': 'Another worker has the same account number',
  'new-account': 'A new account',
  other: 'Another reason',
};
