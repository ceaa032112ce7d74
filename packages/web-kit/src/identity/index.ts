import type { PublicConfig } from '@piecework/contracts';
import { loadChunk } from '../api-error';
import { readOnce } from '../use-read-once';
import { clearFirebaseStorage } from './clear-firebase-storage';
import type { IdentityProvider } from './provider';
import { tokenStore } from './token-store';

/** Each provider is loaded only where it is the one. */
const PROVIDERS: Record<PublicConfig['identity'], (config: PublicConfig) => Promise<IdentityProvider>> = {
  embedded: async () => (await loadChunk(import('./embedded'))).embedded,
  firebase: async ({ firebase }) => {
    if (!firebase) throw new Error('The gateway names Firebase and not its project');
    return (await loadChunk(import('./firebase'))).createFirebase(firebase);
  },
};

const choose = async (): Promise<IdentityProvider> => {
  const config = await readOnce('GET /config');
  return PROVIDERS[config.identity](config);
};

let chosen: Promise<IdentityProvider> | undefined;
/** The provider that this installation has chosen; after a failure it is asked for again. */
export const identityProvider = (): Promise<IdentityProvider> => {
  chosen ??= choose().catch((error: unknown) => {
    chosen = undefined;
    throw error;
  });
  return chosen;
};

/** Forgets who is signed in: without a connection nobody knows by which provider, and then by any. */
export const forgetIdentity = async (): Promise<void> => {
  const provider = await identityProvider().catch(() => undefined);
  if (provider) return provider.signOut();
  // Their own parts of the page cannot be loaded by then.
  await Promise.all([tokenStore.clear(), clearFirebaseStorage()]);
};
