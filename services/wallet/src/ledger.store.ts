import type { Entry as EntryView, EventEnvelope, TransferKind } from '@piecework/contracts';
import {
  type Call,
  type Clock,
  collection,
  type Document,
  type Transaction,
  type Unit,
} from '@piecework/service-kit';
import type { Account } from './account';
import { accounts, saveAccount, userAccountOf } from './account.store';
import { type AccountId, afterEntry, isUser, isWorld, NOTHING_HELD, type Transfer, userIdOf } from './ledger';

export interface TransferDocument extends Document, Omit<Transfer, 'id'>, Cause {}

export interface Entry extends Document {
  transfer: string;
  kind: TransferKind;
  account: AccountId;
  /** Coins in (positive) or out (negative). */
  amount: number;
  at: number;
  /** Balance and version of the account after this entry; system accounts have neither. */
  balance?: number;
  seq?: number;
}

export const transfers = collection<TransferDocument>('transfers');
export const entries = collection<Entry>('entries', [{ key: { account: 1, seq: -1 } }]);

/** When and why coins move: kept with the transfer. */
export interface Cause {
  at: number;
  correlationId: string;
  /** Who acted, or null for the system. */
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

/**
 * Moves coins, with two entries that sum to zero; every flow goes through here. A transfer that exists is never made again: `already`.
 * What would be paid to a closed account passes on to `world:adjust`.
 *
 * @throws when an account would go below zero: flows check their own rule before
 */
export const post = async (
  unit: Unit<'wallet.balance-changed'>,
  wanted: Transfer,
  cause: Cause,
): Promise<'posted' | 'already'> => {
  const { id: _id, kind, amount } = wanted;
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`${_id} of ${amount} coins`);
  if (await unit.collection(transfers).findOne({ _id })) return 'already';
  const payer = await sideOf(unit, wanted.from);
  const payee = await payeeOf(unit, wanted.to);
  await unit.collection(transfers).insertOne({ _id, kind, from: payer.id, to: payee.id, amount, ...cause });
  await enter(unit, payee, { _id: `${_id}#1`, transfer: _id, kind, amount, at: cause.at });
  // The payer last: it is what flows that run side by side contend for.
  await enter(unit, payer, { _id: `${_id}#0`, transfer: _id, kind, amount: -amount, at: cause.at });
  return 'posted';
};

/** One side of a transfer; `account` is null for a system account, which has no document. */
interface Side {
  id: AccountId;
  account: Account | null;
}

const sideOf = async (tx: Transaction, id: AccountId): Promise<Side> => {
  if (isWorld(id)) return { id, account: null };
  if (isUser(id)) return { id, account: await userAccountOf(tx, userIdOf(id)) };
  const known = await tx.collection(accounts).findOne({ _id: id });
  return { id, account: known ?? { _id: id, kind: 'escrow', ...NOTHING_HELD } };
};

const payeeOf = async (tx: Transaction, id: AccountId): Promise<Side> => {
  const isClosed = isUser(id) && (await userAccountOf(tx, userIdOf(id))).closed;
  return sideOf(tx, isClosed ? 'world:adjust' : id);
};

const enter = async (
  unit: Unit<'wallet.balance-changed'>,
  { id, account }: Side,
  entry: Omit<Entry, 'account'>,
) => {
  const after = account && afterEntry(account, entry.kind, entry.amount);
  await unit
    .collection(entries)
    .insertOne({ ...entry, account: id, ...(after && { balance: after.balance, seq: after.version }) });
  if (!account || !after) return;
  await saveAccount(unit, account, { ...account, ...after });
  if (!isUser(id)) return;
  const userId = userIdOf(id);
  const { balance, version } = after;
  unit.emit('wallet.balance-changed', userId, { userId, balance, version, change: entry.amount });
};

export const toView = ({ _id, transfer, kind, amount, balance = 0, at }: Entry): EntryView => ({
  _id,
  transfer,
  kind,
  amount,
  balance,
  time: new Date(at).toISOString(),
});
