import { silentLog } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import { createAccountProjection, UNKNOWN_TTL_MS } from './account-projection';
import { createEndedSessions } from './ended-sessions';
import { createFakeBus, registration } from './testing';

const ann = {
  userId: 'user-ann',
  email: 'ann@example.com',
  userName: 'The ann',
  role: 'worker',
  roleVersion: 0,
  closed: false,
};

const start = async (userByEmail: (email: string) => Promise<unknown> = async () => null) => {
  const clock = createManualClock();
  const { bus, publish, deliver } = createFakeBus();
  const asked: string[] = [];
  const ask = (email: string) => {
    asked.push(email);
    return userByEmail(email);
  };
  const sessions = createEndedSessions({ clock });
  const accounts = createAccountProjection({ bus, userByEmail: ask, sessions, clock, log: silentLog });
  return { accounts, sessions, clock, publish, deliver, asked, bus };
};

describe('the account projection', () => {
  test('contains all earlier registrations once it is ready', async () => {
    const { accounts, publish } = await start();
    await publish('user.registered', registration('ann'));
    expect(accounts.isCaughtUp()).toBe(false);
    await accounts.start();
    await accounts.caughtUp();
    expect(accounts.isCaughtUp()).toBe(true);
    expect(accounts.byEmail('ann@example.com')).toEqual({
      userId: 'user-ann',
      email: 'ann@example.com',
      name: 'The ann',
      role: 'worker',
      roleVersion: 0,
      closed: false,
    });
  });

  test('contains the ended sessions from before its start', async () => {
    const { accounts, sessions, publish } = await start();
    await publish('user.sessions-ended', { uid: 'ann', ended: { sid: 'stolen' } });
    await publish('user.sessions-ended', { uid: 'bob', ended: { through: 2 } });
    await accounts.start();
    await accounts.caughtUp();
    const hasEnded = (uid: string, sid: string, number: number) =>
      sessions.hasEnded({ uid, session: { sid, number } });
    expect([hasEnded('ann', 'stolen', 1), hasEnded('ann', 'own', 2)]).toEqual([true, false]);
    expect([hasEnded('bob', 'old', 2), hasEnded('bob', 'new', 3)]).toEqual([true, false]);
  });

  test('keeps the highest role version, in any order of events', async () => {
    const { accounts, publish } = await start();
    await accounts.start();
    await publish('user.registered', registration('ann'));
    await publish('user.role-changed', { userId: 'user-ann', from: 'buyer', to: 'admin', roleVersion: 2 });
    await publish('user.role-changed', { userId: 'user-ann', from: 'worker', to: 'buyer', roleVersion: 1 });
    await publish('user.registered', registration('ann'));
    expect(accounts.byEmail('ann@example.com')).toMatchObject({ role: 'admin', roleVersion: 2 });
  });

  test('keeps a closed account closed', async () => {
    const { accounts, publish } = await start();
    await accounts.start();
    await publish('user.registered', registration('ann'));
    await publish('user.closed', {
      userId: 'user-ann',
      email: 'ann@example.com',
      role: 'worker',
      roleVersion: 1,
    });
    await publish('user.role-changed', { userId: 'user-ann', from: 'worker', to: 'admin', roleVersion: 9 });
    await publish('user.registered', registration('ann'));
    expect(accounts.byEmail('ann@example.com')).toMatchObject({
      closed: true,
      name: 'The ann',
      role: 'worker',
    });
  });

  test('skips an unreadable event', async () => {
    const { accounts, publish, deliver } = await start();
    await accounts.start();
    await deliver({ topic: 'user', key: 'x', position: '1', value: '{"type":' });
    await publish('user.registered', registration('ann'));
    expect(accounts.size()).toBe(1);
  });

  test('asks once about an unknown email for concurrent callers', async () => {
    const { accounts, asked } = await start(async () => ann);
    const found = await Promise.all([1, 2, 3].map(() => accounts.lookUp('ann@example.com')));
    expect(found.map((account) => account?.userId)).toEqual(['user-ann', 'user-ann', 'user-ann']);
    expect(asked).toEqual(['ann@example.com']);
    expect(accounts.byEmail('ann@example.com')?.role).toBe('worker');
  });

  test('caches an unknown email briefly', async () => {
    const { accounts, asked, clock } = await start();
    expect(await accounts.lookUp('ann@example.com')).toBeNull();
    expect(await accounts.lookUp('ann@example.com')).toBeNull();
    expect(asked).toHaveLength(1);
    await clock.advance(UNKNOWN_TTL_MS + 1);
    await accounts.lookUp('ann@example.com');
    expect(asked).toHaveLength(2);
  });

  test('discards an "unknown" reply that a registration overtook', async () => {
    const answers: ((value: unknown) => void)[] = [];
    const { accounts, asked } = await start(() => new Promise((resolve) => answers.push(resolve)));
    const early = accounts.lookUp('ann@example.com');
    accounts.forget('ann@example.com');
    answers[0]?.(null);
    expect(await early).toBeNull();
    const late = accounts.lookUp('ann@example.com');
    answers[1]?.(ann);
    expect((await late)?.userId).toBe('user-ann');
    expect(asked).toHaveLength(2);
  });

  test('prefers an event over a concurrent reply', async () => {
    const answers: ((value: unknown) => void)[] = [];
    const { accounts, publish } = await start(() => new Promise((resolve) => answers.push(resolve)));
    await accounts.start();
    const asked = accounts.lookUp('ann@example.com');
    await publish('user.registered', registration('ann'));
    answers[0]?.(null);
    expect((await asked)?.userId).toBe('user-ann');
  });

  test('rejects when the user service fails, and asks again at the next call', async () => {
    let isDown = true;
    const { accounts } = await start(async () => {
      if (isDown) throw new Error('down');
      return ann;
    });
    await expect(accounts.lookUp('ann@example.com')).rejects.toThrow('down');
    isDown = false;
    expect((await accounts.lookUp('ann@example.com'))?.userId).toBe('user-ann');
  });
});
