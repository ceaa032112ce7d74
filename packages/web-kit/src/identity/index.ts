import type { PublicConfig } from '@piecework/contracts';
import { part } from '../api-error';
import { readOnce } from '../use-answer';
import type { IdentityProvider } from './provider';

/** Each provider is loaded only where it is the one. */
const PROVIDERS: Partial<Record<PublicConfig['identity'], () => Promise<IdentityProvider>>> = {
  embedded: async () => (await part(import('./embedded'))).embedded,
};

const choose = async (): Promise<IdentityProvider> => {
  const { identity } = await readOnce('GET /config');
  const load = PROVIDERS[identity];
  if (!load) throw new Error(`There is no identity provider ${identity} in this build`);
  return load();
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

/** As above, and without a connection the only one that keeps anything itself. */
export const knownProvider = (): Promise<IdentityProvider> =>
  identityProvider().catch(async () => (await import('./embedded')).embedded);
