import {
  isCurrent,
  parseRefreshToken,
  refreshTokenOf,
  secondsUntilGuess,
  sessionFields,
  withFailure,
} from './identity';

const MINUTE = 60_000;

describe('wrong passwords', () => {
  const failures = (...times: number[]) => ({ times });
  const limit = { limit: 3, windowMs: 15 * MINUTE };

  it('refuse from the limit on, for as long as the oldest of them counts', () => {
    expect(secondsUntilGuess(null, limit, 0)).toBe(0);
    expect(secondsUntilGuess(failures(0, 1), limit, 2)).toBe(0);
    expect(secondsUntilGuess(failures(0, MINUTE, 2 * MINUTE), limit, 3 * MINUTE)).toBe(12 * 60);
    expect(secondsUntilGuess(failures(0, MINUTE, 2 * MINUTE), limit, 15 * MINUTE)).toBe(0);
  });

  it('count in any 15 minutes, not from one quarter to the next', () => {
    const spread = failures(0, 14 * MINUTE, 14 * MINUTE);
    const more = withFailure(spread, limit, 16 * MINUTE);
    expect(more.times).toEqual([14 * MINUTE, 14 * MINUTE, 16 * MINUTE]);
    expect(secondsUntilGuess(more, limit, 16 * MINUTE)).toBe(13 * 60);
  });

  it('keep no more than can count, until none does', () => {
    expect(withFailure(null, limit, 5)).toEqual({ times: [5], expiresAt: 5 + 15 * MINUTE });
    expect(withFailure(failures(1, 2, 3), limit, 4).times).toEqual([2, 3, 4]);
  });
});

describe('refresh tokens', () => {
  it('name their session and keep their secret from the store', () => {
    const token = refreshTokenOf('session', 'secret');
    const session = { _id: 'session', ...sessionFields('ann', 'secret', 0) };
    expect(JSON.stringify(session)).not.toContain('"secret"');
    const { sessionId, secretHash } = parseRefreshToken(token);
    expect(sessionId).toBe('session');
    expect(isCurrent(session, secretHash, 0)).toBe(true);
    expect(isCurrent(session, parseRefreshToken('session.other').secretHash, 0)).toBe(false);
    expect(isCurrent(session, parseRefreshToken('session').secretHash, 0)).toBe(false);
  });

  it('are good for 30 days', () => {
    const session = { _id: 'session', ...sessionFields('ann', 'secret', 0) };
    const { secretHash } = parseRefreshToken('session.secret');
    const days = (n: number) => n * 24 * 60 * MINUTE;
    expect(isCurrent(session, secretHash, days(30) - 1)).toBe(true);
    expect(isCurrent(session, secretHash, days(30))).toBe(false);
  });
});
