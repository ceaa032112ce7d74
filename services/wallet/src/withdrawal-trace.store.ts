import type { TransferKind, WithdrawalFunding } from '@piecework/contracts';
import { isFailure } from '@piecework/http';
import type { Transaction } from '@piecework/store';
import type { UserAccount } from './account';
import { accounts, emptyAccount, userAccountsOf } from './account.store';
import { fundings } from './funding.store';
import { escrowAccountId, transferOf, userAccountId } from './ledger';
import { entries, transfers } from './ledger.store';
import { type PaymentDocument, payments } from './payment.store';
import { decideWithdrawal, type Withdrawal } from './withdrawal';
import {
  type Buyer,
  isUndecided,
  MAX_MOVES,
  type Move,
  PIECEWORK,
  purchasesOf,
  receivedFrom,
  spentBy,
  traceClaim,
} from './withdrawal-trace';

type PendingWithdrawal = Withdrawal & { _id: string };

/** Withdrawals per batch; bounds the memory. */
const BATCH = 50;

/** Newest tasks whose escrow is read for the only-worker check. */
const MAX_TASKS = 1000;

/** Traces each withdrawal as if it alone were approved now. @param workers by account id */
export const traceWithdrawals = async (
  tx: Transaction,
  pending: readonly PendingWithdrawal[],
  workers: ReadonlyMap<string, UserAccount>,
): Promise<Map<string, WithdrawalFunding>> => {
  const traced = new Map<string, WithdrawalFunding>();
  for (let start = 0; start < pending.length; start += BATCH)
    for (const [id, funding] of await traceBatch(tx, pending.slice(start, start + BATCH), workers))
      traced.set(id, funding);
  return traced;
};

const traceBatch = async (
  tx: Transaction,
  pending: readonly PendingWithdrawal[],
  workers: ReadonlyMap<string, UserAccount>,
): Promise<[string, WithdrawalFunding][]> => {
  const workerIds = [...new Set(pending.map(({ workerId }) => workerId))];
  const moves = await movesOf(tx, workerIds);
  const received = [...moves.values()].map(receivedFrom);
  const buyerIds = [...new Set(received.flatMap((coins) => [...coins.keys()]))].filter(
    (id) => id !== PIECEWORK,
  );
  const [openedAt, buyers] = await Promise.all([
    openingsOf(tx, [...workerIds, ...buyerIds]),
    buyersOf(tx, buyerIds, received),
  ]);
  const known = new Map(
    [...buyers].map(([id, buyer]): [string, Buyer] => [id, { ...buyer, openedAt: openedAt.get(id) ?? null }]),
  );
  return pending.map(({ _id, workerId, coins, status, requestedAt }) => {
    const account = workers.get(userAccountId(workerId)) ?? emptyAccount(workerId);
    // Without its hold, which ends before any approval.
    const decision = decideWithdrawal({ status, coins }, account, 'approved');
    const claim = {
      coins,
      requestedAt,
      earned: account.earned,
      covered: !isFailure(decision) && decision !== 'repeat' && decision.status === 'approved',
      workerOpenedAt: openedAt.get(workerId) ?? null,
      moves: moves.get(workerId) ?? [],
    };
    return [_id, traceClaim(claim, known)];
  });
};

export const movesOf = async (
  tx: Transaction,
  workerIds: readonly string[],
): Promise<Map<string, Move[]>> => {
  const found = await Promise.all(
    workerIds.map((workerId) =>
      tx
        .collection(entries)
        .find(
          { account: userAccountId(workerId), kind: { $in: ['settle', 'appeal', 'payout'] } },
          { sort: { seq: -1 }, limit: MAX_MOVES },
        ),
    ),
  );
  const settles = found.flat().filter(({ kind }) => kind === 'settle');
  const buyerOf = await buyersBySettle(
    tx,
    settles.map(({ transfer }) => transfer),
  );
  return new Map(
    workerIds.map((workerId, index) => [
      workerId,
      (found[index] ?? []).map(({ kind, transfer, amount: coins }) => ({
        coins,
        buyerId: payerOf(kind, buyerOf.get(transfer)),
      })),
    ]),
  );
};

const payerOf = (kind: TransferKind, buyerId = ''): string | null => {
  if (kind === 'appeal') return PIECEWORK;
  return kind === 'settle' ? buyerId : null;
};

/** A settle leaves a task's escrow, which one buyer funded. */
const buyersBySettle = async (tx: Transaction, settles: readonly string[]): Promise<Map<string, string>> => {
  const found = await tx.collection(transfers).find({ _id: { $in: settles } });
  const taskOf = new Map(found.map(({ _id, from }) => [_id, from.slice(escrowAccountId('').length)]));
  const funded = await tx.collection(fundings).find({ _id: { $in: [...new Set(taskOf.values())] } });
  const buyerOf = new Map(funded.map(({ _id, buyerId }) => [_id, buyerId]));
  return new Map([...taskOf].map(([settle, taskId]) => [settle, buyerOf.get(taskId) ?? '']));
};

/** By user: each opening has a grant. */
const openingsOf = async (tx: Transaction, userIds: readonly string[]): Promise<Map<string, number>> => {
  const userOf = new Map(userIds.map((userId) => [transferOf.grant(userId, 0).id, userId]));
  const grants = await tx.collection(transfers).find({ _id: { $in: [...userOf.keys()] } });
  return new Map(grants.map(({ _id, at }) => [userOf.get(_id) ?? '', at]));
};

type BuyerLedger = Omit<Buyer, 'openedAt'>;

/** @param received coins by worker and buyer */
const buyersOf = async (
  tx: Transaction,
  buyerIds: readonly string[],
  received: readonly ReadonlyMap<string, number>[],
): Promise<Map<string, BuyerLedger>> => {
  const [found, paid] = await Promise.all([
    userAccountsOf(tx, buyerIds),
    tx.collection(payments).find({ userId: { $in: buyerIds }, state: { $in: ['credited', 'reversed'] } }),
  ]);
  const accountOf = new Map(found.map((account) => [account._id, account]));
  const paymentsOf = new Map<string, PaymentDocument[]>();
  for (const payment of paid) {
    const own = paymentsOf.get(payment.userId);
    if (own) own.push(payment);
    else paymentsOf.set(payment.userId, [payment]);
  }
  const buyers = new Map(
    buyerIds.map((buyerId): [string, BuyerLedger] => {
      const own = paymentsOf.get(buyerId) ?? [];
      const account = accountOf.get(userAccountId(buyerId)) ?? emptyAccount(buyerId);
      return [buyerId, { spent: spentBy(account, own), inEscrow: 0, ...purchasesOf(own) }];
    }),
  );
  const undecided = buyerIds.filter((buyerId) =>
    received.some((coins) => isUndecided(buyers.get(buyerId)?.spent ?? 0, coins.get(buyerId) ?? 0)),
  );
  for (const [buyerId, inEscrow] of await escrowsOf(tx, undecided)) {
    const buyer = buyers.get(buyerId);
    if (buyer) buyers.set(buyerId, { ...buyer, inEscrow });
  }
  return buyers;
};

const escrowsOf = async (tx: Transaction, buyerIds: readonly string[]): Promise<Map<string, number>> => {
  if (buyerIds.length === 0) return new Map();
  const tasks = await tx
    .collection(fundings)
    .find({ buyerId: { $in: buyerIds }, state: 'funded' }, { sort: { at: -1 }, limit: MAX_TASKS });
  const buyerOf = new Map(tasks.map(({ _id, buyerId }) => [escrowAccountId(_id), buyerId]));
  const held = await tx.collection(accounts).find({ _id: { $in: [...buyerOf.keys()] }, balance: { $gt: 0 } });
  const sums = new Map<string, number>();
  for (const { _id, balance } of held) {
    const buyerId = buyerOf.get(_id as `escrow:${string}`) ?? '';
    sums.set(buyerId, (sums.get(buyerId) ?? 0) + balance);
  }
  return sums;
};
