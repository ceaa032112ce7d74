import { afterEntry, EMPTY_HOLDING, transferOf } from './ledger';

describe('afterEntry', () => {
  it('adds the amount and increments the version', () => {
    expect(afterEntry({ balance: 7, version: 3, earned: 0 }, 'topup', 5)).toEqual({
      balance: 12,
      version: 4,
      earned: 0,
    });
  });

  it('accepts a balance of zero and throws below', () => {
    expect(afterEntry({ balance: 5, version: 1, earned: 0 }, 'fund', -5).balance).toBe(0);
    expect(() => afterEntry({ balance: 5, version: 1, earned: 0 }, 'fund', -6)).toThrow('-1 coins');
  });

  it('throws above the largest safe integer', () => {
    expect(() => afterEntry({ balance: Number.MAX_SAFE_INTEGER, version: 1, earned: 0 }, 'topup', 2)).toThrow(
      'largest safe integer',
    );
  });

  it('counts earned coins, which payouts use first', () => {
    const granted = afterEntry(EMPTY_HOLDING, 'grant', 10);
    expect(granted.earned).toBe(0);
    const paid = afterEntry(granted, 'settle', 300);
    expect(paid.earned).toBe(300);
    expect(afterEntry(paid, 'appeal', 20).earned).toBe(320);
    expect(afterEntry(paid, 'payout', -250).earned).toBe(50);
    expect(afterEntry(paid, 'payout', -305).earned).toBe(0);
  });

  it('resets earned coins with a role change', () => {
    expect(afterEntry({ balance: 300, version: 2, earned: 290 }, 'role', -290).earned).toBe(0);
  });

  it('never counts more earned coins than the balance', () => {
    expect(afterEntry({ balance: 300, version: 2, earned: 290 }, 'reverse', -200).earned).toBe(100);
  });
});

describe('transferOf', () => {
  it('role moves coins in either direction', () => {
    expect(transferOf.role('u', 2, 300, 10)).toMatchObject({
      id: 'role:u:2',
      from: 'user:u',
      to: 'world:adjust',
      amount: 290,
    });
    expect(transferOf.role('u', 2, 10, 50)).toMatchObject({ from: 'world:adjust', to: 'user:u', amount: 40 });
    expect(transferOf.role('u', 2, 50, 50).amount).toBe(0);
  });
});
