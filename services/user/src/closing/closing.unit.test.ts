import { HOUR_MS, MINUTE_MS } from '@piecework/base';
import { type Closing, isNothingDue, nextCheckAt, requestClosing, withAnswer } from './closing';

const NOW = Date.UTC(2026, 10, 30);
const closing: Closing = { requestedAt: NOW, closesAt: NOW + 24 * HOUR_MS, coins: 10, check: 2 };
const person = { closed: false, role: 'worker' as const };

describe('a request', () => {
  it('closes after a day, and a repeat changes only the coins', () => {
    const first = requestClosing(person, 10, NOW);
    const { check: _, ...begun } = closing;
    expect(first).toEqual({ closing: begun, closingCheckAt: begun.closesAt });
    expect(requestClosing({ ...person, closing }, 25, NOW + HOUR_MS)).toEqual({ closing: { ...closing, coins: 25 } });
  });

  it('is refused to an admin and to a closed account', () => {
    expect(requestClosing({ ...person, role: 'admin' }, 0, NOW)).toMatchObject({ failure: 'own-account' });
    expect(requestClosing({ ...person, closed: true }, 0, NOW)).toEqual({ failure: 'unauthenticated' });
    expect(requestClosing(null, 0, NOW)).toEqual({ failure: 'unauthenticated' });
  });
});

it.each([
  [0, MINUTE_MS],
  [10 * MINUTE_MS, 10 * MINUTE_MS],
  [100 * HOUR_MS, HOUR_MS],
])('a closing that has waited for %i ms is checked again after %i ms', (waited, pause) => {
  const now = closing.closesAt + waited;
  expect(nextCheckAt(closing, now)).toBe(now + pause);
});

describe('an answer', () => {
  it('counts for the check that it answers, of an open account', () => {
    const user = { closed: false, closing };
    expect(withAnswer(user, 'wallet', { check: 2, due: 1 })).toEqual({ ...closing, due: { wallet: 1 } });
    expect(withAnswer(user, 'wallet', { check: 1, due: 0 })).toBeNull();
    expect(withAnswer({ closed: true, closing }, 'wallet', { check: 2, due: 0 })).toBeNull();
    expect(withAnswer({ closed: false }, 'wallet', { check: 2, due: 0 })).toBeNull();
  });

  it('of each service has to be that nothing is due', () => {
    expect(isNothingDue(closing)).toBe(false);
    expect(isNothingDue({ ...closing, due: { wallet: 0 } })).toBe(false);
    expect(isNothingDue({ ...closing, due: { wallet: 0, submission: 1 } })).toBe(false);
    expect(isNothingDue({ ...closing, due: { wallet: 0, submission: 0 } })).toBe(true);
  });
});
