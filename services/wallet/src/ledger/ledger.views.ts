import { isoTime } from '@piecework/base';
import type { EntryCause, Entry as EntryView } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import { adjustments } from '../adjustment/adjustment.store';
import { withdrawals } from '../withdrawal/withdrawal.store';
import { causeOf } from './ledger';
import type { Entry } from './ledger.store';

const toView = ({ _id, transfer, kind, amount, balance = 0, at }: Entry, about: EntryCause | undefined): EntryView => ({
  _id,
  transfer,
  kind,
  amount,
  balance,
  time: isoTime(at),
  ...(about && { about }),
});

const ownCauseOf = ({ transfer: id, kind, account, about }: Entry): EntryCause =>
  causeOf({ id, kind, from: account, ...(about?.title !== undefined && { title: about.title }) });

const withdrawalsOf = async (tx: Transaction, found: readonly Entry[]) => {
  const ids = found.filter(({ kind }) => kind === 'payout').map((entry) => ownCauseOf(entry).id);
  const paid = ids.length === 0 ? [] : await tx.collection(withdrawals).find({ _id: { $in: ids } });
  return new Map(paid.map(({ _id, payout }) => [_id, payout && { payout }]));
};

const adjustmentsOf = async (tx: Transaction, found: readonly Entry[]) => {
  const ids = found.filter(({ kind }) => kind === 'adjust').map((entry) => ownCauseOf(entry).id);
  const posted = ids.length === 0 ? [] : await tx.collection(adjustments).find({ _id: { $in: ids } });
  return new Map(posted.map(({ _id, kind, reason }) => [_id, { adjusted: kind, reason }]));
};

export const toViews = async (tx: Transaction, found: readonly Entry[]): Promise<EntryView[]> => {
  const [payouts, adjusted] = await Promise.all([withdrawalsOf(tx, found), adjustmentsOf(tx, found)]);
  const aboutOf = (entry: Entry): EntryCause | undefined => {
    if (entry.kind === 'refund') return entry.about;
    const cause = ownCauseOf(entry);
    return { ...cause, ...(entry.kind === 'payout' ? payouts : adjusted).get(cause.id) };
  };
  return found.map((entry) => toView(entry, aboutOf(entry)));
};
