import { afterEntry, NOTHING_HELD, transferOf } from './ledger';

describe('afterEntry', () => {
  it('adds the entry and counts it', () => {
    expect(afterEntry({ balance: 7, version: 3, earned: 0 }, 'topup', 5)).toEqual({
      balance: 12,
      version: 4,
      earned: 0,
    });
  });

  it('lets a balance go to zero and never below', () => {
    expect(afterEntry({ balance: 5, version: 1, earned: 0 }, 'fund', -5).balance).toBe(0);
    expect(() => afterEntry({ balance: 5, version: 1, earned: 0 }, 'fund', -6)).toThrow('-1 coins');
  });

  it('refuses more coins than can be counted', () => {
    expect(() => afterEntry({ balance: Number.MAX_SAFE_INTEGER, version: 1, earned: 0 }, 'topup', 2)).toThrow(
      'more coins',
    );
  });

  it('counts what came by work, and a payout uses it up first', () => {
    const granted = afterEntry(NOTHING_HELD, 'grant', 10);
    expect(granted.earned).toBe(0);
    const paid = afterEntry(granted, 'settle', 300);
    expect(paid.earned).toBe(300);
    expect(afterEntry(paid, 'payout', -250).earned).toBe(50);
    expect(afterEntry(paid, 'payout', -305).earned).toBe(0);
  });

  it('forgets earlier work with the balance that a change of role replaces', () => {
    expect(afterEntry({ balance: 300, version: 2, earned: 290 }, 'role', -290).earned).toBe(0);
  });

  it('never counts more as earned than is there', () => {
    expect(afterEntry({ balance: 300, version: 2, earned: 290 }, 'reverse', -200).earned).toBe(100);
  });
});

describe('transferOf', () => {
  it('resets a balance in either direction', () => {
    expect(transferOf.role('u', 2, 300, 10)).toMatchObject({
      id: 'role:u:2',
      from: 'user:u',
      to: 'world:adjust',
      amount: 290,
    });
    expect(transferOf.role('u', 2, 10, 50)).toMatchObject({
      from: 'world:adjust',
      to: 'user:u',
      amount: 40,
    });
    expect(transferOf.role('u', 2, 50, 50).amount).toBe(0);
  });
});
