import { defineService, type ServiceModule } from '@piecework/service-kit';
import { createGoogleOperations } from './google.routes';
import { createAccounts } from './identity.accounts';
import { identityProblems } from './identity.errors';
import { createIdentityInternal } from './identity.internal';
import { createIdentityOperations } from './identity.routes';
import { createSessions } from './identity.sessions';
import { accounts, sessions, signInFailures } from './identity.store';
import { type Passwords, scryptPasswords } from './passwords';
import { createUserConsumers } from './user.consumers';
import { userProblems } from './user.errors';
import { createUserGauges } from './user.gauges';
import { createUserInternal } from './user.internal';
import { createUserOperations } from './user.routes';
import { createSaga } from './user.saga';
import { testimonials, users } from './user.store';
import { createUserTotals } from './user.totals';

/** People: who they are (`identity`: embedded accounts) and what they are here (`user`: role, name, coins as the wallet tells them). */
export const createUserService = (options: { passwords?: Passwords } = {}): ServiceModule<'user'> => {
  const passwords = options.passwords ?? scryptPasswords();
  return defineService({
    name: 'user',
    collections: [users, testimonials, accounts, sessions, signInFailures],
    create: (deps) => {
      const saga = createSaga(deps);
      const sessions = createSessions(deps);
      const accounts = createAccounts(deps, passwords, sessions);
      const identity = { passwords, sessions, accounts };
      return {
        operations: {
          ...createUserOperations(deps, saga),
          ...createIdentityOperations(deps, identity),
          ...createGoogleOperations(deps, identity),
        },
        consumers: createUserConsumers(deps),
        problems: { ...userProblems, ...identityProblems },
        totals: createUserTotals(deps),
        internal: { ...createUserInternal(deps, saga), ...createIdentityInternal(identity) },
        gauges: createUserGauges(deps),
      };
    },
  });
};

export const userService = createUserService();
