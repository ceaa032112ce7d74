import type { EntryCause, Entry as EntryView } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import { causeOf } from './ledger';
import { type Entry, transfers } from './ledger.store';
import { withdrawals } from './withdrawal.store';

const toView = (
  { _id, transfer, kind, amount, balance = 0, at }: Entry,
  about: EntryCause | undefined,
): EntryView => ({
  _id,
  transfer,
  kind,
  amount,
  balance,
  time: new Date(at).toISOString(),
  ...(about && { about }),
});

const ownCauseOf = ({ transfer: id, kind, account, about }: Entry): EntryCause =>
  causeOf({ id, kind, from: account, ...(about?.title !== undefined && { title: about.title }) });

/** Withdrawals of older releases have no payout. */
const withdrawalsOf = async (tx: Transaction, found: readonly Entry[]) => {
  const ids = found.filter(({ kind }) => kind === 'payout').map((entry) => ownCauseOf(entry).id);
  const paid = ids.length === 0 ? [] : await tx.collection(withdrawals).find({ _id: { $in: ids } });
  return new Map(paid.map(({ _id, payout }) => [_id, payout && { payout }]));
};

const payersOf = async (tx: Transaction, found: readonly Entry[]) => {
  const unnamed = found.filter(({ kind, about }) => kind === 'refund' && !about);
  const ids = unnamed.map(({ transfer }) => transfer);
  const refunds = ids.length === 0 ? [] : await tx.collection(transfers).find({ _id: { $in: ids } });
  return new Map(refunds.map(({ _id, from }) => [_id, from]));
};

export const toViews = async (tx: Transaction, found: readonly Entry[]): Promise<EntryView[]> => {
  const [payers, payouts] = await Promise.all([payersOf(tx, found), withdrawalsOf(tx, found)]);
  const aboutOf = (entry: Entry): EntryCause | undefined => {
    const { transfer: id, kind, about } = entry;
    const from = payers.get(id);
    if (kind === 'refund') return about ?? (from && causeOf({ id, kind, from }));
    const cause = ownCauseOf(entry);
    return kind === 'payout' ? { ...cause, ...payouts.get(cause.id) } : cause;
  };
  return found.map((entry) => toView(entry, aboutOf(entry)));
};
