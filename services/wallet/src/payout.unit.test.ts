import { isFailure } from '@piecework/http';
import { correctNumber, decidePayout, refuseReveal, withEntry } from './payout';
import type { TimelineEntry } from './withdrawal';

const requestedAt = 1_000;
const requested: TimelineEntry = { state: 'requested', at: requestedAt };
const approved = { status: 'approved', requestedAt, timeline: [requested] } as const;
const due = { ...approved, payout: 'due' } as const;
const NUMBER = '01712345678';

describe('decidePayout', () => {
  it('decides what is due, and what was approved before payouts were recorded', () => {
    for (const outcome of ['paid', 'failed'] as const) {
      expect(decidePayout(due, outcome, 'TRX1')).toBe('decided');
      expect(decidePayout({ status: 'approved', requestedAt }, outcome, 'TRX1')).toBe('decided');
    }
  });

  it('refuses what is not approved', () => {
    for (const status of ['pending', 'canceled'] as const)
      expect(decidePayout({ status, requestedAt }, 'paid', 'TRX1')).toEqual({ failure: 'not-approved' });
  });

  it('absorbs a repeat, and refuses another outcome, reference or reason', () => {
    for (const outcome of ['paid', 'failed'] as const) {
      const decided = {
        ...approved,
        payout: outcome,
        timeline: withEntry(due, { state: outcome, at: 2_000, note: 'TRX1' }),
      };
      expect(decidePayout(decided, outcome, 'TRX1')).toBe('repeat');
      expect(decidePayout(decided, outcome, 'TRX2')).toEqual({ failure: 'closed-payout' });
      const opposite = outcome === 'paid' ? 'failed' : 'paid';
      expect(decidePayout(decided, opposite, 'TRX1')).toEqual({ failure: 'closed-payout' });
    }
  });
});

describe('correctNumber', () => {
  const correct = (withdrawal: object, accountNumber = NUMBER) =>
    correctNumber(
      { status: 'approved', paymentSystem: 'bkash', ...withdrawal } as Parameters<typeof correctNumber>[0],
      accountNumber,
    );

  it('leaves a pending withdrawal pending, and makes a failed payout due', () => {
    expect(correct({ status: 'pending' })).toBe('pending');
    expect(correct({ payout: 'due' })).toBe('due');
    expect(correct({ payout: 'failed' })).toBe('due');
  });

  it('refuses what is paid or canceled, and what may have been paid before payouts were recorded', () => {
    for (const closed of [{ payout: 'paid' }, { status: 'canceled' }, {}])
      expect(correct(closed)).toEqual({ failure: 'closed-payout' });
  });

  it('takes letters only under `other`', () => {
    expect(correct({ payout: 'due' }, 'anna@bank')).toMatchObject({ errors: [{ field: 'accountNumber' }] });
    expect(correct({ payout: 'due', paymentSystem: 'other' }, 'anna@bank')).toBe('due');
    expect(isFailure(correct({ payout: 'due', paymentSystem: 'other' }, '- 12 -'))).toBe(true);
  });
});

describe('refuseReveal', () => {
  it('allows only what is due', () => {
    expect(refuseReveal(due)).toBeNull();
    expect(refuseReveal({ status: 'pending' })).toEqual({ failure: 'not-approved' });
    expect(refuseReveal({ status: 'approved' })).toEqual({ failure: 'no-account' });
    for (const payout of ['paid', 'failed'] as const)
      expect(refuseReveal({ status: 'approved', payout })).toEqual({ failure: 'closed-payout' });
  });
});

describe('withEntry', () => {
  it('begins the timeline of an older document with its request', () => {
    expect(withEntry({ requestedAt }, { state: 'approved', at: 2_000 })).toEqual([
      requested,
      { state: 'approved', at: 2_000 },
    ]);
  });

  it('keeps one of several corrections in a row', () => {
    const once = withEntry(due, { state: 'corrected', at: 2_000 });
    const twice = withEntry({ requestedAt, timeline: once }, { state: 'corrected', at: 3_000 });
    expect(twice).toEqual([requested, { state: 'corrected', at: 3_000 }]);
  });
});
