import { createManualClock } from '@piecework/base/testing';
import type { EventData, EventEnvelope } from '@piecework/contracts';
import { createEndedSessions, LONGEST_TOKEN_MS } from './ended-sessions';

const setUp = () => {
  const clock = createManualClock();
  const sessions = createEndedSessions({ clock });
  const end = (uid: string, ended: EventData<'user.sessions-ended'>['ended'], occurredMs = clock.now()) =>
    sessions.apply({
      occurredAt: new Date(occurredMs).toISOString(),
      data: { uid, ended },
    } as EventEnvelope<'user.sessions-ended'>);
  const hasEnded = (uid: string, number?: number) =>
    sessions.hasEnded({ uid, ...(number !== undefined && { session: { sid: `${uid}-${number}`, number } }) });
  return { clock, sessions, end, hasEnded };
};

describe('the projection of ended sessions', () => {
  test('ends one session and keeps the others of its identity', () => {
    const { end, hasEnded } = setUp();
    end('ann', { sid: 'ann-2' });
    expect([1, 2, 3].map((number) => hasEnded('ann', number))).toEqual([false, true, false]);
    expect(hasEnded('ann')).toBe(false);
  });

  test('ends all sessions up to a number, and no later one of the same second', () => {
    const { end, hasEnded } = setUp();
    end('ann', { through: 2 });
    expect([1, 2, 3].map((number) => hasEnded('ann', number))).toEqual([true, true, false]);
    expect(hasEnded('bob', 1)).toBe(false);
  });

  test('treats a token without a session as older than all sessions', () => {
    const { end, hasEnded } = setUp();
    expect(hasEnded('ann')).toBe(false);
    end('ann', { through: 0 });
    expect(hasEnded('ann')).toBe(true);
    expect(hasEnded('bob')).toBe(false);
  });

  test('ignores repeated and reordered events', () => {
    const { end, hasEnded, sessions } = setUp();
    end('ann', { through: 5 });
    end('ann', { through: 2 });
    end('ann', { through: 5 });
    expect([hasEnded('ann', 5), hasEnded('ann', 6), sessions.size()]).toEqual([true, false, 1]);
  });

  test('deletes a session when its last token has expired, and ignores older events', async () => {
    const { clock, end, hasEnded, sessions } = setUp();
    const began = clock.now();
    end('ann', { sid: 'ann-1' });
    end('bob', { through: 1 });
    await clock.advance(LONGEST_TOKEN_MS - 1);
    end('cid', { sid: 'cid-1' });
    end('cid', { through: 1 });
    expect([hasEnded('ann', 1), hasEnded('bob', 1)]).toEqual([true, true]);
    await clock.advance(1);
    end('dan', { sid: 'dan-1' });
    end('dan', { through: 1 });
    expect(sessions.size()).toBe(4);
    end('eve', { sid: 'eve-1' }, began);
    expect(sessions.size()).toBe(4);
  });
});
