import { ROLES } from '@piecework/contracts';
import {
  type Authority,
  decideClosing,
  decideRegistration,
  decideRoleChange,
  earnersAndOneself,
  emailOf,
  isOwner,
  nameOf,
  newUser,
  photoOf,
  signUpRole,
  takesOver,
  type UserRecord,
} from './user';

const user = (name: string, change: Partial<UserRecord> = {}): UserRecord => ({
  ...newUser(
    { userId: name, email: `${name}@example.com`, userName: `The ${name}`, userPhotoURL: '', role: 'worker' },
    { uid: `uid-${name}` },
  ),
  ...change,
});
const admin = user('admin', { role: 'admin' });

describe('registration', () => {
  const registration = {
    userId: 'u1',
    email: 'ann@example.com',
    userName: 'Ann LEE',
    userPhotoURL: '',
    role: 'buyer',
  } as const;
  const ann = { uid: 'uid-ann' };

  it('creates a user with 0 coins at version -1', () => {
    expect(decideRegistration(null, registration, ann)).toMatchObject({
      role: 'buyer',
      coins: 0,
      coinVersion: -1,
      roleVersion: 0,
      closed: false,
      identityUid: 'uid-ann',
      search: 'ann lee\nann@example.com',
    });
  });

  it('finds an open user and refuses the email of a closed one', () => {
    expect(decideRegistration(user('ann'), registration, ann)).toBe('exists');
    expect(decideRegistration(user('ann', { closed: true }), registration, ann)).toEqual({ failure: 'account-closed' });
  });

  it('accepts an unverified email only from the identity that registered', () => {
    const record = user('ann');
    const older = { ...record, identityUid: undefined };
    for (const [identity, owns, takes] of [
      [{ uid: 'uid-ann' }, true, false],
      [{ uid: 'another' }, true, false],
      [{ uid: 'uid-ann', emailVerified: false }, true, false],
      [{ uid: 'another', emailVerified: false }, false, false],
      [{ uid: 'uid-ann', emailVerified: true }, true, false],
      [{ uid: 'another', emailVerified: true }, true, true],
    ] as const) {
      expect([isOwner(record, identity), takesOver(record, identity)]).toEqual([owns, takes]);
      const outcome = owns ? 'exists' : { failure: 'email-not-verified' };
      expect(decideRegistration(record, registration, identity)).toEqual(outcome);
    }
    expect(isOwner(older as UserRecord, { uid: 'uid-ann', emailVerified: false })).toBe(false);
  });

  it.each([
    ['password', 'buyer', 'buyer'],
    ['password', undefined, 'worker'],
    ['google', 'buyer', 'worker'],
  ] as const)('registers %s with the requested role %s as %s', (provider, wanted, role) => {
    expect(signUpRole(provider, wanted)).toBe(role);
  });

  it('compares emails in lower case', () => {
    expect(emailOf({ email: ' Ann@Example.COM ' })).toBe('ann@example.com');
  });

  it('uses only a valid name and picture of the identity', () => {
    const claims = { uid: 'u', email: 'a@b.co', provider: 'google' } as const;
    expect(nameOf({ ...claims, name: ' Ann ', picture: '' })).toBe('Ann');
    expect(nameOf({ ...claims, name: 'An\u202en\u2066', picture: '' })).toBe('Ann');
    expect(nameOf({ ...claims, name: '\u200b\u2069', picture: '' })).toBeUndefined();
    expect(nameOf({ ...claims, name: 'x'.repeat(201), picture: '' })).toBeUndefined();
    expect(photoOf({ ...claims, name: '', picture: 'https://example.com/a.png' })).toBe('https://example.com/a.png');
    expect(photoOf({ ...claims, name: '', picture: 'javascript:alert(1)' })).toBe('');
  });
});

describe('decideRoleChange', () => {
  it('begins a change with the next version', () => {
    const decision = decideRoleChange(admin, user('ann', { roleVersion: 3 }), 'buyer');
    expect(decision).toMatchObject({
      before: { role: 'worker' },
      after: { role: 'buyer', roleVersion: 4, changing: 4 },
    });
  });

  it.each<[string, Authority]>([
    ['an admin', admin],
    ['a worker', user('bob')],
    ['oneself', user('ann')],
    ['an unknown caller', null],
    ['the operator', 'operator'],
  ])('absorbs the current role from %s', (_who, authority) => {
    expect(decideRoleChange(authority, user('ann', { changing: 1 }), 'worker')).toBe('absorbed');
  });

  it.each(['worker', 'buyer'] as const)('refuses another role from a %s', (role) => {
    expect(decideRoleChange(user('bob', { role }), user('ann'), 'admin')).toEqual({ failure: 'forbidden' });
    expect(decideRoleChange(user('ann', { role }), user('ann', { role }), 'admin')).toEqual({ failure: 'forbidden' });
  });

  it('refuses a closed admin', () => {
    expect(decideRoleChange({ ...admin, closed: true }, user('ann'), 'buyer')).toEqual({ failure: 'unauthenticated' });
    expect(decideRoleChange(null, user('ann'), 'buyer')).toEqual({ failure: 'unauthenticated' });
  });

  it("refuses an admin's own role", () => {
    for (const role of ROLES.filter((other) => other !== 'admin'))
      expect(decideRoleChange(admin, admin, role)).toEqual({ failure: 'own-role' });
  });

  it('waits for a change in progress', () => {
    expect(decideRoleChange(admin, user('ann', { changing: 1 }), 'buyer')).toBe('underway');
  });

  it('answers not-found for closed and unknown users', () => {
    expect(decideRoleChange(admin, null, 'buyer')).toEqual({ failure: 'not-found' });
    expect(decideRoleChange(admin, user('ann', { closed: true }), 'buyer')).toEqual({ failure: 'not-found' });
  });

  it('allows the operator to make the first admin', () => {
    expect(decideRoleChange('operator', user('ann'), 'admin')).toMatchObject({ after: { role: 'admin' } });
  });
});

describe('decideClosing', () => {
  it('keeps the role and increments the version', () => {
    expect(decideClosing(admin, user('ann', { role: 'buyer', roleVersion: 1 }))).toMatchObject({
      after: { closed: true, role: 'buyer', roleVersion: 2, changing: 2 },
    });
  });

  it('absorbs closed and unknown users', () => {
    expect(decideClosing(admin, user('ann', { closed: true, changing: 1 }))).toBe('absorbed');
    expect(decideClosing(admin, null)).toBe('absorbed');
  });

  it('requires an open admin, and another user', () => {
    expect(decideClosing(user('bob'), user('ann'))).toEqual({ failure: 'forbidden' });
    expect(decideClosing(user('bob'), null)).toEqual({ failure: 'forbidden' });
    expect(decideClosing({ ...admin, closed: true }, user('ann'))).toEqual({ failure: 'unauthenticated' });
    expect(decideClosing(admin, admin)).toEqual({ failure: 'own-account' });
  });

  it('waits for a change in progress', () => {
    expect(decideClosing(admin, user('ann', { changing: 1 }))).toBe('underway');
  });
});

describe('earnersAndOneself', () => {
  const top = [user('ann', { coins: 9 }), user('bob', { coins: 5 })];

  it('lists earners with coins and without emails', () => {
    expect(earnersAndOneself(top, null)).toEqual([
      { _id: 'ann', userName: 'The ann', userPhotoURL: '', userRole: 'worker', userAvailableCoin: 9 },
      { _id: 'bob', userName: 'The bob', userPhotoURL: '', userRole: 'worker', userAvailableCoin: 5 },
    ]);
  });

  it("lists the caller's full record, in place among the top and last otherwise", () => {
    const [first, second] = earnersAndOneself(top, user('bob', { coins: 5 }));
    expect(first).not.toHaveProperty('userEmail');
    expect(second).toMatchObject({ _id: 'bob', userEmail: 'bob@example.com' });
    expect(earnersAndOneself(top, user('cy', { role: 'buyer' }))[2]).toMatchObject({ userEmail: 'cy@example.com' });
  });

  it('leaves out a closed account', () => {
    expect(earnersAndOneself(top, user('cy', { closed: true }))).toHaveLength(2);
  });
});
