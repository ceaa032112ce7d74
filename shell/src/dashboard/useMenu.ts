import type { Role } from '@piecework/contracts/constants';
import { msg } from '@piecework/i18n';
import type { MenuItem } from '@piecework/web-kit';
import { useApiList, useConfig, useThreads } from '@piecework/web-kit/query';
import { useDirectory } from '../directory';
import { useOwners } from '../page-owners';

/** These lists have no live notice. */
const REFRESH_MS = 30_000;

export interface ShownItem extends MenuItem {
  /** Threads with unread messages. */
  unread?: number;
}
export type Menu = { status: 'loading' | 'failed' } | { status: 'ready'; items: readonly ShownItem[] };

/** A page of the shell, behind those of the role's remote. */
const MESSAGES: MenuItem = { label: msg('Messages'), to: 'messages', icon: 'email' };

/** Menu of the role, without an item whose list is empty or unknown, or that this installation lacks. */
export const useMenu = (role: Role): Menu => {
  const { status } = useDirectory();
  const all = useOwners().menuOf(role);
  const route = all?.find(({ whileAny }) => whileAny)?.whileAny;
  const list = useApiList(route ?? 'GET /statement', undefined, {
    enabled: route !== undefined,
    refetchInterval: REFRESH_MS,
  });
  const hasRows = (list.data?.total ?? 0) > 0;
  const hasMail = useConfig()?.mail === true;
  const hasThreads = role !== 'admin';
  const unread = useThreads({ unread: '1', limit: 1 }, { enabled: hasThreads }).data?.unread ?? 0;
  if (!all) return { status: status === 'loading' ? 'loading' : 'failed' };
  const items = all.filter(({ whileAny, withMail }) => (!whileAny || hasRows) && (!withMail || hasMail));
  return { status: 'ready', items: hasThreads ? [...items, { ...MESSAGES, unread }] : items };
};
