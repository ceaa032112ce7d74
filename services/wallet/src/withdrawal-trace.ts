import {
  CENTS_PER_COIN,
  COIN_PACKAGES,
  centsToDollars,
  STARTING_COINS,
  type WithdrawalFunding,
} from '@piecework/contracts';
import type { UserAccount } from './account';
import type { Payment } from './payment';

/** Settles and payouts of one worker that are read for a withdrawal, the newest. */
export const MAX_MOVES = 500;

/** An account that was opened less than this before the withdrawal was asked for, or after it, is new. */
export const NEW_FOR_MS = 72 * 3_600_000;

/** Shares of a withdrawal's coins from which on an admin is told to look (ADR 34). */
export const LOOK_AT = {
  /** Paid in, as a share of what the cheapest package asks for as many coins: below it. */
  paidShare: 3 / 4,
  /** Coins of the one buyer behind most of them. */
  oneBuyer: 4 / 5,
  /** Coins of buyers who have paid for no other worker's work. */
  onlyWorker: 1 / 2,
};

/** What a buyer has paid to others, as a share of what they paid to this worker, up to which this counts as their only worker. */
const PAID_TO_OTHERS = 1 / 10;

const CHEAPEST_CENTS_PER_COIN = Math.min(...COIN_PACKAGES.map(({ price, coins }) => (price * 100) / coins));

/** Coins into a worker's account by a settle, or out of it by a payout (negative, without a buyer). */
export interface Move {
  coins: number;
  buyerId: string | null;
}

/** What the ledger knows of a buyer. */
export interface Buyer {
  /** Milliseconds since 1970; null while the registration has not been heard of. */
  openedAt: number | null;
  /** Coins set aside for tasks, less those that came back. */
  spent: number;
  /** Of the coins that were spent: those that wait in tasks. */
  inEscrow: number;
  /** Coins of payments that were not taken back, and what remains of the money paid for them. */
  bought: number;
  paidCents: number;
}

interface Traced {
  coins: number;
  settles: number;
}

/**
 * The settles that `wanted` coins come from, the newest first, by buyer. A payout has used up the newest coins of its time: those are
 * left out.
 *
 * @param moves the newest first
 */
export const takeNewest = (moves: readonly Move[], wanted: number): Map<string, Traced> => {
  const taken = new Map<string, Traced>();
  let missing = wanted;
  let paidOut = 0;
  for (const { coins, buyerId } of moves) {
    if (missing === 0) break;
    if (buyerId === null) {
      paidOut -= coins;
      continue;
    }
    const used = Math.min(missing, Math.max(0, coins - paidOut));
    paidOut = Math.max(0, paidOut - coins);
    if (used === 0) continue;
    missing -= used;
    const before = taken.get(buyerId) ?? { coins: 0, settles: 0 };
    taken.set(buyerId, { coins: before.coins + used, settles: before.settles + 1 });
  }
  return taken;
};

/** All coins that each buyer's tasks have paid into the account, as far as they were read. */
export const receivedFrom = (moves: readonly Move[]): Map<string, number> => {
  const received = new Map<string, number>();
  for (const { coins, buyerId } of moves)
    if (buyerId !== null) received.set(buyerId, (received.get(buyerId) ?? 0) + coins);
  return received;
};

/** What a buyer has bought, and what remains of the money: nothing of a payment that was taken back. */
export const purchasesOf = (payments: readonly Payment[]): Pick<Buyer, 'bought' | 'paidCents'> => {
  const kept = payments.filter(({ state }) => state === 'credited');
  return {
    bought: sum(kept.map(({ coins }) => coins)),
    paidCents: sum(kept.map(({ cents, refundedCents = 0 }) => cents - refundedCents)),
  };
};

/**
 * What a buyer has spent: all coins that they ever got, less those that they hold. Exact for whoever has always been a buyer. Each change
 * of role may have begun with coins of its own, so after one it is the most that can have been spent: that makes coins cheaper, never dearer.
 */
export const spentBy = (account: UserAccount, payments: readonly Payment[]): number => {
  const { role, roleVersion, change, closed, balance } = account;
  const granted = STARTING_COINS.buyer * (1 + roleVersion);
  const notTakenBack = sum(payments.map(({ shortfall }) => shortfall));
  const held = role === 'buyer' && !closed && change === null ? balance : 0;
  return Math.max(0, granted + purchasesOf(payments).bought + notTakenBack - held);
};

/** Bought coins are spent before granted ones, and every spent coin has cost the same. */
const centsPerCoin = ({ bought, spent, paidCents }: Buyer): number =>
  paidCents === 0 ? 0 : paidCents / Math.max(bought, spent);

/**
 * Whether the coins that wait in a buyer's tasks decide if this is their only worker. A buyer who has spent ten times as much as this worker
 * received has many tasks, and is not read: to hide like this takes nine times the coins.
 */
export const isUndecided = (spent: number, received: number): boolean =>
  !isOnlyWorker({ spent, inEscrow: 0 }, received) && spent <= received * 10;

const isOnlyWorker = ({ spent, inEscrow }: Pick<Buyer, 'spent' | 'inEscrow'>, received: number): boolean =>
  spent - inEscrow - received <= received * PAID_TO_OTHERS;

export interface Claim {
  /** Coins asked for, and how many of them the worker has earned by work. */
  coins: number;
  earned: number;
  requestedAt: number;
  /** Whether an approval would pay it now. */
  covered: boolean;
  workerOpenedAt: number | null;
  /** Of the worker, the newest first. */
  moves: readonly Move[];
}

/** What a withdrawal would pay out, and what was paid in for it, as if it were approved now. */
export const traceClaim = (claim: Claim, buyers: ReadonlyMap<string, Buyer>): WithdrawalFunding => {
  const { moves, requestedAt } = claim;
  const fromWork = Math.min(claim.coins, claim.earned);
  const received = receivedFrom(moves);
  const parts = [...takeNewest(moves, fromWork)].map(([buyerId, traced]) => {
    const buyer = buyers.get(buyerId) ?? UNKNOWN;
    return { ...traced, buyer, isOnly: isOnlyWorker(buyer, received.get(buyerId) ?? 0) };
  });
  const coins = sum(parts.map((part) => part.coins));
  // Coins beyond MAX_MOVES are in neither sum. Coins that were not earned by work count as paid with nothing.
  const known = coins + claim.coins - fromWork;
  const paidCents = Math.round(sum(parts.map((part) => part.coins * centsPerCoin(part.buyer))));
  const isNew = (openedAt: number | null) => openedAt === null || openedAt > requestedAt - NEW_FOR_MS;
  const only = parts.filter(({ isOnly }) => isOnly);
  const shares = {
    largestShare: coins === 0 ? 0 : Math.max(...parts.map((part) => part.coins)) / coins,
    onlyWorkerShare: coins === 0 ? 0 : sum(only.map((part) => part.coins)) / coins,
  };
  const truncated = coins < fromWork;
  const lossCents = claim.covered ? Math.max(0, known * CENTS_PER_COIN - paidCents) : 0;
  return {
    covered: claim.covered,
    settles: sum(parts.map(({ settles }) => settles)),
    coins,
    buyers: parts.length,
    largestShare: shares.largestShare,
    paidIn: centsToDollars(paidCents),
    loss: centsToDollars(lossCents),
    newBuyers: parts.filter(({ buyer }) => isNew(buyer.openedAt)).length,
    newWorker: isNew(claim.workerOpenedAt),
    onlyWorkerBuyers: only.length,
    truncated,
    reasons: claim.covered ? reasonsOf({ ...shares, known, paidCents, lossCents, truncated }) : [],
  };
};

const UNKNOWN: Buyer = { openedAt: null, spent: 0, inEscrow: 0, bought: 0, paidCents: 0 };

interface Signals {
  /** Coins of which it is known what was paid for them. */
  known: number;
  paidCents: number;
  lossCents: number;
  largestShare: number;
  onlyWorkerShare: number;
  truncated: boolean;
}

/**
 * Why an admin should look. A loss alone is no reason: the packages sell coins for less than withdrawals pay, so honest work has one too.
 */
export const reasonsOf = ({
  known,
  paidCents,
  lossCents,
  largestShare,
  onlyWorkerShare,
  truncated,
}: Signals): WithdrawalFunding['reasons'] => {
  const reasons: WithdrawalFunding['reasons'] = [];
  if (lossCents > 0) {
    if (paidCents < known * CHEAPEST_CENTS_PER_COIN * LOOK_AT.paidShare) reasons.push('unpaid-coins');
    if (onlyWorkerShare >= LOOK_AT.onlyWorker) reasons.push('only-worker');
    if (largestShare >= LOOK_AT.oneBuyer) reasons.push('one-buyer');
  }
  if (truncated) reasons.push('truncated');
  return reasons;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
