import { ROLE_COINS, type Role } from '@piecework/contracts/constants';
import { useLocation, useNavigate } from '@piecework/web-kit/router';
import { useEffect, useRef, useState } from 'react';
import { dashboardRemoteOf, HOME_OF_ROLE, roleOf } from '../page-owners';
import { segmentsOf } from '../paths';

const withArticle = (role: Role) => (role === 'admin' ? 'an admin' : `a ${role}`);

const otherRoleText = (owner: Role, role: Role) =>
  `This page is for ${owner}s. You are signed in as ${withArticle(role)}.`;
const newRoleText = (role: Role) =>
  `Your role has been changed: you are now ${withArticle(role)}, and your balance starts anew at ${ROLE_COINS[role]} coins.`;

/**
 * Leads home whoever stands where their role has no page, and tells them why: another role's page, a role that has just been changed.
 * /dashboard itself is no page, only the way home.
 *
 * @returns isRedirecting: nothing of the page may be shown or loaded, because the person is on their way
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
    // What was notice stands on the home it led to, and goes with it.
    else if (pathname !== home) setNotice(undefined);
  }, [role, owner, isOtherRole, isDashboardRoot, home, pathname, navigate]);

  return {
    isRedirecting: isOtherRole || isDashboardRoot,
    notice: notice,
    dismiss: () => setNotice(undefined),
  };
}
