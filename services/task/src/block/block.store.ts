import { collection, type Document, type Transaction } from '@piecework/store';

/** A block of the submission service. The worker sees no tasks of the buyer in lists. */
export interface TaskBlock extends Document {
  by: 'buyer' | 'worker';
  buyerId: string;
  workerId: string;
}

export const blocks = collection<TaskBlock>('blocks', [{ key: { workerId: 1, buyerId: 1 } }]);

/** Limits the query of a list. The tasks of further buyers are listed. */
const MAX_HIDDEN = 2_000;

/** Buyers whose tasks are in no list of the worker. */
export const hiddenBuyers = async (store: Transaction, workerId: string): Promise<string[]> => {
  const found = await store.collection(blocks).find({ workerId }, { sort: { buyerId: 1 }, limit: MAX_HIDDEN });
  return [...new Set(found.map(({ buyerId }) => buyerId))];
};

/** Both may block the other one. */
export const blocksBetween = async (store: Transaction, workerId: string, buyerId: string) => {
  const found = await store.collection(blocks).find({ workerId, buyerId });
  return { isKeptOut: found.some(({ by }) => by === 'buyer'), own: found.find(({ by }) => by === 'worker')?._id };
};
