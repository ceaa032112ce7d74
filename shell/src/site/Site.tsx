import { Navigate, useLocation } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { Area } from '../areas';
import { MAIN_ID } from '../navigation/Announcer';
import { hasFooter, hasNavbar } from '../paths';
import { Waiting } from '../Waiting';
import { Footer } from './Footer';
import { NavBar } from './NavBar';
import { useRedirect } from './useRedirect';

const Column = styled.div`
  display: flex;
  min-height: 100dvh;
  flex-direction: column;
`;
const Main = styled.main`
  flex: 1;
  outline: none;

  /* Without its pages: the card that says so. */
  > [role='alert'] {
    max-width: 44rem;
    margin: 2rem auto;
  }
`;

/** The public pages: mf-public's, between the navbar and the footer that SPEC section 2 describes. */
export function Site() {
  const { pathname } = useLocation();
  const redirect = useRedirect(pathname);
  if (redirect === 'wait') return <Waiting />;
  if (redirect) return <Navigate to={redirect} replace />;
  return (
    <Column>
      {hasNavbar(pathname) && <NavBar />}
      <Main id={MAIN_ID} tabIndex={-1}>
        <Area name="mf_public" />
      </Main>
      {hasFooter(pathname) && <Footer />}
    </Column>
  );
}
