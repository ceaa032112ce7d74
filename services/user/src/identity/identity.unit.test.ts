import { MINUTE_MS } from '@piecework/base';
import {
  isCurrent,
  parseRefreshToken,
  refreshTokenOf,
  secondsUntilGuess,
  sessionFields,
  withFailure,
} from './identity';

describe('the limit of wrong passwords', () => {
  const failures = (...times: number[]) => ({ times });
  const limit = { limit: 3, windowMs: 15 * MINUTE_MS };

  it('refuses at the limit until the oldest failure expires', () => {
    expect(secondsUntilGuess(null, limit, 0)).toBe(0);
    expect(secondsUntilGuess(failures(0, 1), limit, 2)).toBe(0);
    expect(secondsUntilGuess(failures(0, MINUTE_MS, 2 * MINUTE_MS), limit, 3 * MINUTE_MS)).toBe(12 * 60);
    expect(secondsUntilGuess(failures(0, MINUTE_MS, 2 * MINUTE_MS), limit, 15 * MINUTE_MS)).toBe(0);
  });

  it('uses a sliding window of 15 minutes', () => {
    const spread = failures(0, 14 * MINUTE_MS, 14 * MINUTE_MS);
    const more = withFailure(spread, limit, 16 * MINUTE_MS);
    expect(more.times).toEqual([14 * MINUTE_MS, 14 * MINUTE_MS, 16 * MINUTE_MS]);
    expect(secondsUntilGuess(more, limit, 16 * MINUTE_MS)).toBe(13 * 60);
  });

  it('keeps no more failures than the limit', () => {
    expect(withFailure(null, limit, 5)).toEqual({ times: [5], expiresAt: 5 + 15 * MINUTE_MS });
    expect(withFailure(failures(1, 2, 3), limit, 4).times).toEqual([2, 3, 4]);
  });
});

describe('refresh tokens', () => {
  it('contain the session id, and only a hash of the secret is stored', () => {
    const token = refreshTokenOf('session', 'secret');
    const session = { _id: 'session', number: 1, ...sessionFields('ann', 'secret', 0) };
    expect(JSON.stringify(session)).not.toContain('"secret"');
    const { sessionId, secretHash } = parseRefreshToken(token);
    expect(sessionId).toBe('session');
    expect(isCurrent(session, secretHash, 0)).toBe(true);
    expect(isCurrent(session, parseRefreshToken('session.other').secretHash, 0)).toBe(false);
    expect(isCurrent(session, parseRefreshToken('session').secretHash, 0)).toBe(false);
  });

  it('are valid for 30 days', () => {
    const session = { _id: 'session', number: 1, ...sessionFields('ann', 'secret', 0) };
    const { secretHash } = parseRefreshToken('session.secret');
    const days = (n: number) => n * 24 * 60 * MINUTE_MS;
    expect(isCurrent(session, secretHash, days(30) - 1)).toBe(true);
    expect(isCurrent(session, secretHash, days(30))).toBe(false);
  });
});
