import type { User } from '@piecework/contracts';
import { forgetReturnPath, Pending } from '@piecework/web-kit';
import { useEffect } from 'react';
import { UnknownArea } from '../areas';
import { useOwners } from '../page-owners';
import { DashboardLayout } from './DashboardLayout';
import { DashboardPage } from './DashboardPage';
import { useRoleRedirect } from './useRoleRedirect';

/** The login page has read the return path by then. */
const LANDED_MS = 2000;

export function SignedInDashboard({ user }: { user: User }) {
  const { isRedirecting, notice, dismiss } = useRoleRedirect(user.userRole);
  const hasHome = useOwners().remoteOfRole(user.userRole) !== undefined;
  useEffect(() => {
    const timer = setTimeout(forgetReturnPath, LANDED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <DashboardLayout role={user.userRole} notice={notice} onDismiss={dismiss}>
      {!isRedirecting ? <DashboardPage role={user.userRole} /> : hasHome ? <Pending /> : <UnknownArea />}
    </DashboardLayout>
  );
}
