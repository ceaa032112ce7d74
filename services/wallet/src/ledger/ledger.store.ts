import type { Clock } from '@piecework/base';
import type { EntryCause, EventEnvelope, TransferKind } from '@piecework/contracts';
import type { Call, Read, Unit } from '@piecework/service-runtime';
import { collection, type Document, type Transaction } from '@piecework/store';
import type { Account, UserAccount } from '../account/account';
import { accounts, emptyAccount, saveAccount } from '../account/account.store';
import {
  type AccountId,
  afterEntry,
  causeOf,
  EMPTY_HOLDING,
  type Holding,
  isUser,
  isWorld,
  type Transfer,
  userIdOf,
} from './ledger';

export interface TransferDocument extends Document, Omit<Transfer, 'id' | 'title'>, Cause {}

export interface Entry extends Document {
  transfer: string;
  kind: TransferKind;
  account: AccountId;
  /** Signed: positive is a credit. */
  amount: number;
  at: number;
  /** After this entry; absent for system accounts. */
  balance?: number;
  seq?: number;
  /** Cause of an entry of a user, where the id of the transfer does not contain it. */
  about?: EntryCause;
}

export const transfers = collection<TransferDocument>('transfers');
export const entries = collection<Entry>('entries', [
  { key: { account: 1, seq: -1 } },
  { key: { account: 1, kind: 1, seq: -1 } },
  // The recount of a day.
  { key: { account: 1, at: 1 } },
]);

export interface Cause {
  at: number;
  correlationId: string;
  actor: string | null;
}
export const causeOfEvent = ({ occurredAt, correlationId, actor }: EventEnvelope): Cause => ({
  at: Date.parse(occurredAt),
  correlationId,
  actor,
});
export const causeOfCall = ({ correlationId, actor }: Call, clock: Clock): Cause => ({
  at: clock.now(),
  correlationId,
  actor: actor?.userId ?? null,
});

/** What {@link post} reads. */
export const readsOf = ({ id, from, to }: Transfer): readonly Read[] => [
  { of: transfers, ids: [id] },
  { of: accounts, ids: [from, to].filter((account) => !isWorld(account)) },
];

/** Idempotent by transfer id (`already`). Coins for a closed account go to `world:adjust`. @throws when an account would go below zero */
export const post = async (
  unit: Unit<'wallet.balance-changed'>,
  wanted: Transfer,
  cause: Cause,
): Promise<'posted' | 'already'> => {
  const { id: _id, kind, amount, title } = wanted;
  const about = title === undefined && kind !== 'refund' ? {} : { about: causeOf(wanted) };
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`${_id}: invalid amount of ${amount} coins`);
  if (await unit.collection(transfers).findOne({ _id })) return 'already';
  const { payer, payee } = await sidesOf(unit, wanted);
  await unit.collection(transfers).insertOne({ _id, kind, from: payer.id, to: payee.id, amount, ...cause });
  // The payer last: concurrent flows contend for that account.
  const moves = [
    { side: payee, _id: `${_id}#1`, change: amount },
    { side: payer, _id: `${_id}#0`, change: -amount },
  ].map((move) => ({ ...move, after: afterMove(move.side, kind, move.change) }));
  const posted = moves.map(({ side: { id }, _id: entry, change, after }) => ({
    _id: entry,
    transfer: _id,
    kind,
    amount: change,
    at: cause.at,
    account: id,
    ...(after && { balance: after.balance, seq: after.version }),
    ...(isUser(id) && about),
  }));
  await unit.collection(entries).insertMany(posted);
  for (const { side, change, after } of moves) await saveSide(unit, side, change, after);
  return 'posted';
};

interface Side {
  id: AccountId;
  account: Account | null;
}

/** One read: each read in a transaction is a round trip. */
const sidesOf = async (tx: Transaction, { from, to }: Transfer): Promise<{ payer: Side; payee: Side }> => {
  const ids = [from, to].filter((id) => !isWorld(id));
  const stored = await tx.collection(accounts).find({ _id: { $in: ids } });
  const sideOf = (id: AccountId): Side => {
    if (isWorld(id)) return { id, account: null };
    const account = stored.find(({ _id }) => _id === id);
    if (account) return { id, account };
    return { id, account: isUser(id) ? emptyAccount(userIdOf(id)) : { _id: id, kind: 'escrow', ...EMPTY_HOLDING } };
  };
  const payee = sideOf(to);
  const isClosed = isUser(to) && (payee.account as UserAccount).closed;
  return { payer: sideOf(from), payee: isClosed ? sideOf('world:adjust') : payee };
};

const afterMove = ({ account }: Side, kind: Transfer['kind'], change: number): Holding | null =>
  account && afterEntry(account, kind, change);

const saveSide = async (
  unit: Unit<'wallet.balance-changed'>,
  { id, account }: Side,
  change: number,
  after: Holding | null,
) => {
  if (!account || !after) return;
  await saveAccount(unit, account, { ...account, ...after });
  if (!isUser(id)) return;
  const userId = userIdOf(id);
  const { balance, version } = after;
  unit.emit('wallet.balance-changed', userId, { userId, balance, version, change });
};
