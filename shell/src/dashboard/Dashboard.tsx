import type { User } from '@piecework/contracts';
import { t, translated } from '@piecework/i18n';
import { Button, Failure, Row, VisuallyHidden } from '@piecework/ui';
import { forgetReturnPath, Pending, rememberReturnPath, session, useSession } from '@piecework/web-kit';
import { QueryClientProvider, queryClient } from '@piecework/web-kit/query';
import { Link, Navigate, useLocation } from '@piecework/web-kit/router';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { UnknownArea } from '../areas';
import { FullPageLoader } from '../FullPageLoader';
import { MAIN_ID } from '../navigation/RouteAnnouncer';
import { useOwners } from '../page-owners';
import { DashboardLayout } from './DashboardLayout';
import { DashboardPage } from './DashboardPage';
import { useRoleRedirect } from './useRoleRedirect';

/** Checks the session only; SignedInDashboard picks the page. */
export default function Dashboard() {
  const { status, problem, user } = useSession();
  if (status === 'signed-in' && user)
    return (
      <QueryClientProvider client={queryClient}>
        <SignedInDashboard key={user._id} user={user} />
      </QueryClientProvider>
    );
  if (status === 'new') return <Navigate to="/selectRole" replace />;
  if (status === 'signed-out') return <ToLogin />;
  return problem ? <Unreachable problem={problem} /> : <FullPageLoader />;
}

/** The login page has read the return path by then. */
const LANDED_MS = 2000;

function SignedInDashboard({ user }: { user: User }) {
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

function ToLogin() {
  const { pathname } = useLocation();
  // A sign-out or an ended session is navigating already.
  if (location.pathname !== pathname) return null;
  rememberReturnPath();
  return <Navigate to="/login" replace />;
}

const Middle = styled.main`
  display: grid;
  max-width: 40rem;
  min-height: 100dvh;
  margin: 0 auto;
  padding: 1rem;
  align-content: center;
  outline: none;
`;

/** An unreachable server does not sign out. */
const Unreachable = ({ problem }: { problem: string }) => (
  <Middle id={MAIN_ID} tabIndex={-1}>
    <VisuallyHidden as="h1">Piecework</VisuallyHidden>
    <Failure
      title={t('We can’t reach Piecework right now')}
      text={`${translated(problem)} ${t('You’re still signed in.')}`}
      onRetry={() => void session.start()}
    />
    <Row justify="center">
      <Button as={Link} variant="quiet" to="/">
        {t('Go to the home page')}
      </Button>
    </Row>
  </Middle>
);
