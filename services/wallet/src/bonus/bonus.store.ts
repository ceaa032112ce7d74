import { collection, type Document, type Transaction } from '@piecework/store';
import { fundings } from '../funding/funding.store';
import { escrowAccountId, isUser, transferOf, userIdOf } from '../ledger/ledger';
import { transfers } from '../ledger/ledger.store';
import type { Bonus } from './bonus';

/** `_id`: `{submission}:{number}`, which is also in the id of the transfer. */
export interface BonusDocument extends Document, Bonus {}

export const bonuses = collection<BonusDocument>('bonuses', [
  { key: { submissionId: 1, number: 1 } },
  { key: { workerId: 1, at: 1 } },
  { key: { buyerId: 1, at: 1 } },
]);

export const bonusesOf = (tx: Transaction, submissionId: string): Promise<BonusDocument[]> =>
  tx.collection(bonuses).find({ submissionId }, { sort: { number: 1 } });

export interface SettledWork {
  taskId: string;
  buyerId: string;
  workerId: string;
  title?: string;
}

/** What the ledger knows of an approved submission that its task has paid. Null: also of one that Piecework has paid, whose buyer is in no transfer. */
export const settledWork = async (tx: Transaction, submissionId: string): Promise<SettledWork | null> => {
  const { id: _id } = transferOf.settle(submissionId, '', '', 0);
  const settle = await tx.collection(transfers).findOne({ _id });
  // To a closed account: its worker is not known. From a user: the balance has paid, and no task.
  if (!settle || !isUser(settle.to) || isUser(settle.from)) return null;
  const taskId = settle.from.slice(escrowAccountId('').length);
  const funding = await tx.collection(fundings).findOne({ _id: taskId });
  if (!funding) return null;
  const { buyerId, title } = funding;
  return { taskId, buyerId, workerId: userIdOf(settle.to), ...(title !== undefined && { title }) };
};
