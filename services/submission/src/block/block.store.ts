import { collection, type Document, type Transaction } from '@piecework/store';
import type { PlacesDocument } from '../places/places.store';

export interface BlockDocument extends Document {
  /** Role of the person who blocks the other one. */
  by: 'buyer' | 'worker';
  blockerId: string;
  blockedId: string;
  /** Present name of the blocked person. */
  name: string;
  taskTitle: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

export const blocks = collection<BlockDocument>('blocks', [
  { key: { blockerId: 1, by: 1, blockedId: 1 }, unique: true },
  { key: { blockerId: 1, createdAt: -1 } },
  { key: { blockedId: 1 } },
]);

/** Whether the buyer keeps the worker out of an open task. Call it after a write of the worker's person, with which a new block conflicts. */
export const isKeptOut = async (
  tx: Transaction,
  { buyerId: blockerId, state }: Pick<PlacesDocument, 'buyerId' | 'state'>,
  blockedId: string,
): Promise<boolean> =>
  state === 'open' && (await tx.collection(blocks).findOne({ blockerId, by: 'buyer', blockedId })) !== null;

/** Whether one of the two blocks the other one. */
export const isBlockedPair = async (
  tx: Transaction,
  { buyerId, workerId }: { buyerId: string; workerId: string },
): Promise<boolean> => {
  const byBuyer = { blockerId: buyerId, by: 'buyer', blockedId: workerId } as const;
  const byWorker = { blockerId: workerId, by: 'worker', blockedId: buyerId } as const;
  return (await tx.collection(blocks).findOne({ $or: [byBuyer, byWorker] })) !== null;
};

export const renameBlocked = (
  tx: Transaction,
  { userId: blockedId, userName: name }: { userId: string; userName: string },
) => tx.collection(blocks).updateMany({ blockedId }, { $set: { name } });
