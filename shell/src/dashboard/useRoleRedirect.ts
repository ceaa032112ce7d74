import { ROLE_COINS, type Role } from '@piecework/contracts/constants';
import { segmentsOf } from '@piecework/federation/page-addresses';
import { msg, t, translated } from '@piecework/i18n';
import { useLocation, useNavigate } from '@piecework/web-kit/router';
import { useEffect, useRef, useState } from 'react';
import { useOwners } from '../page-owners';

const OWNER: Record<Role, string> = {
  worker: msg('This page is for workers.'),
  buyer: msg('This page is for buyers.'),
  admin: msg('This page is for admins.'),
};
const SIGNED_IN: Record<Role, string> = {
  worker: msg('You’re signed in as a worker.'),
  buyer: msg('You’re signed in as a buyer.'),
  admin: msg('You’re signed in as an admin.'),
};
const otherRoleText = (owner: Role, role: Role) => `${translated(OWNER[owner])} ${translated(SIGNED_IN[role])}`;

const newRoleText = (role: Role) => {
  const values = { coins: ROLE_COINS[role] };
  return {
    worker: t('Your role has changed. You’re now a worker, and your balance was reset to {coins} coins.', values),
    buyer: t('Your role has changed. You’re now a buyer, and your balance was reset to {coins} coins.', values),
    admin: t('Your role has changed. You’re now an admin, and your balance was reset to {coins} coins.', values),
  }[role];
};

/**
 * Redirects to the role's home from another role's page, after a role change and from /dashboard itself, with a
 * notice that says why.
 *
 * @returns isRedirecting: render nothing of the current page
 */
export function useRoleRedirect(role: Role) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const roleBefore = useRef(role);
  const [notice, setNotice] = useState<string>();
  const owners = useOwners();
  const home = owners.homeOf(role);
  const owner = owners.roleOf(owners.dashboardRemoteOf(pathname));
  const isOtherRole = owner !== null && owner !== role;
  const isDashboardRoot = segmentsOf(pathname).length === 1;

  useEffect(() => {
    const isNewRole = roleBefore.current !== role;
    roleBefore.current = role;
    if (isNewRole) setNotice(newRoleText(role));
    else if (isOtherRole) setNotice(otherRoleText(owner, role));
    if (isNewRole || isOtherRole || isDashboardRoot) void navigate(home, { replace: true });
    // The notice belongs to the home and is removed on the next navigation.
    else if (pathname !== home) setNotice(undefined);
  }, [role, owner, isOtherRole, isDashboardRoot, home, pathname, navigate]);

  return { isRedirecting: isOtherRole || isDashboardRoot, notice, dismiss: () => setNotice(undefined) };
}
