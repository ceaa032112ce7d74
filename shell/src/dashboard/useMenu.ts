import type { RemoteModule } from '@piecework/web-kit';
import { useApiList, useApiQuery } from '@piecework/web-kit/query';
import type { useRemote } from '../areas';

/** These lists have no live notice. */
const REFRESH_MS = 30_000;

/** Menu of a remote, without an item whose list is empty or unknown, or that this installation lacks. */
export const useMenu = (remote: ReturnType<typeof useRemote>): RemoteModule['menu'] => {
  const menu = remote.status === 'ready' ? remote.module.menu : [];
  const route = menu.find(({ whileAny }) => whileAny)?.whileAny;
  const list = useApiList(route ?? 'GET /statement', undefined, {
    enabled: route !== undefined,
    refetchInterval: REFRESH_MS,
  });
  const hasRows = (list.data?.total ?? 0) > 0;
  const config = useApiQuery('GET /config', undefined, {
    enabled: menu.some(({ withMail }) => withMail),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const hasMail = config.data?.mail === true;
  return menu.filter(({ whileAny, withMail }) => (!whileAny || hasRows) && (!withMail || hasMail));
};
