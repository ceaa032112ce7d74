import { isFailure } from '@piecework/http';
import { decideWithdrawal, unearnedOf } from './withdrawal';

const pending = { status: 'pending', coins: 200 } as const;
const holding = (balance: number, earned = balance) =>
  ({ role: 'worker', balance, earned, change: null }) as const;

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
      expect(decideWithdrawal(pending, { ...holding(900), role }, 'approved')).toMatchObject({
        status: 'canceled',
      });
  });

  it('pays nothing before a role change is settled', () => {
    const change = { roleVersion: 1, from: 'buyer', to: 'worker' } as const;
    expect(decideWithdrawal(pending, { ...holding(900), change }, 'approved')).toEqual({
      failure: 'role-unsettled',
    });
    expect(decideWithdrawal(pending, { ...holding(900), change }, 'canceled')).toMatchObject({
      status: 'canceled',
    });
  });

  it('cancels for an admin', () => {
    expect(decideWithdrawal(pending, holding(900), 'canceled')).toEqual({
      status: 'canceled',
      reason: 'admin',
    });
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

describe('unearnedOf', () => {
  it('returns the coins beyond the earned ones', () => {
    expect(unearnedOf(200, 150)).toBe(50);
    expect(unearnedOf(200, 200)).toBe(0);
    expect(unearnedOf(200, 500)).toBe(0);
  });
});
