import { type Found, MAX_FOUND, MIN_SEARCH_LENGTH, searchKey } from '@piecework/contracts';
import { containing, type Transaction } from '@piecework/store';
import { payments } from './payment.store';

/** By id of the intent, card, or a part of the email. */
export const findPayments = async (store: Transaction, q: string): Promise<Found['payments']> => {
  const key = searchKey(q);
  if (key.length < MIN_SEARCH_LENGTH) return [];
  const found = await store
    .collection(payments)
    .find({ search: containing(key) }, { sort: { at: -1 }, limit: MAX_FOUND });
  return found.map(({ _id, coins, state, userId, email }) => ({
    _id,
    coins,
    state,
    personId: userId,
    personEmail: email,
  }));
};
