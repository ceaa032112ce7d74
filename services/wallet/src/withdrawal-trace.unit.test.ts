import type { WithdrawalFunding } from '@piecework/contracts';
import fc from 'fast-check';
import type { Payment } from './payment';
import { accountWith } from './wallet.fixtures';
import {
  type Buyer,
  type Claim,
  isUndecided,
  MAX_MOVES,
  type Move,
  purchasesOf,
  spentBy,
  takeNewest,
  traceClaim,
} from './withdrawal-trace';

const NOW = Date.UTC(2026, 10, 22);
const OLD = NOW - 72 * 3_600_000;

const settle = (coins: number, buyerId = 'b'): Move => ({ coins, buyerId });
const payout = (coins: number): Move => ({ coins: -coins, buyerId: null });
const paid = (cents: number, coins: number, changes: Partial<Payment> = {}) =>
  ({ cents, coins, state: 'credited', shortfall: 0, ...changes }) as Payment;

const FREE: Buyer = { openedAt: OLD, spent: 49, inEscrow: 0, bought: 0, paidCents: 0 };
/** Spent the whole $35 package. */
const PAYING: Buyer = { openedAt: OLD, spent: 1000, inEscrow: 0, bought: 1000, paidCents: 3500 };

const trace = (
  changes: Partial<Claim>,
  buyers: Record<string, Partial<Buyer>> = { b: PAYING },
): WithdrawalFunding => {
  const claim = {
    coins: 200,
    earned: 200,
    requestedAt: NOW,
    covered: true,
    workerOpenedAt: OLD,
    moves: [settle(200)],
    ...changes,
  };
  const known = Object.entries(buyers).map(([id, buyer]): [string, Buyer] => [id, { ...PAYING, ...buyer }]);
  return traceClaim(claim, new Map(known));
};

/** Four buyers who spend half of their coins on other workers: unsuspicious. */
const HONEST = {
  coins: 200,
  moves: ['b', 'c', 'd', 'e'].map((buyer) => settle(50, buyer)),
};
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
    const moves = [
      settle(10, 'new'),
      payout(60),
      settle(50, 'paid out'),
      settle(40, 'half'),
      settle(5, 'old'),
    ];
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
      ...{ settles: 0, coins: 0, buyers: 0, largestShare: 0, paidIn: 0, loss: 10 },
      reasons: ['unpaid-coins'],
    });
  });

  it('excludes reversed payments and refunded parts', () => {
    const payments = [
      paid(3500, 1000),
      paid(1000, 150, { refundedCents: 400 }),
      paid(2000, 500, { state: 'reversed', shortfall: 120 }),
    ];
    expect(purchasesOf(payments)).toEqual({ bought: 1150, paidCents: 4100 });
    expect(spentBy(accountWith({ balance: 20 }), payments)).toBe(50 + 1150 + 120 - 20);
  });

  it('assumes that a former or changing buyer has spent all coins', () => {
    const spent = (changes: object) => spentBy(accountWith({ balance: 20, ...changes }), []);
    const change = { roleVersion: 1, from: 'buyer', to: 'worker' } as const;
    expect(spent({})).toBe(30);
    expect(spent({ role: 'worker', roleVersion: 1 })).toBe(100);
    expect(spent({ roleVersion: 2 })).toBe(130);
    expect(spent({ roleVersion: 1, change })).toBe(100);
    expect(spent({ closed: true, roleVersion: 1 })).toBe(100);
    expect(spent({ balance: 90 })).toBe(0);
  });
});

describe('the reasons for a review', () => {
  it('do not flag work for several buyers who also pay others, despite a loss', () => {
    expect(trace(HONEST, HONEST_BUYERS)).toEqual({
      ...{ covered: true, settles: 4, coins: 200, buyers: 4, largestShare: 0.25, paidIn: 7, loss: 3 },
      ...{ newBuyers: 0, newWorker: false, onlyWorkerBuyers: 0, truncated: false, reasons: [] },
    });
  });

  it('are none for ten more granted coins', () => {
    expect(trace({ ...HONEST, coins: 210 }, HONEST_BUYERS)).toMatchObject({ loss: 3.5, reasons: [] });
  });

  it('include unpaid coins from a quarter on', () => {
    // The cheapest price is 3.5 cents: 200 coins are $7.00.
    const at = (paidCents: number) => trace(HONEST, { ...HONEST_BUYERS, b: { paidCents } });
    expect(at(0)).toMatchObject({ paidIn: 5.25, reasons: [] });
    expect(trace({ ...HONEST, coins: 201 }, { ...HONEST_BUYERS, b: { paidCents: 0 } })).toMatchObject({
      paidIn: 5.25,
      reasons: ['unpaid-coins'],
    });
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
    expect([220, 221, 2000, 2001].map((spent) => isUndecided(spent, 200))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('include one buyer above four fifths', () => {
    const of = (largest: number) =>
      trace({ moves: [settle(largest), settle(200 - largest, 'c')] }, { b: {}, c: {} });
    expect(of(159)).toMatchObject({ largestShare: 0.795, reasons: [] });
    expect(of(160)).toMatchObject({ largestShare: 0.8, reasons: ['one-buyer'] });
  });

  it('include more settles than are read; the others are in no sum', () => {
    const moves = Array.from({ length: MAX_MOVES }, (_, n) => settle(1, `b${n % 4}`));
    const buyers = { b0: {}, b1: {}, b2: {}, b3: {} };
    expect(trace({ coins: 600, earned: 590, moves }, buyers)).toMatchObject({
      ...{ settles: 500, coins: 500, paidIn: 17.5, loss: 8, truncated: true, reasons: ['truncated'] },
    });
    expect(trace({ coins: 500, earned: 590, moves }, buyers)).toMatchObject({
      truncated: false,
      reasons: [],
    });
  });

  it('are none while the balance does not cover the withdrawal', () => {
    expect(trace({ covered: false, earned: 0, moves: [] })).toMatchObject({
      ...{ covered: false, loss: 0, reasons: [] },
    });
  });
});

test('an account is new when opened less than 72 hours before the request, later, or not yet', () => {
  const at = (openedAt: number | null) => trace({ workerOpenedAt: openedAt }, { b: { openedAt } });
  expect(at(OLD)).toMatchObject({ newBuyers: 0, newWorker: false });
  for (const opened of [OLD + 1, NOW + 1, null])
    expect(at(opened)).toMatchObject({ newBuyers: 1, newWorker: true });
});

/** Possible settles and payouts, newest first, and the balance they leave. */
const histories = fc
  .array(
    fc.record({
      isPayout: fc.nat(3).map((n) => n === 0),
      coins: fc.integer({ min: 1, max: 300 }),
      from: fc.nat(5),
    }),
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
      ...{ spent: fc.nat(2000), inEscrow: fc.nat(50), bought: fc.nat(1500) },
      paidCents: fc.oneof(fc.constant(0), fc.nat(5000)),
    }),
    { minLength: 6, maxLength: 6 },
  )
  .map((buyers) => Object.fromEntries(buyers.map((buyer, n) => [`b${n}`, buyer])));

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
    }),
    { numRuns: 500 },
  );
});
