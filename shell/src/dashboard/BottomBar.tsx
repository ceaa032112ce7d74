import { t, translated } from '@piecework/i18n';
import { Icon } from '@piecework/ui';
import { color, font, media, shadow, space, text } from '@piecework/ui/styles';
import { useLocation } from '@piecework/web-kit/router';
import { useId, useRef } from 'react';
import { css, styled } from 'styled-components';
import { useDisclosure } from '../navigation/useDisclosure';
import { isCurrent, MenuLink, UnreadCount } from './MenuLink';
import type { RoleColors } from './role-colors';
import type { MenuProps } from './SideMenu';
import type { ShownItem } from './useMenu';

/** Five targets fit a phone's width. */
const MOST_ITEMS = 5;

const Bar = styled.nav<{ $ink: string }>`
  position: relative;
  z-index: 20;
  ${media.tall} {
    position: sticky;
    bottom: 0;
  }
  min-height: ${space(16)};
  padding-bottom: env(safe-area-inset-bottom);
  border-top: 3px solid ${({ $ink }) => $ink};
  background: ${color.surface};
  ${media.desk} {
    display: none;
  }
`;
const target = css`
  position: relative;
  display: grid;
  width: 100%;
  min-height: ${space(16)};
  padding: ${space(2)} 2px;
  align-content: center;
  justify-items: center;
  gap: 2px;
  border: 0;
  background: none;
  color: ${color.soft};
  font: 600 0.6875rem / 1.2 ${font.body};
  text-align: center;
  text-decoration: none;
  cursor: pointer;
`;
const List = styled.ul<RoleColors>`
  display: grid;
  /* In rem, so that large text turns one row into two. */
  grid-template-columns: repeat(auto-fit, minmax(3.9rem, 1fr));
  max-width: 40rem;
  margin: 0 auto;
  padding: 0;
  list-style: none;

  > li > a, > li > button {
    ${target}
  }
  > li > * > svg {
    width: 28px;
    height: 26px;
    padding: 2px 4px;
    border-radius: 6px;
  }
  > li > [aria-current] {
    color: ${({ $ink }) => $ink};
  }
  > li > [aria-current] svg {
    background: ${({ $ground }) => $ground};
  }
`;
const Rest = styled.ul<RoleColors>`
  position: absolute;
  inset: auto 0 100%;
  display: grid;
  max-width: 40rem;
  margin: 0 auto 3px;
  padding: ${space(2)} ${space(3)};
  border-top: 1px solid ${color.line};
  background: ${color.surface};
  box-shadow: ${shadow.float};
  list-style: none;

  a {
    display: flex;
    gap: ${space(3)};
    align-items: center;
    min-height: ${space(12)};
    padding: 0 ${space(3)};
    color: ${color.ink};
    font: 600 ${text.body} / 1.2 ${font.body};
    text-decoration: none;
  }
  a[aria-current] {
    background: ${({ $ground }) => $ground};
    color: ${({ $ink }) => $ink};
  }
`;

export function BottomBar({ menu, colors }: MenuProps) {
  if (menu.status === 'failed') return null;
  const items = menu.status === 'ready' ? menu.items : [];
  const shown = items.length > MOST_ITEMS ? MOST_ITEMS - 1 : MOST_ITEMS;
  const rest = items.slice(shown);
  return (
    <Bar aria-label={t('Pages')} $ink={colors.$ink}>
      {menu.status === 'ready' && (
        <List {...colors}>
          {items.slice(0, shown).map((item) => (
            <li key={item.to}>
              <MenuLink item={item}>
                <Icon name={item.icon} size={26} />
                <span>{translated(item.short ?? item.label)}</span>
                <UnreadCount unread={item.unread} isCompact />
              </MenuLink>
            </li>
          ))}
          {rest.length > 0 && <More rest={rest} colors={colors} />}
        </List>
      )}
    </Bar>
  );
}

/** The fifth target: opens the rest of the menu above the bar. */
function More({ rest, colors }: { rest: readonly ShownItem[]; colors: RoleColors }) {
  const frame = useRef<HTMLLIElement>(null);
  const { isOpen, setOpen } = useDisclosure(frame);
  const { pathname } = useLocation();
  const id = useId();
  return (
    <li ref={frame}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-current={rest.some((item) => isCurrent(item, pathname)) || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" size={26} />
        <span>{t('More')}</span>
        <UnreadCount unread={rest.find((item) => item.unread)?.unread} isCompact />
      </button>
      {isOpen && (
        <Rest id={id} {...colors}>
          {rest.map((item) => (
            <li key={item.to}>
              <MenuLink item={item} onClick={() => setOpen(false)}>
                <Icon name={item.icon} />
                <span>{translated(item.label)}</span>
                <UnreadCount unread={item.unread} />
              </MenuLink>
            </li>
          ))}
        </Rest>
      )}
    </li>
  );
}
