import { HOUR_MS } from '@piecework/base';
import { ADJUSTMENT_HOURS } from '@piecework/contracts';
import { collection, type Document, type Transaction } from '@piecework/store';
import type { Adjustment } from './adjustment';

export interface AdjustmentDocument extends Document, Adjustment {}

export const adjustments = collection<AdjustmentDocument>('adjustments', [
  { key: { requestedAt: -1 } },
  { key: { state: 1, requestedAt: -1 } },
  { key: { userId: 1, requestedAt: -1 } },
  { key: { userId: 1, state: 1, requestedAt: -1 } },
  { key: { requestedBy: 1, requestedAt: -1 } },
]);

/** Coins that an admin has adjusted without another one, within the hours of the limit. */
export const adjustedAlone = (tx: Transaction, requestedBy: string, now: number): Promise<number> =>
  tx
    .collection(adjustments)
    .sum({ requestedBy, requestedAt: { $gt: now - ADJUSTMENT_HOURS * HOUR_MS }, alone: { $gt: 0 } }, 'alone');
