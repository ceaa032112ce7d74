import type { User } from '@piecework/contracts';
import { forgetReturnPath } from '@piecework/web-kit';
import { useEffect } from 'react';
import { DashboardLayout } from './DashboardLayout';
import { DashboardPage } from './DashboardPage';
import { useLead } from './useLead';

/** By then the login page has asked where to land. */
const LANDED_MS = 2000;

export function SignedIn({ user }: { user: User }) {
  const { isLeading, notice, dismiss } = useLead(user.userRole);
  useEffect(() => {
    const timer = setTimeout(forgetReturnPath, LANDED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <DashboardLayout role={user.userRole} notice={notice} onDismiss={dismiss}>
      {!isLeading && <DashboardPage role={user.userRole} />}
    </DashboardLayout>
  );
}
