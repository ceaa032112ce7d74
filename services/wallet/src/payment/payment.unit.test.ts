import { decideCredit, decideReversal, paymentOf, unrecorded } from './payment';
import type { PaidIntent } from './payment-processor';

const paid = (changes: Partial<PaidIntent> = {}): PaidIntent => ({
  intent: 'pi_1',
  userId: 'b',
  email: 'b@example.com',
  amountCents: 1000,
  currency: 'usd',
  card: '4242',
  at: 1,
  refundedCents: 0,
  isReversed: false,
  ...changes,
});
const wanted = { userId: 'b', price: 10 };

describe('unrecorded', () => {
  it('returns the first unrecorded payment', () => {
    const list = [paid(), paid({ intent: 'pi_2' })];
    expect(unrecorded(list, new Set(), wanted)?.intent).toBe('pi_1');
    expect(unrecorded(list, new Set(['pi_1']), wanted)?.intent).toBe('pi_2');
    expect(unrecorded(list, new Set(['pi_1', 'pi_2']), wanted)).toBeUndefined();
  });

  it.each([{ userId: 'c' }, { amountCents: 100 }, { currency: 'bdt' }, { isReversed: true }])(
    'skips a payment of another user, amount or currency, and a reversed one: %j',
    (changes) => {
      expect(unrecorded([paid(changes)], new Set(), wanted)).toBeUndefined();
    },
  );
});

describe('paymentOf', () => {
  it('looks up the coins in the table of packages', () => {
    expect(paymentOf(paid(), 5, true)).toMatchObject({
      coins: 150,
      cents: 1000,
      state: 'recorded',
      at: 5,
      isClaimed: true,
    });
  });

  it('throws on an amount without a package', () => {
    expect(() => paymentOf(paid({ amountCents: 999 }), 5, true)).toThrow('999 cents');
  });
});

describe('decideCredit', () => {
  const buyer = { role: 'buyer', opened: true, closed: false } as const;

  it('credits a recorded payment to a buyer once, and no reversed payment', () => {
    expect(decideCredit({ state: 'recorded' }, buyer)).toBe('credit');
    expect(decideCredit({ state: 'credited' }, buyer)).toBe('repeat');
    expect(decideCredit({ state: 'reversed' }, buyer)).toEqual({ failure: 'payment-reversed' });
  });

  it('refuses a user who is not a buyer', () => {
    for (const holder of [
      { ...buyer, role: 'worker' },
      { ...buyer, role: null },
      { ...buyer, closed: true },
    ] as const)
      expect(decideCredit({ state: 'recorded' }, holder)).toEqual({ failure: 'not-a-buyer' });
  });

  it('does not take a payer whose registration is on its way for a former buyer', () => {
    const unknown = { role: null, opened: false, closed: false };
    expect(decideCredit({ state: 'recorded' }, unknown)).toEqual({ failure: 'unavailable' });
    expect(decideCredit({ state: 'recorded' }, { ...unknown, closed: true })).toEqual({ failure: 'not-a-buyer' });
  });
});

describe('decideReversal', () => {
  it('takes back credited coins, down to a balance of zero', () => {
    expect(decideReversal({ state: 'credited', coins: 150 }, 200)).toEqual({ taken: 150, shortfall: 0 });
    expect(decideReversal({ state: 'credited', coins: 150 }, 40)).toEqual({ taken: 40, shortfall: 110 });
  });

  it('takes nothing of an uncredited or reversed payment', () => {
    expect(decideReversal({ state: 'recorded', coins: 150 }, 200)).toEqual({ taken: 0, shortfall: 0 });
    expect(decideReversal({ state: 'reversed', coins: 150 }, 200)).toBe('repeat');
  });
});
