import { groupBy } from '@piecework/base';
import type { TransferKind } from '@piecework/contracts';
import { isFailure } from '@piecework/http';
import { inBatches } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { NOTHING_PAID_OUT, type UserAccount } from '../account/account';
import { accounts, emptyAccount, userAccountsOf } from '../account/account.store';
import { fundings } from '../funding/funding.store';
import { escrowAccountId, isUser, transferOf, userAccountId, userIdOf } from '../ledger/ledger';
import { entries, type TransferDocument, transfers } from '../ledger/ledger.store';
import { payments } from '../payment/payment.store';
import { decideWithdrawal, unearnedOf, type Withdrawal } from './withdrawal';
import {
  type Buyer,
  type Claim,
  type GrantedLimits,
  isUndecided,
  MAX_MOVES,
  type Move,
  PIECEWORK,
  purchasesOf,
  receivedFrom,
  spentBy,
  type TracedClaim,
  takeNewest,
  traceClaims,
} from './withdrawal-trace';

type PendingWithdrawal = Pick<Withdrawal, 'workerId' | 'coins' | 'status' | 'requestedAt'> & { _id: string };

/** `version`: of the worker's account, read before the entries. */
export type Trace = TracedClaim & { unearnedCoin: number; version: number };

/** Workers per batch; bounds the memory. */
const BATCH = 50;

/** Ids per read. */
const IDS = 1000;

/** Newest tasks whose escrow is read for the only-worker check. */
const MAX_TASKS = 1000;

/** Each as if it were approved after the older ones of its worker. @param pending all of these workers, the oldest first */
export const traceWithdrawals = async (
  tx: Transaction,
  pending: readonly PendingWithdrawal[],
  limits: GrantedLimits,
): Promise<Map<string, Trace>> => {
  const byWorker = groupBy(pending, ({ workerId }) => workerId);
  const workerIds = [...byWorker.keys()];
  const traced = new Map<string, Trace>();
  for (let start = 0; start < workerIds.length; start += BATCH) {
    const batch = workerIds.slice(start, start + BATCH).flatMap((workerId) => byWorker.get(workerId) ?? []);
    for (const [id, trace] of await traceBatch(tx, batch, limits)) traced.set(id, trace);
  }
  return traced;
};

const traceBatch = async (
  tx: Transaction,
  pending: readonly PendingWithdrawal[],
  limits: GrantedLimits,
): Promise<[string, Trace][]> => {
  const byWorker = groupBy(pending, ({ workerId }) => workerId);
  const workerIds = [...byWorker.keys()];
  const userAccounts = await userAccountsOf(tx, workerIds);
  const accountOf = new Map(userAccounts.map((account) => [account._id, account]));
  const workers = [...byWorker].map(([workerId, own]) => {
    const account = accountOf.get(userAccountId(workerId)) ?? emptyAccount(workerId);
    return { workerId, account, own, claims: claimsOf(account, own) };
  });
  const moves = await movesOf(tx, workers);
  const received = [...moves.values()].map(receivedFrom);
  const buyerIds = [...new Set(received.flatMap((coins) => [...coins.keys()]))].filter((id) => id !== PIECEWORK);
  const grants = await grantsOf(tx, [...workerIds, ...buyerIds]);
  const buyers = await buyersOf(tx, buyerIds, received, grants);
  return workers.flatMap(({ workerId, account, own, claims }) => {
    const worker = {
      openedAt: openedAtOf(account, grants.get(workerId)),
      moves: moves.get(workerId) ?? [],
      paidOut: account.paidOut ?? NOTHING_PAID_OUT,
    };
    const traced = traceClaims(claims, worker, buyers, limits);
    return own.flatMap(({ _id }, at): [string, Trace][] => {
      const [claim, trace] = [claims[at], traced[at]];
      if (!claim || !trace) return [];
      const unearnedCoin = claim.coins - claim.fromWork;
      return [[_id, { ...trace, unearnedCoin, version: account.version }]];
    });
  });
};

/** Covered ones use up the coins before younger ones. */
const claimsOf = (account: UserAccount, own: readonly PendingWithdrawal[]): Claim[] => {
  let { balance, earned } = account;
  return own.map(({ coins, status, requestedAt }) => {
    // Without its hold, which ends before any approval.
    const decision = decideWithdrawal({ status, coins }, { ...account, balance, earned }, 'approved');
    const covered = !isFailure(decision) && decision !== 'repeat' && decision.status === 'approved';
    const fromWork = coins - unearnedOf(coins, earned);
    const reserved = account.earned - earned;
    if (covered) {
      balance -= coins;
      earned -= fromWork;
    }
    return { coins, requestedAt, covered, fromWork, reserved };
  });
};

interface Claimant {
  workerId: string;
  claims: readonly Claim[];
}

const movesOf = async (tx: Transaction, workers: readonly Claimant[]): Promise<Map<string, Move[]>> => {
  const batches = await Promise.all(
    workers.map(({ workerId, claims }) => {
      const covered = claims.filter((claim) => claim.covered);
      return newestMoves(
        tx,
        workerId,
        covered.reduce((sum, { fromWork }) => sum + fromWork, 0),
      );
    }),
  );
  const paid = batches.flat().filter(({ kind }) => kind === 'settle' || kind === 'bonus');
  const buyerOf = await buyersByTransfer(
    tx,
    paid.map(({ transfer }) => transfer),
  );
  return new Map(
    workers.map(({ workerId }, index) => [
      workerId,
      (batches[index] ?? []).map(({ kind, transfer, coins }) => ({
        coins,
        buyerId: payerOf(kind, buyerOf.get(transfer)),
      })),
    ]),
  );
};

interface Movement {
  kind: TransferKind;
  transfer: string;
  coins: number;
}

/** As many as `wanted` coins take. */
const newestMoves = async (tx: Transaction, workerId: string, wanted: number): Promise<Movement[]> => {
  const moves: Movement[] = [];
  if (wanted === 0) return moves;
  const kinds: TransferKind[] = ['settle', 'appeal', 'bonus', 'payout'];
  const filter = { account: userAccountId(workerId), kind: { $in: kinds } };
  for await (const batch of inBatches(tx.collection(entries), filter, 'seq', -1)) {
    // A worker who was a buyer has also paid work from the balance.
    const own = batch.filter(({ kind, amount }) => kind === 'payout' || amount > 0);
    moves.push(...own.map(({ kind, transfer, amount: coins }) => ({ kind, transfer, coins })));
    if (moves.length >= MAX_MOVES || reaches(moves, wanted)) break;
  }
  return moves.slice(0, MAX_MOVES);
};

const reaches = (moves: readonly Movement[], wanted: number): boolean => {
  const taken = takeNewest(
    moves.map(({ kind, coins }) => ({ coins, buyerId: kind === 'payout' ? null : '' })),
    wanted,
  );
  return (taken.get('')?.coins ?? 0) === wanted;
};

const payerOf = (kind: TransferKind, buyerId = ''): string | null => {
  if (kind === 'appeal') return PIECEWORK;
  return kind === 'payout' ? null : buyerId;
};

/** A settle leaves a task's escrow, which one buyer funded; a bonus, and the settle of a reversal, the balance of its buyer. */
const buyersByTransfer = async (tx: Transaction, paid: readonly string[]): Promise<Map<string, string>> => {
  const transferRows = await transfersOf(tx, paid);
  const settles = transferRows.filter(({ from }) => !isUser(from));
  const taskOf = new Map(settles.map(({ _id, from }) => [_id, from.slice(escrowAccountId('').length)]));
  const funded = await inSlices([...new Set(taskOf.values())], (slice) =>
    tx.collection(fundings).find({ _id: { $in: slice } }),
  );
  const buyerOf = new Map(funded.map(({ _id, buyerId }) => [_id, buyerId]));
  const given = transferRows.flatMap(({ _id, from }) => (isUser(from) ? [[_id, userIdOf(from)] as const] : []));
  return new Map([...given, ...[...taskOf].map(([settle, taskId]) => [settle, buyerOf.get(taskId) ?? ''] as const)]);
};

const inSlices = async <T>(ids: readonly string[], find: (slice: readonly string[]) => Promise<T[]>): Promise<T[]> => {
  const rows: T[] = [];
  for (let start = 0; start < ids.length; start += IDS) rows.push(...(await find(ids.slice(start, start + IDS))));
  return rows;
};

const transfersOf = (tx: Transaction, ids: readonly string[]): Promise<TransferDocument[]> =>
  inSlices(ids, (slice) => tx.collection(transfers).find({ _id: { $in: slice } }));

/** By user; none while the starting coins wait (P-2.10). */
const grantsOf = async (tx: Transaction, userIds: readonly string[]): Promise<Map<string, TransferDocument>> => {
  const userOf = new Map(userIds.map((userId) => [transferOf.grant(userId, 0).id, userId]));
  const grants = await transfersOf(tx, [...userOf.keys()]);
  return new Map(grants.map((grant) => [userOf.get(grant._id) ?? '', grant]));
};

/** Older accounts got their grant when they were opened. */
const openedAtOf = (account: UserAccount, grant: TransferDocument | undefined): number | null =>
  account.openedAt ?? grant?.at ?? null;

/** @param received coins by worker and buyer */
const buyersOf = async (
  tx: Transaction,
  buyerIds: readonly string[],
  received: readonly ReadonlyMap<string, number>[],
  grants: ReadonlyMap<string, TransferDocument>,
): Promise<Map<string, Buyer>> => {
  const [found, paid] = await Promise.all([
    userAccountsOf(tx, buyerIds),
    tx.collection(payments).find({ userId: { $in: buyerIds }, state: { $in: ['credited', 'reversed'] } }),
  ]);
  const accountOf = new Map(found.map((account) => [account._id, account]));
  const paymentsOf = groupBy(paid, ({ userId }) => userId);
  const buyers = new Map(
    await Promise.all(
      buyerIds.map(async (buyerId): Promise<[string, Buyer]> => {
        const ofBuyer = paymentsOf.get(buyerId) ?? [];
        const account = accountOf.get(userAccountId(buyerId)) ?? emptyAccount(buyerId);
        const grant = grants.get(buyerId);
        const spent =
          account.roleVersion === 0
            ? spentBy(account, ofBuyer, grant?.amount ?? 0)
            : await recountSpent(tx, account._id);
        return [buyerId, { openedAt: openedAtOf(account, grant), spent, inEscrow: 0, ...purchasesOf(ofBuyer) }];
      }),
    ),
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

/** Each change of role takes and grants coins (P-2.3), so only the entries show what was spent. */
const recountSpent = async (tx: Transaction, account: UserAccount['_id']): Promise<number> => {
  const set = await tx.collection(entries).sum({ account, kind: { $in: ['fund', 'refund'] } }, 'amount');
  // Without those that the account has received as a worker's.
  const given = await tx
    .collection(entries)
    .sum({ account, kind: { $in: ['bonus', 'settle'] }, amount: { $lt: 0 } }, 'amount');
  return 0 - set - given;
};

const escrowsOf = async (tx: Transaction, buyerIds: readonly string[]): Promise<Map<string, number>> => {
  if (buyerIds.length === 0) return new Map();
  const funded = { buyerId: { $in: buyerIds }, state: 'funded' } as const;
  const tasks = await tx.collection(fundings).find(funded, { sort: { at: -1 }, limit: MAX_TASKS });
  const buyerOf = new Map(tasks.map(({ _id, buyerId }) => [escrowAccountId(_id), buyerId]));
  const held = await tx.collection(accounts).find({ _id: { $in: [...buyerOf.keys()] }, balance: { $gt: 0 } });
  const sums = new Map<string, number>();
  for (const { _id, balance } of held) {
    const buyerId = buyerOf.get(_id as `escrow:${string}`) ?? '';
    sums.set(buyerId, (sums.get(buyerId) ?? 0) + balance);
  }
  return sums;
};
