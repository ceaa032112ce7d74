import {
  CENTS_PER_COIN,
  COIN_PACKAGES,
  centsToDollars,
  STARTING_COINS,
  type WithdrawalFunding,
} from '@piecework/contracts';
import type { UserAccount } from './account';
import type { Payment } from './payment';

/** Newest settles and payouts read per worker. */
export const MAX_MOVES = 500;

/** Milliseconds: an account opened within this time before the request is new. */
const NEW_FOR_MS = 72 * 3_600_000;

/** Shares of the withdrawal's coins that flag it for an admin (ADR 34). */
const REVIEW_THRESHOLDS = {
  /** Paid in, relative to the cheapest package's price. */
  paidShare: 3 / 4,
  oneBuyer: 4 / 5,
  onlyWorker: 1 / 2,
};

/** Share of this worker's coins up to which payments to others are ignored. */
const PAID_TO_OTHERS = 1 / 10;

const CHEAPEST_CENTS_PER_COIN = Math.min(...COIN_PACKAGES.map(({ price, coins }) => (price * 100) / coins));

/** In place of a buyer: pays upheld appeals, with coins that were never bought. */
export const PIECEWORK = 'piecework';

/** A settle, an upheld appeal, or a payout (negative, without a buyer). */
export interface Move {
  coins: number;
  buyerId: string | null;
}

export interface Buyer {
  /** Milliseconds since 1970; null before the registration event. */
  openedAt: number | null;
  /** Set aside for tasks, less refunds. */
  spent: number;
  inEscrow: number;
  /** Coins of unreversed payments, and the net money paid. */
  bought: number;
  paidCents: number;
}

interface Traced {
  coins: number;
  settles: number;
}

/** Settles behind `wanted` coins, by buyer; earlier payouts consumed the then newest coins. @param moves newest first */
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

export const receivedFrom = (moves: readonly Move[]): Map<string, number> => {
  const received = new Map<string, number>();
  for (const { coins, buyerId } of moves)
    if (buyerId !== null) received.set(buyerId, (received.get(buyerId) ?? 0) + coins);
  return received;
};

export const purchasesOf = (payments: readonly Payment[]): Pick<Buyer, 'bought' | 'paidCents'> => {
  const kept = payments.filter(({ state }) => state === 'credited');
  return {
    bought: sum(kept.map(({ coins }) => coins)),
    paidCents: sum(kept.map(({ cents, refundedCents = 0 }) => cents - refundedCents)),
  };
};

/** Coins received less coins held. An upper bound after a role change: it can only understate the price of coins. */
export const spentBy = (account: UserAccount, payments: readonly Payment[]): number => {
  const { role, roleVersion, change, closed, balance } = account;
  const granted = STARTING_COINS.buyer * (1 + roleVersion);
  const notTakenBack = sum(payments.map(({ shortfall }) => shortfall));
  const held = role === 'buyer' && !closed && change === null ? balance : 0;
  return Math.max(0, granted + purchasesOf(payments).bought + notTakenBack - held);
};

/** Bought coins are spent before granted ones, at the average price. */
const centsPerCoin = ({ bought, spent, paidCents }: Buyer): number =>
  paidCents === 0 ? 0 : paidCents / Math.max(bought, spent);

/** Whether escrowed coins decide. Skips a buyer who spent ten times this worker's coins: hiding then costs nine times the coins. */
export const isUndecided = (spent: number, received: number): boolean =>
  !isOnlyWorker({ spent, inEscrow: 0 }, received) && spent <= received * 10;

const isOnlyWorker = ({ spent, inEscrow }: Pick<Buyer, 'spent' | 'inEscrow'>, received: number): boolean =>
  spent - inEscrow - received <= received * PAID_TO_OTHERS;

export interface Claim {
  coins: number;
  earned: number;
  requestedAt: number;
  covered: boolean;
  workerOpenedAt: number | null;
  /** Newest first. */
  moves: readonly Move[];
}

export const traceClaim = (claim: Claim, buyers: ReadonlyMap<string, Buyer>): WithdrawalFunding => {
  const { moves, requestedAt } = claim;
  const fromWork = Math.min(claim.coins, claim.earned);
  const received = receivedFrom(moves);
  const parts = [...takeNewest(moves, fromWork)].map(([buyerId, traced]) => {
    const buyer = buyers.get(buyerId) ?? UNKNOWN;
    return { ...traced, buyerId, buyer, isOnly: isOnlyWorker(buyer, received.get(buyerId) ?? 0) };
  });
  const ofBuyers = parts.filter(({ buyerId }) => buyerId !== PIECEWORK);
  const coins = sum(parts.map((part) => part.coins));
  // Excludes coins beyond MAX_MOVES. Coins not earned by work count as unpaid.
  const known = coins + claim.coins - fromWork;
  const paidCents = Math.round(sum(parts.map((part) => part.coins * centsPerCoin(part.buyer))));
  const isNew = (openedAt: number | null) => openedAt === null || openedAt > requestedAt - NEW_FOR_MS;
  const only = ofBuyers.filter(({ isOnly }) => isOnly);
  const shares = {
    largestShare: coins === 0 ? 0 : Math.max(0, ...ofBuyers.map((part) => part.coins)) / coins,
    onlyWorkerShare: coins === 0 ? 0 : sum(only.map((part) => part.coins)) / coins,
  };
  const truncated = coins < fromWork;
  const lossCents = claim.covered ? Math.max(0, known * CENTS_PER_COIN - paidCents) : 0;
  return {
    covered: claim.covered,
    settles: sum(parts.map(({ settles }) => settles)),
    coins,
    buyers: ofBuyers.length,
    largestShare: shares.largestShare,
    paidIn: centsToDollars(paidCents),
    loss: centsToDollars(lossCents),
    newBuyers: ofBuyers.filter(({ buyer }) => isNew(buyer.openedAt)).length,
    newWorker: isNew(claim.workerOpenedAt),
    onlyWorkerBuyers: only.length,
    truncated,
    reasons: claim.covered ? reasonsOf({ ...shares, known, paidCents, lossCents, truncated }) : [],
  };
};

const UNKNOWN: Buyer = { openedAt: null, spent: 0, inEscrow: 0, bought: 0, paidCents: 0 };

interface Signals {
  /** Coins with a known price. */
  known: number;
  paidCents: number;
  lossCents: number;
  largestShare: number;
  onlyWorkerShare: number;
  truncated: boolean;
}

/** A loss alone does not flag: packages sell below the withdrawal price, so honest work causes losses too. */
const reasonsOf = ({
  known,
  paidCents,
  lossCents,
  largestShare,
  onlyWorkerShare,
  truncated,
}: Signals): WithdrawalFunding['reasons'] => {
  const reasons: WithdrawalFunding['reasons'] = [];
  if (lossCents > 0) {
    if (paidCents < known * CHEAPEST_CENTS_PER_COIN * REVIEW_THRESHOLDS.paidShare)
      reasons.push('unpaid-coins');
    if (onlyWorkerShare >= REVIEW_THRESHOLDS.onlyWorker) reasons.push('only-worker');
    if (largestShare >= REVIEW_THRESHOLDS.oneBuyer) reasons.push('one-buyer');
  }
  if (truncated) reasons.push('truncated');
  return reasons;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
