import type { TransferKind } from '@piecework/contracts';

/** Causes of coins that came in or went out. */
export const CAUSES = {
  grant: 'Starting coins',
  topup: 'Bought',
  reverse: 'Purchases taken back',
  settle: 'Earned by work',
  appeal: 'Appeals paid by Piecework',
  bonus: 'Bonuses',
  fund: 'Paid for tasks',
  refund: 'Refunded from tasks',
  payout: 'Withdrawn',
  adjust: 'Adjusted by admins',
  role: 'Adjusted by changes of role',
  close: 'Removed by the closing',
} as const satisfies Record<TransferKind, string>;

/** A cause of a newer server is shown by its name. */
export const causeOf = (kind: string): string => (CAUSES as Readonly<Record<string, string>>)[kind] ?? kind;
