import { isoTime } from '@piecework/base';
import type { Adjustment as AdjustmentView } from '@piecework/contracts';
import type { AdjustmentDocument } from './adjustment.store';

export const toView = (adjustment: AdjustmentDocument): AdjustmentView => {
  const { _id, userId, email, name, coins, kind, reason, state } = adjustment;
  const { requestedByEmail, requestedAt, decidedByEmail, decidedAt } = adjustment;
  return {
    _id,
    userId,
    userName: name,
    userEmail: email,
    coins,
    kind,
    reason,
    state,
    requestedBy: requestedByEmail,
    requestedAt: isoTime(requestedAt),
    ...(decidedByEmail !== undefined && { decidedBy: decidedByEmail }),
    ...(decidedAt !== undefined && { decidedAt: isoTime(decidedAt) }),
  };
};
