import { ROLE_COINS, type Role } from '@piecework/contracts/constants';
import { useLocation, useNavigate } from '@piecework/web-kit/router';
import { useEffect, useRef, useState } from 'react';
import { dashboardRemoteOf, HOME_OF_ROLE, roleOf } from '../page-owners';
import { segmentsOf } from '../paths';

const withArticle = (role: Role) => (role === 'admin' ? 'an admin' : `a ${role}`);

const otherRoleText = (owner: Role, role: Role) =>
  `This page is for ${owner}s. You are signed in as ${withArticle(role)}.`;
const newRoleText = (role: Role) =>
  `Your role has been changed: you are now ${withArticle(role)}, and your balance has been reset to ${ROLE_COINS[role]} coins.`;

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
  const home = HOME_OF_ROLE[role];
  const owner = roleOf(dashboardRemoteOf(pathname));
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

  return {
    isRedirecting: isOtherRole || isDashboardRoot,
    notice,
    dismiss: () => setNotice(undefined),
  };
}
