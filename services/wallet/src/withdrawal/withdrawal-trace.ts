import { HOUR_MS } from '@piecework/base';
import {
  CENTS_PER_COIN,
  COIN_PACKAGES,
  centsToDollars,
  NEW_ACCOUNT_HOURS,
  type WithdrawalFunding,
} from '@piecework/contracts';
import type { PaidOut, UserAccount } from '../account/account';
import type { Payment } from '../payment/payment';

/** Settles and payouts read per worker: the newest, and no more than the requests need. */
export const MAX_MOVES = 10_000;

/** Milliseconds: an account opened within this time before the request is new. */
const NEW_FOR_MS = NEW_ACCOUNT_HOURS * HOUR_MS;

/** Share of the coins from work that makes a buyer one whose other workers count as a signal. */
const MAIN_BUYER = 1 / 5;

/** Share of the coins from work that come from one buyer. */
export const ONE_BUYER = 4 / 5;

/** Shares of the withdrawal's coins that flag it for an admin (ADR 34). */
const REVIEW_THRESHOLDS = {
  /** Paid in, relative to the cheapest package's price. */
  paidShare: 3 / 4,
  onlyWorker: 1 / 2,
};

/** Share of this worker's coins up to which payments to others are ignored. */
const PAID_TO_OTHERS = 1 / 10;

const CHEAPEST_CENTS_PER_COIN = Math.min(...COIN_PACKAGES.map(({ price, coins }) => (price * 100) / coins));

/** In place of a buyer: pays upheld appeals, with coins that were never bought. */
export const PIECEWORK = 'piecework';

/** A settle, an upheld appeal, a bonus, or a payout (negative, without a buyer). */
export interface Move {
  coins: number;
  buyerId: string | null;
}

export interface Buyer {
  /** Milliseconds since 1970; null while it is unknown, which is no signal. */
  openedAt: number | null;
  /** Set aside for tasks, less refunds. */
  spent: number;
  inEscrow: number;
  /** Coins of unreversed payments, and the net money paid. */
  bought: number;
  paidCents: number;
  /** Parts of `bought`, by the package's price in cents; a part whose money went back is in none. */
  paidFor: ReadonlyMap<number, number>;
}

/** From which a withdrawal needs a look for the coins that nobody has paid for. */
export interface GrantedLimits {
  grantedPercent: number;
  grantedCents: number;
}

interface Traced {
  coins: number;
  settles: number;
}

/**
 * Settles behind `wanted` coins, by buyer; earlier payouts consumed the then newest coins.
 *
 * @param moves newest first
 * @param reserved coins that earlier requests consume
 */
export const takeNewest = (moves: readonly Move[], wanted: number, reserved = 0): Map<string, Traced> => {
  const taken = new Map<string, Traced>();
  let missing = wanted;
  let paidOut = reserved;
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

export const purchasesOf = (payments: readonly Payment[]): Pick<Buyer, 'bought' | 'paidCents' | 'paidFor'> => {
  const kept = payments.filter(({ state }) => state === 'credited');
  const paidFor = new Map<number, number>();
  for (const { cents, coins, refundedCents = 0 } of kept)
    add(paidFor, cents, (coins * (cents - refundedCents)) / cents);
  return {
    bought: sum(kept.map(({ coins }) => coins)),
    paidCents: sum(kept.map(({ cents, refundedCents = 0 }) => cents - refundedCents)),
    paidFor,
  };
};

/** Coins received less coins held; of an account that has had one role only. @param starting coins, 0 while they wait (P-2.10) */
export const spentBy = (account: UserAccount, payments: readonly Payment[], starting: number): number => {
  const notTakenBack = sum(payments.map(({ shortfall }) => shortfall));
  const { adjusted = 0, balance } = account;
  return Math.max(0, starting + adjusted + purchasesOf(payments).bought + notTakenBack - balance);
};

/** Coins over which a buyer's purchases are spread: bought ones are spent before granted ones. */
const spreadOf = ({ bought, spent }: Buyer): number => Math.max(1, bought, spent);

/** Whether escrowed coins decide. Skips a buyer who spent ten times this worker's coins: hiding then costs nine times the coins. */
export const isUndecided = (spent: number, received: number): boolean =>
  !isOnlyWorker({ spent, inEscrow: 0 }, received) && spent <= received * 10;

const isOnlyWorker = ({ spent, inEscrow }: Pick<Buyer, 'spent' | 'inEscrow'>, received: number): boolean =>
  spent - inEscrow - received <= received * PAID_TO_OTHERS;

/** Coins by origin: whole ones, which add up to those that were traced. */
interface Origins {
  granted: number;
  /** Paid by Piecework for upheld appeals. */
  appealed: number;
  purchases: WithdrawalFunding['purchases'];
}

/** A key of {@link originsOf} beside the prices of packages. */
const GRANTED = 'granted';

type Part = Pick<Traced, 'coins'> & { buyerId: string; buyer: Buyer };

const originsOf = (parts: readonly Part[], unearned: number): Origins => {
  const exact = new Map<string | number, number>([[GRANTED, unearned]]);
  for (const { coins, buyerId, buyer } of parts) {
    if (buyerId === PIECEWORK) {
      add(exact, PIECEWORK, coins);
      continue;
    }
    let granted = coins;
    for (const [cents, paidFor] of buyer.paidFor) {
      const paid = (coins * paidFor) / spreadOf(buyer);
      granted -= paid;
      add(exact, cents, paid);
    }
    add(exact, GRANTED, Math.max(0, granted));
  }
  const whole = inWholes(exact, sum(parts.map(({ coins }) => coins)) + unearned);
  return {
    granted: whole.get(GRANTED) ?? 0,
    appealed: whole.get(PIECEWORK) ?? 0,
    purchases: COIN_PACKAGES.map(({ price }) => ({ price, coins: whole.get(price * 100) ?? 0 })).filter(
      ({ coins }) => coins > 0,
    ),
  };
};

/** By largest remainder, so that none is made or lost. */
export const inWholes = <K>(exact: ReadonlyMap<K, number>, total: number): Map<K, number> => {
  const parts = [...exact].map(([key, value]) => {
    const whole = Math.floor(value + ROUNDING);
    return { key, whole, rest: value - whole };
  });
  const missing = total - sum(parts.map(({ whole }) => whole));
  const ordered = parts.sort((a, b) => b.rest - a.rest);
  return new Map(ordered.map(({ key, whole }, at) => [key, whole + (at < missing ? 1 : 0)]));
};

/** Faults of sums of fractions are smaller. */
const ROUNDING = 1e-6;

export interface Claim {
  coins: number;
  requestedAt: number;
  covered: boolean;
  /** Part of `coins` that was earned by work. */
  fromWork: number;
  /** Earned coins that older requests of the worker take. */
  reserved: number;
}

export interface Worker {
  openedAt: number | null;
  /** Newest first. */
  moves: readonly Move[];
  paidOut: PaidOut;
}

export interface TracedClaim {
  funding: WithdrawalFunding;
  traced: PaidOut;
  /** At most five: those of at least a fifth of the coins from work. */
  mainBuyers: string[];
}

export const together = (all: readonly PaidOut[]): PaidOut => ({
  coins: sum(all.map(({ coins }) => coins)),
  granted: sum(all.map(({ granted }) => granted)),
  paidCents: sum(all.map(({ paidCents }) => paidCents)),
});

/** Pending requests of one worker, which share its coins. */
export const traceClaims = (
  claims: readonly Claim[],
  worker: Worker,
  buyers: ReadonlyMap<string, Buyer>,
  limits: GrantedLimits,
): TracedClaim[] => {
  const received = receivedFrom(worker.moves);
  const traces = claims.map((claim) => traceClaim(claim, worker, buyers, received));
  const pending = traces.filter(({ funding }) => funding.covered).map(({ traced }) => traced);
  const all = together([worker.paidOut, ...pending]);
  const total = {
    requested: centsToDollars(all.coins * CENTS_PER_COIN),
    paidIn: centsToDollars(all.paidCents),
    granted: all.granted,
  };
  return traces.map(({ funding, shares, ...rest }) => {
    const reasons = funding.covered ? reasonsOf(funding, { ...shares, ...rest.traced }, all, limits) : [];
    return { ...rest, funding: { ...funding, total, reasons } };
  });
};

const traceClaim = (
  { coins: requested, requestedAt, covered, fromWork, reserved }: Claim,
  { openedAt, moves }: Worker,
  buyers: ReadonlyMap<string, Buyer>,
  received: ReadonlyMap<string, number>,
) => {
  const parts = [...takeNewest(moves, covered ? fromWork : 0, reserved)].map(([buyerId, taken]) => {
    const buyer = buyers.get(buyerId) ?? UNKNOWN;
    return { ...taken, buyerId, buyer, isOnly: isOnlyWorker(buyer, received.get(buyerId) ?? 0) };
  });
  const ofBuyers = parts.filter(({ buyerId }) => buyerId !== PIECEWORK);
  const coins = coinsOf(parts);
  // Excludes coins beyond MAX_MOVES. Coins not earned by work count as granted.
  const unearned = covered ? requested - fromWork : 0;
  const accounted = coins + unearned;
  const paidCents = Math.round(sum(parts.map(({ coins, buyer }) => (coins * buyer.paidCents) / spreadOf(buyer))));
  const isNew = (since: number | null) => since !== null && since > requestedAt - NEW_FOR_MS;
  const only = ofBuyers.filter(({ isOnly }) => isOnly);
  const newBuyers = ofBuyers.filter(({ buyer }) => isNew(buyer.openedAt));
  const origins = originsOf(parts, unearned);
  const shareOf = (some: readonly Pick<Traced, 'coins'>[]) => (coins === 0 ? 0 : coinsOf(some) / coins);
  const funding = {
    covered,
    settles: sum(parts.map(({ settles }) => settles)),
    coins,
    buyers: ofBuyers.length,
    largestShare: Math.max(0, ...ofBuyers.map((part) => shareOf([part]))),
    ...origins,
    paidIn: centsToDollars(paidCents),
    loss: centsToDollars(Math.max(0, accounted * CENTS_PER_COIN - paidCents)),
    newBuyers: newBuyers.length,
    newBuyersShare: shareOf(newBuyers),
    newWorker: isNew(openedAt),
    onlyWorkerBuyers: only.length,
    truncated: covered && coins < fromWork,
  };
  return {
    funding,
    shares: { onlyWorker: shareOf(only) },
    traced: { coins: accounted, granted: origins.granted, paidCents },
    mainBuyers: ofBuyers.filter((part) => part.coins >= coins * MAIN_BUYER).map(({ buyerId }) => buyerId),
  };
};

const UNKNOWN: Buyer = { openedAt: null, spent: 0, inEscrow: 0, bought: 0, paidCents: 0, paidFor: new Map() };

/** A loss alone does not flag: packages sell below the withdrawal price, so honest work causes losses too. Granted coins flag without one, too. */
const reasonsOf = (
  { loss, largestShare, truncated }: Omit<WithdrawalFunding, 'reasons' | 'total'>,
  own: PaidOut & { onlyWorker: number },
  all: PaidOut,
  limits: GrantedLimits,
): WithdrawalFunding['reasons'] => {
  const reasons: WithdrawalFunding['reasons'] = [];
  const isCheap = own.paidCents < own.coins * CHEAPEST_CENTS_PER_COIN * REVIEW_THRESHOLDS.paidShare;
  // Many small requests are judged together.
  const areGranted = hasGranted(own, limits) || (own.granted > 0 && hasGranted(all, limits));
  if (isCheap || areGranted) reasons.push('unpaid-coins');
  if (loss > 0) {
    if (own.onlyWorker >= REVIEW_THRESHOLDS.onlyWorker) reasons.push('only-worker');
    if (largestShare >= ONE_BUYER) reasons.push('one-buyer');
  }
  if (truncated) reasons.push('truncated');
  return reasons;
};

export const hasGranted = (
  { coins, granted }: Pick<PaidOut, 'coins' | 'granted'>,
  { grantedPercent, grantedCents }: GrantedLimits,
): boolean => granted * 100 >= coins * grantedPercent && granted * CENTS_PER_COIN >= grantedCents;

const coinsOf = (parts: readonly Pick<Traced, 'coins'>[]): number => sum(parts.map(({ coins }) => coins));

const add = <K>(to: Map<K, number>, key: K, value: number) => to.set(key, (to.get(key) ?? 0) + value);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
