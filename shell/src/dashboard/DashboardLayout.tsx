import type { Role } from '@piecework/contracts/constants';
import { pageKeyOf } from '@piecework/federation/page-addresses';
import { t } from '@piecework/i18n';
import { type Elements, IconButton, Mark, Notice, VisuallyHidden } from '@piecework/ui';
import { color, media, space } from '@piecework/ui/styles';
import { Link, useLocation } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import Account from '../account/Account';
import { MAIN_ID } from '../navigation/RouteAnnouncer';
import { Bell } from '../notifications/Bell';
import { useOwners } from '../page-owners';
import { ClosingNotice } from '../profile/ClosingNotice';
import { EmailConfirmation } from '../profile/EmailConfirmation';
import { StartingCoins } from '../profile/StartingCoins';
import { TermsAcceptance } from '../profile/TermsAcceptance';
import { SuspensionPlace } from '../suspension/SuspensionPlace';
import { BottomBar } from './BottomBar';
import { CoinsOnTheWay } from './CoinsOnTheWay';
import { LiveMark, OfflineNotice } from './LiveStatus';
import { COLORS_OF_ROLE } from './role-colors';
import { SideMenu } from './SideMenu';
import { useMenu } from './useMenu';

const Frame = styled.div`
  /* Sticky table heads stop under the header. */
  --table-top: ${space(16)};
  display: grid;
  grid-template: 1fr auto / minmax(0, 1fr);
  min-height: 100dvh;
  ${media.desk} {
    /* 232 px, and more for large text. */
    grid-template: none / min(14.5rem, 30vw) minmax(0, 1fr);
  }
  @media print {
    && {
      display: block;
      padding: 0;
    }
    && > nav,
    && > div > header {
      display: none;
    }
  }
`;
const Header = styled.header`
  container-type: inline-size;
  position: relative;
  z-index: 20;
  ${media.tall} {
    position: sticky;
    top: 0;
  }
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: ${space(16)};
  padding: 0 ${space(2)} 0 ${space(4)};
  ${media.phone} {
    gap: ${space(1)};
  }
  border-bottom: 2px dashed ${color.line};
  background: ${color.paper};
  ${media.desk} {
    padding: 0 ${space(8)};
  }
`;
const MarkLink = styled(Link)`
  display: grid;
  width: ${space(11)};
  height: ${space(11)};
  margin-left: -${space(2)};
  place-items: center;
  ${media.desk} {
    display: none;
  }
`;
const Live = styled.div`
  margin-right: auto;
`;
const Main = styled.main`
  max-width: 104rem;
  margin: 0 auto;
  padding: ${space(6)} ${space(4)} ${space(10)};
  outline: none;
  ${media.tablet} {
    padding: ${space(8)} ${space(6)} ${space(12)};
  }
  ${media.desk} {
    padding: ${space(8)} ${space(8)} ${space(16)};
  }
`;
const DismissibleNotice = styled.div`
  position: relative;
  margin-bottom: ${space(6)};

  > :first-child {
    padding-right: ${space(14)};
  }
  > button {
    position: absolute;
    inset: 2px 2px auto auto;
  }
`;

const Closing = styled.div`
  &:not(:empty) { margin-bottom: ${space(6)}; }
`;

/** Below the page, so that its late answer moves nothing (D-6.4). */
const Foot = styled.div`
  &:not(:empty) { display: grid; gap: ${space(4)}; margin-top: ${space(8)}; }
`;

interface DashboardLayoutProps {
  role: Role;
  /** Why the user was redirected. */
  notice: string | undefined;
  onDismiss(): void;
  children: Elements;
}

export function DashboardLayout({ role, notice, onDismiss, children }: DashboardLayoutProps) {
  const owners = useOwners();
  const menu = useMenu(role);
  const colors = COLORS_OF_ROLE[role];
  const isHome = pageKeyOf(useLocation().pathname) === pageKeyOf(owners.homeOf(role));
  return (
    <Frame>
      <SideMenu role={role} menu={menu} colors={colors} />
      <div>
        <Header>
          <MarkLink to="/">
            <Mark size={28} />
            <VisuallyHidden>{t('Piecework, home')}</VisuallyHidden>
          </MarkLink>
          <Live>
            <LiveMark />
          </Live>
          {role === 'buyer' && <CoinsOnTheWay />}
          <Bell role={role} />
          <Account showsRole />
        </Header>
        <Main id={MAIN_ID} tabIndex={-1}>
          <OfflineNotice />
          <SuspensionPlace />
          <Closing>
            <ClosingNotice />
          </Closing>
          {notice && (
            <DismissibleNotice>
              <Notice tone="info">{notice}</Notice>
              <IconButton label={t('Dismiss')} icon="close" onClick={onDismiss} />
            </DismissibleNotice>
          )}
          {children}
          {isHome && (
            <Foot>
              <TermsAcceptance />
              <EmailConfirmation />
              <StartingCoins />
            </Foot>
          )}
        </Main>
      </div>
      <BottomBar menu={menu} colors={colors} />
    </Frame>
  );
}
