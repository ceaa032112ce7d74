import { internally, notOffered, type ServiceDeps } from '@piecework/service-runtime';
import { z } from 'zod';
import type { CommandResult } from '../user/user.internal';
import { createGoogleKeys, GOOGLE_KEYS_URL } from './firebase.keys';
import { verifyFirebaseToken } from './firebase.token';
import { IDENTITY_OPERATIONS, type IdentityProvider, type VerifiedIdentity } from './identity.provider';

const tokenOf = z.object({ token: z.string() });

export const createFirebaseIdentity = (deps: ServiceDeps, keysUrl = GOOGLE_KEYS_URL): IdentityProvider => {
  const { settings, clock, log } = deps;
  const { firebase } = settings;
  if (!firebase) throw new Error('IDENTITY=firebase requires the FIREBASE_… settings');
  // Unsigned tokens in production would admit anyone. The settings refuse this combination too.
  const isEmulated = firebase.emulatorHost !== undefined && !settings.production;
  const key = isEmulated ? 'unsigned' : createGoogleKeys({ url: keysUrl, clock, log });
  const { projectId } = firebase;
  return {
    operations: notOffered(IDENTITY_OPERATIONS),
    // Only Firebase's Admin API knows revocations.
    isSignedIn: async () => true,
    hasConfirmedEmail: async (_tx, { emailVerified }) => emailVerified === true,
    internal: {
      confirmEmail: internally([], async () => ({ done: false })),
      setPassword: internally(
        [],
        async (): Promise<CommandResult> => ({
          done: false,
          message:
            'Firebase stores the passwords of this installation (IDENTITY=firebase), so this command cannot set one. "Forgot your password?" on the login page sends a reset mail; so does the Firebase console, under Authentication.',
        }),
      ),
      verifyIdentity: internally([], (args): Promise<VerifiedIdentity> => {
        const { token } = tokenOf.parse(args);
        return verifyFirebaseToken(token, { projectId, key, now: clock.now() });
      }),
    },
  };
};
