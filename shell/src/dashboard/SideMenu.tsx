import type { Role } from '@piecework/contracts/constants';
import { msg, t, translated } from '@piecework/i18n';
import { Button, Icon, Skeleton, Wordmark } from '@piecework/ui';
import { color, font, media, plainList, quietText, radius, space, text } from '@piecework/ui/styles';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { retryDirectory } from '../directory';
import { MenuLink, UnreadCount } from './MenuLink';
import type { RoleColors } from './role-colors';
import type { Menu } from './useMenu';

const LABELS: Record<Role, string> = { worker: msg('Worker menu'), buyer: msg('Buyer menu'), admin: msg('Admin menu') };

export interface MenuProps {
  menu: Menu;
  colors: RoleColors;
}

const Side = styled.nav<{ $ink: string }>`
  display: none;
  ${media.desk} {
    position: sticky;
    top: 0;
    display: flex;
    height: 100dvh;
    padding: 0 ${space(3)} ${space(5)};
    border-right: 2px dashed ${color.line};
    border-left: 6px solid ${({ $ink }) => $ink};
    background: ${color.surface};
    flex-direction: column;
    overflow-y: auto;
  }
`;
const Brand = styled(Link)`
  display: flex;
  min-height: ${space(16)};
  padding: 0 ${space(2)};
  align-items: center;
  text-decoration: none;
`;
const List = styled.ul<RoleColors>`
  ${plainList}
  display: grid;
  margin-top: ${space(3)};
  gap: ${space(1)};

  a {
    display: flex;
    min-height: ${space(11)};
    padding: 0 ${space(3)};
    border-radius: ${radius.control};
    align-items: center;
    gap: ${space(3)};
    color: ${color.ink};
    font: 500 ${text.body} / 1.2 ${font.body};
    text-decoration: none;
  }
  a:hover {
    background: ${color.sunk};
  }
  a[aria-current] {
    background: ${({ $ground }) => $ground};
    color: ${({ $ink }) => $ink};
    font-weight: 650;
  }
`;
const LoadingItems = styled.div`
  display: grid;
  margin-top: ${space(3)};
  gap: ${space(1)};
`;
const LoadFailure = styled.div`
  ${quietText}
  display: grid;
  margin-top: ${space(3)};
  padding: 0 ${space(2)};
  gap: ${space(3)};
`;

export function SideMenu({ role, menu, colors }: MenuProps & { role: Role }) {
  return (
    <Side aria-label={translated(LABELS[role])} $ink={colors.$ink}>
      <Brand to="/" aria-label={t('Piecework, home')}>
        <Wordmark />
      </Brand>
      {menu.status === 'ready' ? (
        <List {...colors}>
          {menu.items.map((item) => (
            <li key={item.to}>
              <MenuLink item={item}>
                <Icon name={item.icon} />
                <span>{translated(item.label)}</span>
                <UnreadCount unread={item.unread} />
              </MenuLink>
            </li>
          ))}
        </List>
      ) : menu.status === 'failed' ? (
        <LoadFailure>
          <span>{t('The menu couldn’t be loaded.')}</span>
          <Button variant="secondary" size="small" icon="retry" onClick={retryDirectory}>
            {t('Try loading the menu again')}
          </Button>
        </LoadFailure>
      ) : (
        <LoadingItems>
          <Skeleton shape="row" count={4} />
        </LoadingItems>
      )}
    </Side>
  );
}
