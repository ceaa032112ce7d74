import type { PublicConfig } from '@piecework/contracts';
import { call } from '../api';
import { queryClient, queryKey } from '../queries';
import type { IdentityProvider } from './provider';

/** Each provider is loaded only where it is the one. */
const PROVIDERS: Partial<Record<PublicConfig['identity'], () => Promise<IdentityProvider>>> = {
  embedded: async () => (await import('./embedded')).embedded,
};

/** The provider that this installation has chosen. */
export const identityProvider = async (): Promise<IdentityProvider> => {
  const { identity } = await queryClient.fetchQuery({
    queryKey: queryKey('GET /config'),
    queryFn: () => call('GET /config'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const load = PROVIDERS[identity];
  if (!load) throw new Error(`There is no identity provider ${identity} in this build`);
  return load();
};
