import { internally, type ServiceDeps } from '@piecework/service-runtime';
import { z } from 'zod';
import { createGrants } from '../grant/grant.store';
import type { DailyQuota } from './daily-quota.store';
import { createGoogleOperations } from './google-stand-in.routes';
import { createAccounts } from './identity.accounts';
import { createIdentityInternal } from './identity.internal';
import { createMailLinkOperations } from './identity.mail-link.routes';
import { createMailLinks } from './identity.mail-links';
import type { IdentityProvider, VerifiedIdentity } from './identity.provider';
import { createIdentityOperations } from './identity.routes';
import { createSessionOperations } from './identity.session.routes';
import { createSessions, isSignedIn } from './identity.sessions';
import { createSignInLimit } from './identity.sign-in-limit';
import type { Passwords } from './passwords';

const tokenOf = z.object({ token: z.string() });

export const createEmbeddedIdentity = (
  deps: ServiceDeps,
  passwords: Passwords,
  quota: DailyQuota,
): IdentityProvider => {
  const sessions = createSessions(deps);
  const guesses = createSignInLimit(deps);
  const links = createMailLinks(deps, quota);
  const grants = createGrants(deps, quota);
  const accounts = createAccounts(deps, { passwords, sessions, guesses, links, grants });
  const parts = { passwords, sessions, guesses, links, accounts, quota };
  return {
    operations: {
      ...createIdentityOperations(deps, parts),
      ...createMailLinkOperations(deps, parts),
      ...createGoogleOperations(deps, parts),
      ...createSessionOperations(deps, parts),
    },
    isSignedIn: (identity) => isSignedIn(deps.store, identity),
    hasConfirmedEmail: async (tx, { uid, provider }) => provider === 'google' || (await accounts.isConfirmed(tx, uid)),
    internal: {
      ...createIdentityInternal(parts),
      verifyIdentity: internally(
        [],
        async (args): Promise<VerifiedIdentity> => deps.tokens.verifyIdentity(tokenOf.parse(args).token),
      ),
    },
  };
};
