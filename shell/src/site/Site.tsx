import { PendingPage } from '@piecework/web-kit';
import { Navigate, useLocation } from '@piecework/web-kit/router';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Area, UnknownArea } from '../areas';
import { useDirectory } from '../directory';
import { FullPageLoader } from '../FullPageLoader';
import { MAIN_ID } from '../navigation/RouteAnnouncer';
import { useOwners } from '../page-owners';
import { hasFooter, hasNavbar } from '../paths';
import { Footer } from './Footer';
import { NavBar } from './NavBar';
import { useSignInRedirect } from './useSignInRedirect';

const Column = styled.div`
  display: flex;
  min-height: 100dvh;
  flex-direction: column;
`;
const Main = styled.main`
  flex: 1;
  outline: none;

  /* The error card of an unavailable area. */
  > [role='alert'] {
    max-width: 44rem;
    margin: 2rem auto;
  }
`;

/** The pages of the public remotes between navbar and footer (P-9.2, P-9.3). */
export function Site() {
  const { pathname } = useLocation();
  const redirect = useSignInRedirect(pathname);
  if (redirect === 'wait') return <FullPageLoader />;
  if (redirect) return <Navigate to={redirect} replace />;
  return (
    <SiteFrame pathname={pathname}>
      <PublicArea pathname={pathname} />
    </SiteFrame>
  );
}

function PublicArea({ pathname }: { pathname: string }) {
  const { status } = useDirectory();
  const remote = useOwners().publicRemoteOf(pathname);
  if (remote) return <Area name={remote} />;
  return status === 'loading' ? <PendingPage /> : <UnknownArea />;
}

export const SiteFrame = ({ pathname, children }: { pathname: string; children: ReactNode }) => (
  <Column>
    {hasNavbar(pathname) && <NavBar />}
    <Main id={MAIN_ID} tabIndex={-1}>
      {children}
    </Main>
    {hasFooter(pathname) && <Footer />}
  </Column>
);
