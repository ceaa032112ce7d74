import { DAY_MS } from '@piecework/base';
import { isFailure } from '@piecework/http';
import type { TimelineEntry } from '../withdrawal/withdrawal';
import { correctNumber, decidePayout, refuseReveal, waitForChange, withEntry } from './payout';

const requested: TimelineEntry = { state: 'requested', at: 1_000 };
const timeline = [requested];
const approved = { status: 'approved', timeline } as const;
const due = { ...approved, payout: 'due' } as const;
const NUMBER = '01712345678';

const account = { key: 'k', sealed: 's', mask: '678' };
const NOW = 5_000;
const record = (
  withdrawal: Parameters<typeof decidePayout>[0],
  outcome: 'paid' | 'failed',
  given: { note?: string; accountMask?: string; earlyReason?: string } = {},
  isSuspended = false,
) => decidePayout(withdrawal, { outcome, note: 'TRX1', ...given }, { now: NOW, isSuspended });

describe('decidePayout', () => {
  it('decides what is due', () => {
    for (const outcome of ['paid', 'failed'] as const) expect(record(due, outcome)).toBe('decided');
  });

  it('refuses what is not approved', () => {
    for (const status of ['pending', 'canceled'] as const)
      expect(record({ status, timeline }, 'paid')).toEqual({ failure: 'not-approved' });
  });

  it('absorbs a repeat, and refuses another outcome, reference or reason', () => {
    for (const outcome of ['paid', 'failed'] as const) {
      const decided = {
        ...approved,
        payout: outcome,
        timeline: withEntry(due, { state: outcome, at: 2_000, note: 'TRX1' }),
      };
      expect(record(decided, outcome)).toBe('repeat');
      expect(record(decided, outcome, { note: 'TRX2' })).toEqual({ failure: 'closed-payout' });
      const opposite = outcome === 'paid' ? 'failed' : 'paid';
      expect(record(decided, opposite)).toEqual({ failure: 'closed-payout' });
    }
  });

  it('needs the end of the number that was paid, and refuses another one', () => {
    const known = { ...due, account };
    expect(record(known, 'paid')).toMatchObject({ errors: [{ field: 'accountMask' }] });
    expect(record(known, 'failed')).toBe('decided');
    for (const outcome of ['paid', 'failed'] as const) {
      expect(record(known, outcome, { accountMask: '678' })).toBe('decided');
      expect(record(known, outcome, { accountMask: '222' })).toEqual({ failure: 'number-changed' });
      expect(record(due, outcome, { accountMask: '678' })).toEqual({ failure: 'number-changed' });
    }
  });

  it('waits after a change of the number, unless there is a reason', () => {
    const changed = { ...due, account, payFrom: NOW + 1 };
    const accountMask = '678';
    expect(record(changed, 'paid', { accountMask })).toEqual({ failure: 'number-just-changed' });
    expect(record(changed, 'paid', { accountMask, earlyReason: 'I called' })).toBe('decided');
    expect(record({ ...changed, payFrom: NOW }, 'paid', { accountMask })).toBe('decided');
    expect(record(changed, 'failed')).toBe('decided');
  });

  it('takes no account number in the reason, which stays in the trail', () => {
    for (const earlyReason of ['0171-2 is right', 'he said ০১৭১', 'bank 1, 2, 3 and 4'])
      expect(record({ ...due, account }, 'paid', { accountMask: '678', earlyReason })).toMatchObject({
        failure: 'validation',
        errors: [{ field: 'earlyReason' }],
      });
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

  it('refuses what is paid or canceled', () => {
    for (const closed of [{ payout: 'paid' }, { status: 'canceled' }])
      expect(correct(closed)).toEqual({ failure: 'closed-payout' });
  });

  it('takes letters only under `other`', () => {
    expect(correct({ payout: 'due' }, 'anna@bank')).toMatchObject({ errors: [{ field: 'accountNumber' }] });
    expect(correct({ payout: 'due', paymentSystem: 'other' }, 'anna@bank')).toBe('due');
    expect(isFailure(correct({ payout: 'due', paymentSystem: 'other' }, '- 12 -'))).toBe(true);
  });
});

describe('decidePayout of a suspended worker', () => {
  it('records no payment, but one that fell through', () => {
    expect(record(due, 'paid', {}, true)).toEqual({ failure: 'worker-suspended' });
    expect(record(due, 'failed', {}, true)).toBe('decided');
  });
});

describe('refuseReveal', () => {
  it('allows only what is due', () => {
    expect(refuseReveal(due, false)).toBeNull();
    expect(refuseReveal({ status: 'pending' }, false)).toEqual({ failure: 'not-approved' });
    for (const payout of ['paid', 'failed'] as const)
      expect(refuseReveal({ status: 'approved', payout }, false)).toEqual({ failure: 'closed-payout' });
  });

  it('refuses while the worker is suspended', () => {
    expect(refuseReveal(due, true)).toEqual({ failure: 'worker-suspended' });
  });
});

describe('withEntry', () => {
  const corrected = (n: number, before?: string): TimelineEntry => ({
    state: 'corrected',
    at: 2_000 + n,
    mask: `m${n}`,
    ...(before !== undefined && { before }),
  });

  it('keeps the masks of 20 corrections in a row, and then makes one of the two oldest', () => {
    let known: Parameters<typeof withEntry>[0] = due;
    for (let n = 0; n < 22; n++)
      known = { timeline: withEntry(known, corrected(n, n === 0 ? undefined : `m${n - 1}`)) };
    const [first, ...rest] = known.timeline.slice(1);
    expect(first).toEqual(corrected(2));
    expect(rest).toEqual(Array.from({ length: 19 }, (_, n) => corrected(n + 3, `m${n + 2}`)));
  });

  it('keeps the corrections before and after a failure', () => {
    let known: Parameters<typeof withEntry>[0] = due;
    const entries = [corrected(0), { state: 'failed', at: 2_001 } as const, corrected(1)];
    for (const entry of entries) known = { timeline: withEntry(known, entry) };
    expect(known.timeline).toEqual([requested, ...entries]);
  });
});

describe('waitForChange', () => {
  const corrected = (at: number, mask?: string): TimelineEntry => ({
    state: 'corrected',
    at,
    ...(mask !== undefined && { mask }),
  });
  const waits = (changes: readonly TimelineEntry[], now: number) =>
    waitForChange({ timeline: [requested, ...changes] }, { now, limit: 2 });

  it('is the time until one change less is of the last 24 hours', () => {
    const changes = [corrected(2_000, '001'), corrected(3_000, '002')];
    expect(waits(changes, 4_000)).toBe(DAY_MS - 2_000);
    expect(waits(changes, DAY_MS + 1_999)).toBe(1);
    expect(waits(changes, DAY_MS + 2_000)).toBeUndefined();
    expect(waits([...changes, corrected(3_500, '003')], 4_000)).toBe(DAY_MS - 1_000);
    expect(waits(changes.slice(1), 4_000)).toBeUndefined();
  });

  it('does not count the same number again', () => {
    expect(waits([corrected(2_000, '001'), corrected(3_000)], 4_000)).toBeUndefined();
  });
});
