import { silentLog } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import { createFakeBus, registration } from '../../testing';
import { createAccountProjection, UNKNOWN_TTL_MS } from './account-projection';
import { SNAPSHOT_PATIENCE_MS } from './account-snapshot';
import { createEndedSessions, LONGEST_TOKEN_MS } from './ended-sessions';

const ann = {
  userId: 'user-ann',
  email: 'ann@example.com',
  userName: 'The ann',
  role: 'worker',
  roleVersion: 0,
  closed: false,
};

const NO_ACCOUNTS = { accounts: [], next: null };

const start = async (
  userByEmail: (email: string) => Promise<unknown> = async () => null,
  accountsAfter: (userId: string) => Promise<unknown> = async () => NO_ACCOUNTS,
) => {
  const clock = createManualClock();
  const { bus, publish, deliver } = createFakeBus(clock);
  const asked: string[] = [];
  const ask = (email: string) => {
    asked.push(email);
    return userByEmail(email);
  };
  const sessions = createEndedSessions({ clock });
  const accounts = createAccountProjection({ bus, userByEmail: ask, accountsAfter, sessions, clock, log: silentLog });
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
      profileVersion: 0,
      closed: false,
      isSuspended: false,
      suspensionVersion: 0,
    });
  });

  test('contains the ended sessions from before its start', async () => {
    const { accounts, sessions, publish } = await start();
    await publish('user.sessions-ended', { uid: 'ann', ended: { sid: 'stolen' } });
    await publish('user.sessions-ended', { uid: 'bob', ended: { through: 2 } });
    await accounts.start();
    await accounts.caughtUp();
    const hasEnded = (uid: string, sid: string, number: number) => sessions.hasEnded({ uid, session: { sid, number } });
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

  test('keeps the name of the highest profile version, in any order of events, through changes of role', async () => {
    const { accounts, publish } = await start();
    await accounts.start();
    const renamed = (userName: string, profileVersion: number) =>
      publish('user.profile-changed', { userId: 'user-ann', userName, userPhotoURL: '', profileVersion });
    const nameOf = () => accounts.byEmail('ann@example.com')?.name;
    await publish('user.registered', registration('ann'));
    await renamed('Second', 2);
    await renamed('First', 1);
    expect(nameOf()).toBe('Second');
    await publish('user.registered', registration('ann'));
    await publish('user.role-changed', { userId: 'user-ann', from: 'worker', to: 'buyer', roleVersion: 1 });
    expect(accounts.byEmail('ann@example.com')).toMatchObject({ name: 'Second', role: 'buyer' });
    await renamed('Third', 3);
    expect(accounts.byEmail('ann@example.com')).toMatchObject({ name: 'Third', role: 'buyer' });
    await renamed('Third', 3);
    expect(accounts.byId('user-ann')).toBe(accounts.byEmail('ann@example.com'));
  });

  test('keeps a name that is newer than the answer of the user service', async () => {
    const { accounts, publish } = await start(async () => ({ ...ann, roleVersion: 1, role: 'admin' }));
    await accounts.start();
    await publish('user.registered', registration('ann'));
    const change = { userId: 'user-ann', userName: 'New', userPhotoURL: '', profileVersion: 1 };
    await publish('user.profile-changed', change);
    expect(await accounts.lookUp('ann@example.com')).toMatchObject({ name: 'New', role: 'admin' });
  });

  test('keeps the suspension of the highest version, through changes of role and name', async () => {
    const { accounts, publish } = await start();
    await accounts.start();
    await publish('user.registered', registration('ann'));
    const suspend = (isSuspended: boolean, suspensionVersion: number) =>
      publish('user.suspension-changed', {
        userId: 'user-ann',
        role: 'worker',
        isSuspended,
        suspensionVersion,
        why: 'scam',
      });
    const isSuspended = () => accounts.byEmail('ann@example.com')?.isSuspended;
    await suspend(true, 3);
    await suspend(false, 2);
    expect(isSuspended()).toBe(true);
    await publish('user.role-changed', { userId: 'user-ann', from: 'worker', to: 'buyer', roleVersion: 1 });
    await publish('user.profile-changed', { userId: 'user-ann', userName: 'New', userPhotoURL: '', profileVersion: 1 });
    expect(accounts.byEmail('ann@example.com')).toMatchObject({ role: 'buyer', name: 'New', isSuspended: true });
    await suspend(false, 4);
    expect(isSuspended()).toBe(false);
  });

  test('has suspensions from the snapshot, and none from an older user service', async () => {
    const { accounts, publish } = await start(async () => ({ ...ann, isSuspended: true, suspensionVersion: 1 }));
    await accounts.start();
    expect(await accounts.lookUp('ann@example.com')).toMatchObject({ isSuspended: true, suspensionVersion: 1 });
    await publish('user.registered', registration('ann'));
    expect(accounts.byEmail('ann@example.com')).toMatchObject({ isSuspended: true });
  });

  test('keeps a closed account closed', async () => {
    const { accounts, publish } = await start();
    await accounts.start();
    await publish('user.registered', registration('ann'));
    await publish('user.closed', { userId: 'user-ann', email: 'ann@example.com', role: 'worker', roleVersion: 1 });
    await publish('user.role-changed', { userId: 'user-ann', from: 'worker', to: 'admin', roleVersion: 9 });
    await publish('user.registered', registration('ann'));
    expect(accounts.byEmail('ann@example.com')).toMatchObject({ closed: true, name: 'The ann', role: 'worker' });
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

describe('the snapshot of the account projection', () => {
  const bob = { ...ann, userId: 'user-bob', email: 'Bob@Example.com' };
  const toAdmin = { userId: 'user-ann', from: 'worker', to: 'admin', roleVersion: 1 } as const;
  const startWith = (accountsAfter: (userId: string) => Promise<unknown>) => start(undefined, accountsAfter);
  const answerLater = () => {
    const answers: ((page: unknown) => void)[] = [];
    const accountsAfter = () => new Promise<unknown>((resolve) => answers.push(resolve));
    const answer = async (page: unknown) => {
      answers.shift()?.(page);
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { accountsAfter, answer };
  };

  test('holds accounts whose events are older than every token', async () => {
    const pages: Record<string, unknown> = {
      '': { accounts: [ann], next: 'user-ann' },
      'user-ann': { accounts: [bob], next: null },
    };
    const { accounts, clock, publish } = await startWith(async (userId) => pages[userId]);
    await publish('user.registered', registration('old'));
    await clock.advance(LONGEST_TOKEN_MS + 1);
    await accounts.start();
    await accounts.caughtUp();
    expect(accounts.byEmail('ann@example.com')).toMatchObject({ userId: 'user-ann', name: 'The ann' });
    expect(accounts.byEmail('bob@example.com')).toMatchObject({ userId: 'user-bob' });
    expect(accounts.size()).toBe(2);
  });

  test('admits no call before it is complete', async () => {
    const { accountsAfter, answer } = answerLater();
    const { accounts } = await startWith(accountsAfter);
    await accounts.start();
    await answer({ accounts: [ann], next: 'user-ann' });
    expect(accounts.isCaughtUp()).toBe(false);
    await answer({ accounts: [bob], next: null });
    expect(accounts.isCaughtUp()).toBe(true);
  });

  test('does not lose a change of role that is published before its page arrives', async () => {
    const { accountsAfter, answer } = answerLater();
    const { accounts, publish } = await startWith(accountsAfter);
    await accounts.start();
    const published = publish('user.role-changed', toAdmin);
    await answer({ accounts: [ann], next: null });
    await published;
    expect(accounts.byId('user-ann')).toMatchObject({ role: 'admin', roleVersion: 1 });
  });

  test('keeps the role of a page that is newer than an event', async () => {
    const demoted = { ...ann, role: 'buyer', roleVersion: 2 };
    const { accounts, publish } = await startWith(async () => ({ accounts: [demoted], next: null }));
    await publish('user.role-changed', toAdmin);
    await accounts.start();
    await accounts.caughtUp();
    expect(accounts.byId('user-ann')).toMatchObject({ role: 'buyer', roleVersion: 2 });
  });

  test('fails on an unreadable page whose successor is rejected', async () => {
    const unreadable = { accounts: [{ userId: 'user-ann' }], next: 'user-ann' };
    const { accounts, clock, publish } = await startWith((userId) =>
      userId === '' ? Promise.resolve(unreadable) : Promise.reject(new Error('down')),
    );
    await publish('user.registered', registration('ann'));
    await accounts.start();
    await accounts.caughtUp();
    await clock.advance(SNAPSHOT_PATIENCE_MS + 1_000);
    expect(accounts.byId('user-ann')).toBeDefined();
  });

  test('agrees with a restored event log, whose old events are published again', async () => {
    const restored = { ...ann, role: 'admin', roleVersion: 1 };
    const { accounts, publish } = await startWith(async () => ({ accounts: [restored, bob], next: null }));
    await publish('user.registered', registration('ann'));
    await publish('user.role-changed', toAdmin);
    await accounts.start();
    await accounts.caughtUp();
    expect(accounts.byId('user-ann')).toMatchObject({ role: 'admin', roleVersion: 1 });
    expect(accounts.size()).toBe(2);
  });

  test('comes with the ended sessions of all unexpired tokens', async () => {
    const { accounts, sessions, clock, publish } = await start();
    await publish('user.sessions-ended', { uid: 'ann', ended: { sid: 'stolen' } });
    await clock.advance(LONGEST_TOKEN_MS - 1);
    await accounts.start();
    await accounts.caughtUp();
    expect(sessions.hasEnded({ uid: 'ann', session: { sid: 'stolen', number: 1 } })).toBe(true);
  });

  test('is retried while the user service is down', async () => {
    let isDown = true;
    const { accounts, clock } = await startWith(async () => {
      if (isDown) throw new Error('down');
      return { accounts: [ann], next: null };
    });
    await accounts.start();
    await clock.advance(SNAPSHOT_PATIENCE_MS / 2);
    expect(accounts.isCaughtUp()).toBe(false);
    isDown = false;
    await clock.advance(SNAPSHOT_PATIENCE_MS / 2);
    await accounts.caughtUp();
    expect(accounts.byId('user-ann')).toBeDefined();
  });

  const failing: [string, () => Promise<unknown>][] = [
    ['the user service stays down', () => Promise.reject(new Error('down'))],
    ['its answer is unreadable', async () => ({ accounts: [{ userId: 'user-ann' }], next: null })],
    ['its release has no such call', async () => null],
  ];
  test.each(failing)('is replaced by the whole log when %s', async (_, accountsAfter) => {
    const { accounts, sessions, clock, publish } = await startWith(accountsAfter);
    await publish('user.registered', registration('ann'));
    await clock.advance(LONGEST_TOKEN_MS + 1);
    await publish('user.sessions-ended', { uid: 'ann', ended: { sid: 'stolen' } });
    await accounts.start();
    const recent = publish('user.role-changed', toAdmin);
    await clock.advance(SNAPSHOT_PATIENCE_MS + 1_000);
    await Promise.all([accounts.caughtUp(), recent]);
    expect(accounts.byId('user-ann')).toMatchObject({ role: 'admin', roleVersion: 1 });
    expect(sessions.size()).toBe(1);
  });

  test('does not outlive a stop', async () => {
    const { accountsAfter, answer } = answerLater();
    const { accounts, publish } = await startWith(accountsAfter);
    await accounts.start();
    const stopped = accounts.stop();
    await answer({ accounts: [ann], next: 'user-ann' });
    await stopped;
    await publish('user.registered', registration('bob'));
    expect([accounts.size(), accounts.isCaughtUp()]).toEqual([0, false]);
  });
});

describe('API keys in the account projection', () => {
  const key = { userId: 'user-ann', keyId: 'key-1', hash: 'hash-1' };
  const { keyId, userId } = key;

  test('follow their events, also before the account is known', async () => {
    const { accounts, publish } = await start();
    await accounts.start();
    await accounts.caughtUp();
    await publish('user.api-key-added', key);
    expect(accounts.keyById(keyId)).toEqual(key);
    await publish('user.api-key-revoked', { userId, keyId });
    expect(accounts.keyById(keyId)).toBeUndefined();
  });

  test('come from the snapshot, and the events since revoke them', async () => {
    const other = { ...key, keyId: 'key-2' };
    const { accounts, publish } = await start(undefined, async () => ({
      accounts: [ann],
      apiKeys: [key, other],
      next: null,
    }));
    await publish('user.api-key-added', key);
    await publish('user.api-key-revoked', { userId, keyId });
    await accounts.start();
    await accounts.caughtUp();
    expect(accounts.keyById(keyId)).toBeUndefined();
    expect(accounts.keyById('key-2')).toEqual(other);
  });

  test('that were added and revoked before the snapshot stay revoked', async () => {
    const { accounts, publish } = await start(undefined, async () => ({ accounts: [ann], apiKeys: [], next: null }));
    await publish('user.api-key-added', key);
    await publish('user.api-key-revoked', { userId, keyId });
    await accounts.start();
    await accounts.caughtUp();
    expect(accounts.keyById(keyId)).toBeUndefined();
  });
});
