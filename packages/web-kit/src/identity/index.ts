import type { PublicConfig } from '@piecework/contracts';
import { loadChunk } from '../api/api-error';
import { readOnce } from '../queries/use-read-once';
import { clearFirebaseStorage, doesFirebaseStorageAnswer } from './clear-firebase-storage';
import type { IdentityProvider } from './provider';
import { tokenStore } from './token-store';

const PROVIDERS: Record<PublicConfig['identity'], (config: PublicConfig) => Promise<IdentityProvider>> = {
  embedded: async () => (await loadChunk(import('./embedded'))).embedded,
  firebase: async ({ firebase }) => {
    if (!firebase) throw new Error('The configuration has identity firebase but no project');
    const [{ createFirebase }, isStored] = await Promise.all([
      loadChunk(import('./firebase')),
      doesFirebaseStorageAnswer(),
    ]);
    return createFirebase(firebase, { isStored });
  },
};

const choose = async (): Promise<IdentityProvider> => {
  const config = await readOnce('GET /config');
  return PROVIDERS[config.identity](config);
};

let chosen: Promise<IdentityProvider> | undefined;
export const identityProvider = (): Promise<IdentityProvider> => {
  chosen ??= choose().catch((error: unknown) => {
    chosen = undefined;
    throw error;
  });
  return chosen;
};

/** Offline the provider is unknown, so both stores are cleared. */
export const forgetIdentity = async (): Promise<void> => {
  const provider = await identityProvider().catch(() => undefined);
  if (provider) return provider.signOut();
  // Their own chunks cannot be loaded then.
  await Promise.all([tokenStore.clear(), clearFirebaseStorage()]);
};
