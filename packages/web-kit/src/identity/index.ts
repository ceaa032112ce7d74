import type { PublicConfig } from '@piecework/contracts';
import { call } from '../api';
import { queryClient, queryKey } from '../queries';
import type { IdentityProvider } from './provider';

/** Each provider is loaded only where it is the one. */
const PROVIDERS: Partial<Record<PublicConfig['identity'], () => Promise<IdentityProvider>>> = {
  embedded: async () => (await import('./embedded')).embedded,
};

const choose = async (): Promise<IdentityProvider> => {
  // The same answer that pages ask for by `useConfig`.
  const { identity } = await queryClient.fetchQuery({
    queryKey: queryKey('GET /config'),
    queryFn: () => call('GET /config'),
    staleTime: Number.POSITIVE_INFINITY,
  });
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
