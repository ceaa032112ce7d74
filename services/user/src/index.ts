import type { Settings } from '@piecework/config';
import { defineService, type ServiceDeps, type ServiceModule } from '@piecework/service-runtime';
import { createApiKeyOperations } from './api-key.routes';
import { identityConsumers } from './identity.consumers';
import { createEmbeddedIdentity } from './identity.embedded';
import { createFirebaseIdentity } from './identity.firebase';
import type { IdentityProvider } from './identity.provider';
import { accounts, mailLinks, mailRequests, sessions, signInFailures } from './identity.store';
import { identityTimers } from './identity.timers';
import { type Passwords, scryptPasswords } from './passwords';
import { createUserConsumers } from './user.consumers';
import { createUserGauges } from './user.gauges';
import { createUserInternal } from './user.internal';
import { createUserOperations } from './user.routes';
import { createSaga } from './user.saga';
import { submitters, testimonials, users } from './user.store';
import { userTally } from './user.tally';
import { createUserTotals } from './user.totals';

interface Options {
  passwords?: Passwords;
  googleKeysUrl?: string;
}

const PROVIDERS: Record<Settings['identity'], (deps: ServiceDeps, options: Options) => IdentityProvider> = {
  embedded: (deps, options) => {
    const cost = { N: 2 ** deps.settings.passwordCost, r: 8, p: 1 };
    return createEmbeddedIdentity(deps, options.passwords ?? scryptPasswords(deps.clock, cost));
  },
  firebase: (deps, { googleKeysUrl }) => createFirebaseIdentity(deps, googleKeysUrl),
};

export const createUserService = (options: Options = {}): ServiceModule<'user'> =>
  defineService({
    name: 'user',
    collections: [
      users,
      submitters,
      testimonials,
      accounts,
      sessions,
      signInFailures,
      mailLinks,
      mailRequests,
    ],
    tallies: [userTally],
    create: (deps) => {
      const saga = createSaga(deps);
      const identity = PROVIDERS[deps.settings.identity](deps, options);
      return {
        operations: {
          ...createUserOperations(deps, saga, identity),
          ...createApiKeyOperations(deps),
          ...identity.operations,
        },
        consumers: [...createUserConsumers(deps), ...identityConsumers],
        totals: createUserTotals(deps),
        internal: { ...createUserInternal(deps, saga), ...identity.internal },
        gauges: createUserGauges(deps),
        timers: identityTimers,
      };
    },
  });

export const userService = createUserService();
