import type { Clock } from '@piecework/base';
import { EVENTS, type EventData, type Role } from '@piecework/contracts';
import type { Subscription } from '@piecework/event-log';
import type { Actor, IdentityClaims } from '@piecework/identity';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { createUserService } from '../src';
import type { Passwords } from '../src/identity/passwords';
import type { UserRecord } from '../src/user/user';
import { users } from '../src/user/user.store';
import { insecurePasswords } from './passwords.fixtures';

export const PASSWORD = 'Piecework1!';

export const startUserHarness = (
  options: { env?: Record<string, string>; clock?: Clock; passwords?: Passwords } = {},
): Promise<Harness> => startHarness(createUserService({ passwords: options.passwords ?? insecurePasswords }), options);

export const identity = (name: string, provider: IdentityClaims['provider'] = 'password'): IdentityClaims => ({
  uid: `uid-${name}`,
  email: `${name}@example.com`,
  name: `The ${name}`,
  picture: '',
  provider,
});

export const recordOf = async (harness: Harness, userId: string): Promise<UserRecord> => {
  const user = await harness.store.collection(users).findOne({ _id: userId });
  if (!user) throw new Error(`There is no user ${userId}`);
  return user;
};

/** As the gateway would assert it now. */
export const actorFor = async (harness: Harness, userId: string): Promise<Actor> => {
  const { email, name, role, roleVersion } = await recordOf(harness, userId);
  return { userId, email, name, role, roleVersion };
};

export const register = async (
  harness: Harness,
  name: string,
  userRole: 'worker' | 'buyer' = 'worker',
): Promise<Actor> => {
  const body = { userName: `The ${name}`, userRole };
  const answered = await harness.call('createUser', { identity: identity(name), body });
  return actorFor(harness, answered.body.insertedId);
};

/** Answers each role change and closing like the wallet. */
export const startWallet = (harness: Harness): Promise<Subscription> => {
  const ends = new Map([
    ['user.role-changed', 'wallet.role-settled'],
    ['user.closed', 'wallet.account-closed'],
  ] as const);
  return harness.bus.subscribe({
    group: null,
    topics: ['user'],
    handler: async ({ value }) => {
      const event = JSON.parse(value);
      const type = ends.get(event.type);
      if (!type) return;
      const { userId, roleVersion } = event.data as EventData<'wallet.role-settled'>;
      const { version } = EVENTS[type];
      const ended = { ...event, eventId: harness.ids.next(), type, version, data: { userId, roleVersion } };
      await harness.bus.publish([{ topic: 'wallet', key: userId, value: JSON.stringify(ended) }]);
    },
  });
};

/** Requires {@link startWallet}. */
export const registerAdmin = async (harness: Harness, name = 'ada'): Promise<Actor> => {
  const { userId, email } = await register(harness, name);
  await harness.internal('makeAdmin', { email });
  return actorFor(harness, userId);
};

export const changeRole = (harness: Harness, as: Actor, id: string, userRole: Role) =>
  harness.call('changeUser', { as, params: { id }, body: { userRole } });

export const closeAccount = (harness: Harness, as: Actor, id: string) =>
  harness.call('deleteUser', { as, params: { id } });
