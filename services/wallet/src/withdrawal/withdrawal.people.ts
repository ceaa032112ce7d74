import { type Found, MAX_FOUND, MIN_SEARCH_LENGTH, searchKey } from '@piecework/contracts';
import { containing, type Transaction } from '@piecework/store';
import { type WithdrawalDocument, withdrawals } from './withdrawal.store';

/** Withdrawals of the person, and of others to the same numbers, that are read. */
const MAX_READ = 200;

/** Workers with withdrawals to an account number of this one, by any payment system and at any time, and how many. */
export const sharingNumbers = async (
  store: Transaction,
  workerId: string,
): Promise<{ userId: string; count: number }[]> => {
  const rows = store.collection(withdrawals);
  const own = await rows.find({ workerId }, { sort: { requestedAt: -1 }, limit: MAX_READ });
  const given = [...new Set(own.flatMap(({ numberFingerprint }) => numberFingerprint ?? []))];
  if (given.length === 0) return [];
  const others = { numberFingerprint: { $in: given }, workerId: { $ne: workerId } };
  const counts = new Map<string, number>();
  for (const { workerId: userId } of await rows.find(others, { limit: MAX_READ }))
    counts.set(userId, (counts.get(userId) ?? 0) + 1);
  return [...counts].map(([userId, count]) => ({ userId, count }));
};

const toHit = (withdrawal: WithdrawalDocument): Found['withdrawals'][number] => ({
  _id: withdrawal._id,
  coins: withdrawal.coins,
  status: withdrawal.payout ?? withdrawal.status,
  ...(withdrawal.account && { mask: withdrawal.account.mask }),
  ...(withdrawal.payoutReference && { reference: withdrawal.payoutReference }),
  personId: withdrawal.workerId,
  personEmail: withdrawal.workerEmail,
});

/** By id, reference of the payment, the shown end of the account number, or a part of name or email. */
export const findWithdrawals = async (store: Transaction, q: string): Promise<Found['withdrawals']> => {
  const rows = store.collection(withdrawals);
  const newest = { sort: { requestedAt: -1 }, limit: MAX_FOUND } as const;
  const key = searchKey(q);
  const found = await Promise.all([
    rows.find({ _id: q }),
    rows.find({ payoutReference: q }, newest),
    rows.find({ 'account.mask': q }, newest),
    key.length < MIN_SEARCH_LENGTH ? [] : rows.find({ search: containing(key) }, newest),
  ]);
  return [...new Map(found.flat().map((one) => [one._id, one])).values()].slice(0, MAX_FOUND).map(toHit);
};
