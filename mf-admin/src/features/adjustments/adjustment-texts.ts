import type { AdjustmentKind, AdjustmentState } from '@piecework/contracts/constants';

export const KIND_LABELS: Readonly<Record<AdjustmentKind, string>> = { refund: 'Refund', correction: 'Correction' };

export const STATE_LABELS: Readonly<Record<AdjustmentState, string>> = {
  waiting: 'Waits for another admin',
  posted: 'Posted',
  declined: 'Declined',
  'taken-back': 'Taken back',
};
