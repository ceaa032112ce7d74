import { HOUR_MS } from '@piecework/base';
import { COIN_PACKAGES, type WithdrawalFunding } from '@piecework/contracts';
import fc from 'fast-check';
import { accountWith } from '../../testing/wallet.fixtures';
import { NOTHING_PAID_OUT, type PaidOut } from '../account/account';
import type { Payment } from '../payment/payment';
import {
  type Buyer,
  type Claim,
  hasGranted,
  inWholes,
  isUndecided,
  type Move,
  PIECEWORK,
  purchasesOf,
  spentBy,
  takeNewest,
  traceClaims,
  type Worker,
} from './withdrawal-trace';

const NOW = Date.UTC(2026, 10, 22);
const OLD = NOW - 72 * HOUR_MS;

const settle = (coins: number, buyerId = 'b'): Move => ({ coins, buyerId });
const payout = (coins: number): Move => ({ coins: -coins, buyerId: null });
const paid = (cents: number, coins: number, changes: Partial<Payment> = {}) =>
  ({ cents, coins, state: 'credited', shortfall: 0, ...changes }) as Payment;

const LIMITS = { grantedPercent: 5, grantedCents: 100 };

const FREE: Buyer = { openedAt: OLD, spent: 49, inEscrow: 0, bought: 0, paidCents: 0, paidFor: new Map() };
/** Spent the whole $35 package. */
const PAYING: Buyer = {
  openedAt: OLD,
  spent: 1000,
  inEscrow: 0,
  bought: 1000,
  paidCents: 3500,
  paidFor: new Map([[3500, 1000]]),
};

type Wanted = Partial<Claim & Omit<Worker, 'paidOut'>> & { earned?: number; paidOut?: PaidOut };

const trace = (
  { moves = [settle(200)], openedAt = OLD, earned = 200, paidOut = NOTHING_PAID_OUT, ...changes }: Wanted,
  buyers: Record<string, Partial<Buyer>> = { b: PAYING },
): WithdrawalFunding => {
  const claim = {
    coins: 200,
    requestedAt: NOW,
    covered: true,
    reserved: 0,
    fromWork: Math.min(earned, changes.coins ?? 200),
    ...changes,
  };
  const known = Object.entries(buyers).map(([id, buyer]): [string, Buyer] => [id, { ...PAYING, ...buyer }]);
  const [traced] = traceClaims([claim], { openedAt, moves, paidOut }, new Map(known), LIMITS);
  if (!traced) throw new Error('nothing traced');
  return traced.funding;
};

/** Four buyers who spend half of their coins on other workers: unsuspicious. */
const HONEST = { coins: 200, moves: ['b', 'c', 'd', 'e'].map((buyer) => settle(50, buyer)) };
const HONEST_BUYERS = { b: {}, c: {}, d: {}, e: {} };

describe('takeNewest', () => {
  const taken = (moves: Move[], wanted: number) => Object.fromEntries(takeNewest(moves, wanted));

  it('takes the newest coins and the needed part of the last settle', () => {
    expect(taken([settle(30, 'a'), settle(40, 'b'), settle(50, 'c')], 60)).toEqual({
      a: { coins: 30, settles: 1 },
      b: { coins: 30, settles: 1 },
    });
  });

  it('sums up the settles of one buyer', () => {
    expect(taken([settle(30), settle(40)], 70)).toEqual({ b: { coins: 70, settles: 2 } });
  });

  it('skips coins of earlier payouts, which used the then newest coins', () => {
    const moves = [settle(10, 'new'), payout(60), settle(50, 'paid out'), settle(40, 'half'), settle(5, 'old')];
    expect(taken(moves, 100)).toEqual({
      new: { coins: 10, settles: 1 },
      half: { coins: 30, settles: 1 },
      old: { coins: 5, settles: 1 },
    });
  });

  it('sums up consecutive payouts', () => {
    expect(taken([payout(20), payout(30), settle(50, 'a'), settle(9, 'b')], 9)).toEqual({
      b: { coins: 9, settles: 1 },
    });
  });
});

describe('the money paid in', () => {
  it('is the price of the $35 package, spread over the spent coins', () => {
    const buyer = { spent: 1049 };
    const funding = trace({ coins: 1058, earned: 1049, moves: [settle(1049)] }, { b: buyer });
    expect(funding).toMatchObject({ coins: 1049, paidIn: 35, loss: 17.9 });
  });

  it('is proportional to the coins, and zero for granted coins', () => {
    expect(trace({}, { b: {} })).toMatchObject({ paidIn: 7, loss: 3 });
    expect(trace({}, { b: { spent: 2000 } })).toMatchObject({ paidIn: 3.5, loss: 6.5 });
    expect(trace({}, { b: FREE })).toMatchObject({ paidIn: 0, loss: 10 });
  });

  it('is not higher while a buyer still holds coins of a package', () => {
    expect(trace({}, { b: { spent: 200 } })).toMatchObject({ paidIn: 7 });
  });

  it('can exceed the payout without a loss', () => {
    const dear = { spent: 200, bought: 200, paidCents: 2000 };
    expect(trace({}, { b: dear })).toMatchObject({ paidIn: 20, loss: 0, reasons: [] });
  });

  it('is zero for coins that were not earned by work', () => {
    expect(trace({ earned: 0, moves: [] })).toMatchObject({
      settles: 0,
      coins: 0,
      buyers: 0,
      largestShare: 0,
      paidIn: 0,
      loss: 10,
      reasons: ['unpaid-coins'],
    });
  });

  it('excludes reversed payments and refunded parts', () => {
    const payments = [
      paid(3500, 1000),
      paid(1000, 150, { refundedCents: 400 }),
      paid(2000, 500, { state: 'reversed', shortfall: 120 }),
    ];
    expect(purchasesOf(payments)).toEqual({
      bought: 1150,
      paidCents: 4100,
      paidFor: new Map([
        [3500, 1000],
        // $4 of the $10 for 150 coins went back.
        [1000, 90],
      ]),
    });
    expect(spentBy(accountWith({ balance: 20 }), payments, 50)).toBe(50 + 1150 + 120 - 20);
    expect(spentBy(accountWith({ balance: 20 }), payments, 0)).toBe(1150 + 120 - 20);
  });
});

describe('the reasons for a review', () => {
  it('do not flag work for several buyers who also pay others, despite a loss', () => {
    expect(trace(HONEST, HONEST_BUYERS)).toEqual({
      covered: true,
      settles: 4,
      coins: 200,
      buyers: 4,
      largestShare: 0.25,
      paidIn: 7,
      loss: 3,
      newBuyers: 0,
      newWorker: false,
      onlyWorkerBuyers: 0,
      truncated: false,
      reasons: [],
      granted: 0,
      appealed: 0,
      purchases: [{ price: 35, coins: 200 }],
      newBuyersShare: 0,
      total: { requested: 10, paidIn: 7, granted: 0 },
    });
  });

  it('are none for ten more granted coins', () => {
    expect(trace({ ...HONEST, coins: 210 }, HONEST_BUYERS)).toMatchObject({ loss: 3.5, reasons: [] });
  });

  it('include unpaid coins from 5 % and $1 on', () => {
    const of = (coins: number, granted: number, limits = LIMITS) => hasGranted({ coins, granted }, limits);
    expect([of(400, 20), of(400, 19), of(401, 20), of(20, 19)]).toEqual([true, false, false, false]);
    expect(of(401, 20, { ...LIMITS, grantedPercent: 4 })).toBe(true);
    expect(of(20, 19, { ...LIMITS, grantedCents: 95 })).toBe(true);
    const mixed = (granted: number) =>
      trace(
        { ...HONEST, moves: [settle(granted, 'free'), settle(100, 'c'), settle(100, 'd')] },
        { ...HONEST_BUYERS, free: FREE },
      );
    expect(mixed(19)).toMatchObject({ granted: 19, reasons: [] });
    expect(mixed(20)).toMatchObject({ granted: 20, paidIn: 6.3, reasons: ['unpaid-coins'] });
  });

  it('include unpaid coins also where the rest was bought for more than it pays out', () => {
    const small = { spent: 199, bought: 150, paidCents: 1500, paidFor: new Map([[1000, 150]]) };
    const funding = trace(HONEST, { b: small, c: small, d: small, e: small });
    expect(funding).toMatchObject({ granted: 49, loss: 0, reasons: ['unpaid-coins'] });
  });

  it('judge small requests together with what was paid out before', () => {
    const buyers = { ...HONEST_BUYERS, free: FREE };
    const moves = [settle(12, 'free'), settle(94, 'c'), settle(94, 'd')];
    expect(trace({ moves }, buyers)).toMatchObject({ granted: 12, reasons: [] });
    const paidOut = { coins: 200, granted: 12, paidCents: 658 };
    expect(trace({ moves, paidOut }, buyers)).toMatchObject({
      total: { requested: 20, paidIn: 13.16, granted: 24 },
      reasons: ['unpaid-coins'],
    });
    // Not for ever: a later request without such coins needs no look.
    expect(trace({ ...HONEST, paidOut }, HONEST_BUYERS).reasons).toEqual([]);
  });

  it('include appeals that Piecework paid only from a quarter of the price on', () => {
    const appealed = (coins: number) =>
      trace({ moves: [settle(coins, PIECEWORK), settle(100, 'c'), settle(100 - coins, 'd')] }, HONEST_BUYERS);
    expect(appealed(40)).toMatchObject({ granted: 0, appealed: 40, reasons: [] });
    expect(appealed(60)).toMatchObject({ granted: 0, appealed: 60, reasons: ['unpaid-coins'] });
  });

  it('include buyers who pay this worker only, from half of the coins on', () => {
    const only = { spent: 50, bought: 50, paidCents: 175 };
    expect(trace(HONEST, { ...HONEST_BUYERS, b: only })).toMatchObject({ onlyWorkerBuyers: 1, reasons: [] });
    expect(trace(HONEST, { ...HONEST_BUYERS, b: only, c: only })).toMatchObject({
      onlyWorkerBuyers: 2,
      reasons: ['only-worker'],
    });
  });

  it('ignore a tenth paid to others, and coins in escrow', () => {
    const onlyAt = (buyer: Partial<Buyer>) => trace({}, { b: buyer }).onlyWorkerBuyers;
    expect(onlyAt({ spent: 220 })).toBe(1);
    expect(onlyAt({ spent: 221 })).toBe(0);
    expect(onlyAt({ spent: 720, inEscrow: 500 })).toBe(1);
    expect(onlyAt({ spent: 721, inEscrow: 500 })).toBe(0);
  });

  it('count earlier and paid out coins as paid to this worker', () => {
    const moves = [settle(200), payout(300), settle(300)];
    expect(trace({ moves }, { b: { spent: 500 } }).onlyWorkerBuyers).toBe(1);
  });

  it('read the escrow of those buyers only for whom it matters', () => {
    expect([220, 221, 2000, 2001].map((spent) => isUndecided(spent, 200))).toEqual([false, true, true, false]);
  });

  it('include one buyer above four fifths', () => {
    const of = (largest: number) => trace({ moves: [settle(largest), settle(200 - largest, 'c')] }, { b: {}, c: {} });
    expect(of(159)).toMatchObject({ largestShare: 0.795, reasons: [] });
    expect(of(160)).toMatchObject({ largestShare: 0.8, reasons: ['one-buyer'] });
  });

  it('include more settles than are read; the others are in no sum', () => {
    const moves = Array.from({ length: 500 }, (_, n) => settle(1, `b${n % 4}`));
    const buyers = { b0: {}, b1: {}, b2: {}, b3: {} };
    expect(trace({ coins: 600, earned: 600, moves }, buyers)).toMatchObject({
      settles: 500,
      coins: 500,
      paidIn: 17.5,
      loss: 7.5,
      truncated: true,
      reasons: ['truncated'],
    });
    expect(trace({ coins: 500, earned: 600, moves }, buyers)).toMatchObject({ truncated: false, reasons: [] });
  });

  it('are none while the balance does not cover the withdrawal', () => {
    expect(trace({ covered: false, earned: 0, moves: [] })).toMatchObject({ covered: false, loss: 0, reasons: [] });
  });
});

test('an account is new when opened less than 72 hours before the request or later', () => {
  const at = (openedAt: number | null) => trace({ openedAt }, { b: { openedAt } });
  for (const opened of [OLD, null]) expect(at(opened)).toMatchObject({ newBuyers: 0, newWorker: false });
  for (const opened of [OLD + 1, NOW + 1]) expect(at(opened)).toMatchObject({ newBuyers: 1, newWorker: true });
});

/** Possible settles and payouts, newest first, and the balance they leave. */
const histories = fc
  .array(
    fc.record({ isPayout: fc.nat(3).map((n) => n === 0), coins: fc.integer({ min: 1, max: 300 }), from: fc.nat(5) }),
  )
  .map((acts) => {
    let held = 0;
    const moves = acts.flatMap(({ isPayout, coins: wanted, from }): Move[] => {
      const coins = isPayout ? Math.min(wanted, held) : wanted;
      held += isPayout ? -coins : coins;
      if (coins === 0) return [];
      return [isPayout ? payout(coins) : settle(coins, `b${from}`)];
    });
    return { moves: moves.reverse(), held };
  });

const towns = fc
  .array(
    fc.record({
      spent: fc.nat(2000),
      inEscrow: fc.nat(50),
      bought: fc.nat(1500),
      paidCents: fc.oneof(fc.constant(0), fc.nat(5000)),
      kept: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
    }),
    { minLength: 6, maxLength: 6 },
  )
  .map((buyers) =>
    Object.fromEntries(
      buyers.map(({ kept, ...buyer }, n) => {
        const paidFor = new Map(
          [100, 1000, 2000, 3500].map((cents, at) => [cents, ((kept[at] ?? 0) * buyer.bought) / 4]),
        );
        return [`b${n}`, { ...buyer, paidFor }];
      }),
    ),
  );

test('for random ledgers no loss is negative and traced coins are held and requested', () => {
  fc.assert(
    fc.property(histories, towns, fc.integer({ min: 1, max: 600 }), ({ moves, held }, buyers, coins) => {
      const funding = trace({ coins, earned: held, moves }, buyers);
      // Payouts take the newest coins, so all remaining ones are traceable.
      expect(funding.coins).toBe(Math.min(coins, held));
      expect(funding.loss).toBeGreaterThanOrEqual(0);
      expect(funding.loss).toBeCloseTo(Math.max(0, coins * 0.05 - funding.paidIn), 6);
      expect(funding.largestShare).toBeGreaterThanOrEqual(0);
      expect(funding.largestShare).toBeLessThanOrEqual(1);
      expect(funding.onlyWorkerBuyers).toBeLessThanOrEqual(funding.buyers);
      expect(funding.truncated).toBe(false);
      const bought = funding.purchases.map((purchase) => purchase.coins);
      expect([...bought, funding.granted, funding.appealed].every((part) => part >= 0)).toBe(true);
      expect([...bought, funding.granted, funding.appealed].reduce((a, b) => a + b)).toBe(coins);
    }),
    { numRuns: 500 },
  );
});

test('requests of one worker share its coins: each of them is in one request', () => {
  fc.assert(
    fc.property(histories, towns, fc.array(fc.integer({ min: 1, max: 300 })), ({ moves, held }, towned, wanted) => {
      const buyers = new Map(Object.entries(towned).map(([id, buyer]) => [id, { ...PAYING, ...buyer }]));
      let reserved = 0;
      const claims = wanted.map((coins) => {
        const fromWork = Math.min(coins, held - reserved);
        reserved += fromWork;
        const claim = { coins, requestedAt: NOW, covered: true };
        return { ...claim, fromWork, reserved: reserved - fromWork };
      });
      const worker = { openedAt: OLD, moves, paidOut: NOTHING_PAID_OUT };
      const found = traceClaims(claims, worker, buyers, LIMITS);
      const all = { coins: reserved, requestedAt: NOW, covered: true, fromWork: reserved, reserved: 0 };
      const [whole] = traceClaims([all], worker, buyers, LIMITS);
      const sumOf = (of: (each: PaidOut) => number) => found.reduce((sum, { traced }) => sum + of(traced), 0);
      expect(sumOf(({ coins }) => coins)).toBe(wanted.reduce((sum, coins) => sum + coins, 0));
      // A cent per request, for the rounding.
      const paid = Math.abs(sumOf(({ paidCents }) => paidCents) - (whole?.traced.paidCents ?? 0));
      expect(paid).toBeLessThanOrEqual((wanted.length + 1) / 2);
    }),
    { numRuns: 300 },
  );
});

/** Buyers with their purchases (cents) and, as a share of their coins, what they pay to each worker. */
const farms = fc.record({
  buyers: fc.array(
    fc.record({
      packages: fc.array(fc.constantFrom(...COIN_PACKAGES), { maxLength: 2 }),
      pays: fc.array(fc.nat(100), { minLength: 5, maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  slices: fc.integer({ min: 1, max: 3 }),
});

test('a farm of any shape withdraws no granted coins unseen, beyond 5 % or $1 of a worker', () => {
  fc.assert(
    fc.property(farms, ({ buyers, slices }) => {
      const moves = new Map<number, Move[]>();
      const known = new Map<string, Buyer>();
      let unpaid = 0;
      let paidCents = 0;
      for (const [at, { packages, pays }] of buyers.entries()) {
        const payments = packages.map(({ price, coins }) => paid(price * 100, coins));
        const purchases = purchasesOf(payments);
        const weight = Math.max(
          1,
          pays.reduce((sum, each) => sum + each, 0),
        );
        const settles = pays.map((each) => Math.floor((each / weight) * (purchases.bought + 49)));
        const spent = settles.reduce((sum, each) => sum + each, 0);
        known.set(`b${at}`, { openedAt: OLD, inEscrow: 0, spent, ...purchases });
        for (const [worker, coins] of settles.entries())
          if (coins > 0) moves.set(worker, [...(moves.get(worker) ?? []), settle(coins, `b${at}`)]);
        unpaid += Math.max(0, spent - purchases.bought);
        paidCents += purchases.paidCents * Math.min(1, spent / Math.max(1, purchases.bought));
      }
      const requests = [...moves.values()].flatMap((own) => {
        const earned = own.reduce((sum, { coins }) => sum + coins, 0);
        const claims = Array.from({ length: slices }, (_, slice): Claim => {
          const from = Math.floor((earned * slice) / slices);
          const fromWork = Math.floor((earned * (slice + 1)) / slices) - from;
          // With the nine starting coins that a worker can withdraw.
          const coins = fromWork + (slice === slices - 1 ? 9 : 0);
          return { coins, fromWork, reserved: from, requestedAt: NOW, covered: true };
        });
        unpaid += 9;
        return traceClaims(claims, { openedAt: OLD, moves: own, paidOut: NOTHING_PAID_OUT }, known, LIMITS);
      });
      const granted = requests.reduce((sum, { funding }) => sum + funding.granted, 0);
      const dollars = requests.reduce((sum, { funding }) => sum + funding.paidIn, 0);
      expect(Math.abs(granted - unpaid)).toBeLessThanOrEqual(requests.length);
      expect(Math.abs(dollars - paidCents / 100)).toBeLessThanOrEqual(0.01 * requests.length);
      for (const { funding, traced } of requests)
        if (!funding.reasons.includes('unpaid-coins'))
          expect(funding.granted).toBeLessThan(Math.max(20, traced.coins * 0.05));
    }),
    { numRuns: 300 },
  );
});

test('fractions become whole numbers of the same sum, each less than one away', () => {
  const parts = fc.array(fc.nat(1000), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(parts, fc.nat(100_000), (weights, total) => {
      const sum = weights.reduce((a, b) => a + b, 0);
      fc.pre(sum > 0);
      const exact = new Map(weights.map((weight, at) => [at, (weight / sum) * total]));
      const whole = inWholes(exact, total);
      expect([...whole.values()].reduce((a, b) => a + b, 0)).toBe(total);
      for (const [at, value] of exact) expect(Math.abs((whole.get(at) ?? 0) - value)).toBeLessThan(1);
    }),
  );
});
