import { t } from '@piecework/i18n';
import { IconButton, Wordmark } from '@piecework/ui';
import { color, media, pageWidth, radius, shadow, space } from '@piecework/ui/styles';
import { loadable, localStore, useSession } from '@piecework/web-kit';
import { Link, NavLink } from '@piecework/web-kit/router';
import { useRef } from 'react';
import { css, styled } from 'styled-components';
import { AccountPlace } from '../account/AccountPlace';
import { useDisclosure } from '../navigation/useDisclosure';
import { JoinAsDeveloper } from './JoinAsDeveloper';
import { LanguageSwitch } from './LanguageSwitch';

const Account = loadable(() => import('../account/Account'), <AccountPlace />);

const Bar = styled.header`
  container-type: inline-size;
  position: relative;
  z-index: 20;
  ${media.tall} {
    position: sticky;
    top: 0;
  }
  border-bottom: 2px dashed ${color.line};
  background: ${color.paper};
`;
const Inner = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  max-width: ${pageWidth};
  min-height: ${space(16)};
  margin: 0 auto;
  padding: 0 max(${space(4)}, env(safe-area-inset-right)) 0 max(${space(4)}, env(safe-area-inset-left));
  ${media.tablet} {
    padding: 0 max(${space(6)}, env(safe-area-inset-right)) 0 max(${space(6)}, env(safe-area-inset-left));
  }
`;
const Brand = styled(Link)<{ $isMarkAlone: boolean }>`
  display: flex;
  align-items: center;
  min-height: ${space(11)};
  margin-right: auto;
  text-decoration: none;
  ${media.phone} {
    > span {
      ${({ $isMarkAlone }) => $isMarkAlone && 'font-size: 0;'}
    }
  }
`;
const Toggle = styled(IconButton)`
  ${media.desk} {
    display: none;
  }
`;
const narrow = css<{ $isOpen: boolean }>`
  position: absolute;
  inset: 100% 0 auto;
  display: ${({ $isOpen }) => ($isOpen ? 'grid' : 'none')};
  gap: ${space(1)};
  padding: ${space(3)} ${space(4)} ${space(5)};
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
  box-shadow: ${shadow.float};
`;
const Links = styled.ul<{ $isOpen: boolean }>`
  margin: 0;
  list-style: none;
  ${narrow}
  ${media.desk} {
    position: static;
    display: flex;
    align-items: center;
    padding: 0;
    border: 0;
    background: none;
    box-shadow: none;
  }

  a,
  button {
    display: flex;
    align-items: center;
    gap: ${space(1)};
    width: 100%;
    min-height: ${space(12)};
    padding: 0 ${space(3)};
    border: 0;
    border-radius: ${radius.control};
    background: none;
    color: ${color.ink};
    font: inherit;
    font-weight: 600;
    text-decoration: none;
    cursor: pointer;
    ${media.desk} {
      min-height: ${space(11)};
    }
  }
  a:hover,
  button:hover {
    background: ${color.sunk};
  }
  [aria-current],
  [aria-pressed='true'] {
    background: ${color.primarySoft};
    color: ${color.primary};
  }
  a[href='/register'] {
    background: ${color.primary};
    color: ${color.onPrimary};
  }
`;

/** `soon`: a stored token says that the user will be signed in shortly. */
const useIsSignedIn = () => {
  const status = useSession((state) => state.status);
  if (status === 'loading') return localStore.get('access-token') !== null && 'soon';
  return status !== 'signed-out';
};

export function NavBar() {
  const isSignedIn = useIsSignedIn();
  const frame = useRef<HTMLElement>(null);
  const { isOpen, setOpen } = useDisclosure(frame);
  return (
    <Bar ref={frame}>
      <Inner as="nav" aria-label={t('Main')}>
        <Brand to="/" aria-label={t('Piecework, home')} $isMarkAlone={Boolean(isSignedIn)}>
          <Wordmark />
        </Brand>
        <Links id="site-links" $isOpen={isOpen}>
          <li>
            <NavLink to="/qa">{t('Q/A')}</NavLink>
          </li>
          <li>
            <JoinAsDeveloper />
          </li>
          {isSignedIn ? (
            <li>
              <NavLink to="/dashboard">{t('Dashboard')}</NavLink>
            </li>
          ) : (
            <>
              <li>
                <NavLink to="/login">{t('Login')}</NavLink>
              </li>
              <li>
                <Link to="/register">{t('Register')}</Link>
              </li>
              <LanguageSwitch />
            </>
          )}
        </Links>
        {isSignedIn === 'soon' ? <AccountPlace /> : isSignedIn && <Account />}
        <Toggle
          label={isOpen ? t('Close menu') : t('Open menu')}
          icon={isOpen ? 'close' : 'menu'}
          aria-expanded={isOpen}
          aria-controls="site-links"
          onClick={() => setOpen(!isOpen)}
        />
      </Inner>
    </Bar>
  );
}
