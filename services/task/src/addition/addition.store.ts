import { collection, type Document, type Transaction } from '@piecework/store';
import type { Addition } from './addition';

export interface AdditionDocument extends Document, Addition {
  _id: string;
}

/** Kept: repeated calls and late events refer to them. */
export const additions = collection<AdditionDocument>('additions');

/** @throws for an unknown addition: its own event follows its creation */
export const knownAddition = async (tx: Transaction, additionId: string): Promise<AdditionDocument> => {
  const addition = await tx.collection(additions).findOne({ _id: additionId });
  if (!addition) throw new Error(`Unknown addition ${additionId}: this service did not create it`);
  return addition;
};
