import { excessFault, MIN_WITHDRAWAL_COINS, missingOf, shortfallOf, withdrawableOf } from '@piecework/contracts';
import { isFailure } from '@piecework/http';
import fc from 'fast-check';
import { decideWithdrawal, unearnedOf } from './withdrawal';

const pending = { status: 'pending', coins: 200 } as const;
const holding = (balance: number, earned = balance) => ({ role: 'worker', balance, earned, change: null }) as const;

describe('decideWithdrawal', () => {
  it('pays when the balance strictly exceeds the coins', () => {
    expect(decideWithdrawal(pending, holding(201), 'approved')).toEqual({ status: 'approved', unearned: 0 });
    expect(decideWithdrawal(pending, holding(200), 'approved')).toEqual({
      status: 'canceled',
      reason: 'insufficient-coins',
    });
  });

  it('pays nothing to another role', () => {
    for (const role of ['buyer', 'admin', null] as const)
      expect(decideWithdrawal(pending, { ...holding(900), role }, 'approved')).toMatchObject({ status: 'canceled' });
  });

  it('pays nothing before a role change is settled', () => {
    const change = { roleVersion: 1, from: 'buyer', to: 'worker' } as const;
    expect(decideWithdrawal(pending, { ...holding(900), change }, 'approved')).toEqual({ failure: 'role-unsettled' });
    expect(decideWithdrawal(pending, { ...holding(900), change }, 'canceled')).toMatchObject({ status: 'canceled' });
  });

  it('cancels for an admin', () => {
    expect(decideWithdrawal(pending, holding(900), 'canceled')).toEqual({ status: 'canceled', reason: 'admin' });
  });

  it('approves nothing that is held, and cancels it', () => {
    const held = { ...pending, hold: { reasonCode: 'one-buyer', at: 1 } } as const;
    expect(decideWithdrawal(held, holding(900), 'approved')).toEqual({ failure: 'on-hold' });
    expect(decideWithdrawal(held, holding(10), 'approved')).toEqual({ failure: 'on-hold' });
    expect(decideWithdrawal(held, holding(900), 'canceled')).toMatchObject({ status: 'canceled' });
  });

  it('absorbs a repeat and refuses the opposite decision', () => {
    for (const status of ['approved', 'canceled'] as const) {
      expect(decideWithdrawal({ status, coins: 200 }, holding(900), status)).toBe('repeat');
      const opposite = status === 'approved' ? 'canceled' : 'approved';
      expect(isFailure(decideWithdrawal({ status, coins: 200 }, holding(900), opposite))).toBe(true);
    }
  });
});

describe('the coins that the screens name', () => {
  /** Whether the requests are all paid, one after the other. */
  const arePaid = (balance: number, requests: readonly number[]): boolean => {
    let left = balance;
    return requests.every((coins) => {
      const decision = decideWithdrawal({ status: 'pending', coins }, holding(left), 'approved');
      left -= coins;
      return typeof decision === 'object' && 'status' in decision && decision.status === 'approved';
    });
  };
  const coins = fc.integer({ min: MIN_WITHDRAWAL_COINS, max: 900 });
  const cases = [fc.nat(2000), fc.array(coins, { maxLength: 3 }), coins] as const;

  it('follow the rule by which a request is paid, after all pending ones', () => {
    fc.assert(
      fc.property(...cases, (available, pendingCoins, wanted) => {
        const worker = { available, requested: pendingCoins.reduce((sum, one) => sum + one, 0) };
        const isPaid = (balance: number, request: number) => arePaid(balance, [...pendingCoins, request]);
        const [most, missing] = [withdrawableOf(worker), missingOf(worker)];
        expect(most === 0).toBe(!isPaid(available, MIN_WITHDRAWAL_COINS));
        if (most > 0) expect([isPaid(available, most), isPaid(available, most + 1)]).toEqual([true, false]);
        expect(isPaid(available + missing, MIN_WITHDRAWAL_COINS)).toBe(true);
        if (missing > 0) expect(isPaid(available + missing - 1, MIN_WITHDRAWAL_COINS)).toBe(false);
        const shortfall = shortfallOf(wanted, worker);
        expect(shortfall === 0).toBe(isPaid(available, wanted));
        expect(isPaid(available + shortfall, wanted)).toBe(true);
        const isAlone = pendingCoins.length === 0;
        expect(excessFault(wanted, worker) === null).toBe(isAlone || isPaid(available, wanted));
      }),
      {
        examples: [
          [200, [], 200],
          [201, [], 200],
          [583, [250], 333],
        ],
      },
    );
  });
});

describe('unearnedOf', () => {
  it('returns the coins beyond the earned ones', () => {
    expect(unearnedOf(200, 150)).toBe(50);
    expect(unearnedOf(200, 200)).toBe(0);
    expect(unearnedOf(200, 500)).toBe(0);
  });
});
