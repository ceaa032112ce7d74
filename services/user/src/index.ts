import type { Settings } from '@piecework/config';
import { defineService, type ServiceDeps, type ServiceModule } from '@piecework/service-runtime';
import { createApiKeyOperations } from './api-key/api-key.routes';
import { createClosingConsumers } from './closing/closing.consumers';
import { createClosingInternal } from './closing/closing.internal';
import { createClosingOperations } from './closing/closing.routes';
import { createClosingTimer } from './closing/closing.timers';
import { createFactorInternal } from './factor/factor.internal';
import { createFactorOperations } from './factor/factor.routes';
import { factors } from './factor/factor.store';
import { createFactorTimers } from './factor/factor.timers';
import { createGrantOperations } from './grant/grant.routes';
import { createGrants, grantedMailboxes } from './grant/grant.store';
import { createDailyQuota, type DailyQuota, dailyCountExpiry, dailyCounts } from './identity/daily-quota.store';
import { identityConsumers } from './identity/identity.consumers';
import { createEmbeddedIdentity } from './identity/identity.embedded';
import { createFirebaseIdentity } from './identity/identity.firebase';
import type { IdentityProvider } from './identity/identity.provider';
import { accounts, mailLinks, mailRequests, sessions, signInFailures, signInPlaces } from './identity/identity.store';
import { identityTimers } from './identity/identity.timers';
import { type Passwords, scryptPasswords } from './identity/passwords';
import { createNoteOperations } from './note/note.routes';
import { personNotes } from './note/note.store';
import { noteExpiry } from './note/note.timers';
import { createReportInternal } from './report/report.internal';
import { createReportOperations } from './report/report.routes';
import { reportCases, reporterTally, reports } from './report/report.store';
import { createSuspensionOperations } from './suspension/suspension.routes';
import { suspensions } from './suspension/suspension.store';
import { suspensionEnd } from './suspension/suspension.timers';
import { createUserConsumers } from './user/user.consumers';
import { createUserGauges } from './user/user.gauges';
import { createUserInternal } from './user/user.internal';
import { userOwnData } from './user/user.own-data';
import { createUserOperations } from './user/user.routes';
import { createSaga } from './user/user.saga';
import { submitters, testimonials, users } from './user/user.store';
import { userTally } from './user/user.tally';
import { createUserTotals } from './user/user.totals';

interface Options {
  passwords?: Passwords;
  googleKeysUrl?: string;
}

const PROVIDERS: Record<
  Settings['identity'],
  (deps: ServiceDeps, quota: DailyQuota, options: Options) => IdentityProvider
> = {
  embedded: (deps, quota, options) => {
    const cost = { N: 2 ** deps.settings.passwordCost, r: 8, p: 1 };
    return createEmbeddedIdentity(deps, options.passwords ?? scryptPasswords(deps.clock, cost), quota);
  },
  firebase: (deps, _quota, { googleKeysUrl }) => createFirebaseIdentity(deps, googleKeysUrl),
};

export const createUserService = (options: Options = {}): ServiceModule<'user'> =>
  defineService({
    name: 'user',
    collections: [
      users,
      personNotes,
      submitters,
      testimonials,
      accounts,
      sessions,
      signInFailures,
      signInPlaces,
      mailLinks,
      mailRequests,
      dailyCounts,
      grantedMailboxes,
      factors,
      suspensions,
      reportCases,
      reports,
    ],
    ownData: userOwnData,
    tallies: [userTally, reporterTally],
    create: (deps) => {
      const saga = createSaga(deps);
      const quota = createDailyQuota(deps);
      const identity = PROVIDERS[deps.settings.identity](deps, quota, options);
      return {
        operations: {
          ...createUserOperations(deps, saga, identity, quota, createGrants(deps, quota)),
          ...createGrantOperations(deps),
          ...createNoteOperations(deps),
          ...createApiKeyOperations(deps),
          ...createClosingOperations(deps),
          ...createFactorOperations(deps),
          ...createSuspensionOperations(deps),
          ...createReportOperations(deps),
          ...identity.operations,
        },
        consumers: [...createUserConsumers(deps), ...createClosingConsumers(), ...identityConsumers],
        totals: createUserTotals(deps),
        internal: {
          ...createUserInternal(deps, saga),
          ...createClosingInternal(deps),
          ...createFactorInternal(deps),
          ...createReportInternal(deps),
          ...identity.internal,
        },
        gauges: createUserGauges(deps),
        timers: [
          ...[...identityTimers, dailyCountExpiry, noteExpiry, suspensionEnd, createClosingTimer()],
          ...createFactorTimers(deps),
        ],
      };
    },
  });

export const userService = createUserService();
