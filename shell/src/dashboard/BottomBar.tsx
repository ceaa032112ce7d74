import { color, font, Icon, media, space } from '@piecework/ui';
import { NavLink } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import type { MenuProps } from './SideMenu';

/** Five targets fit a phone's width. */
const MOST_ITEMS = 5;

const Bar = styled.nav<{ $ink: string }>`
  position: fixed;
  inset: auto 0 0;
  z-index: 20;
  min-height: ${space(16)};
  padding-bottom: env(safe-area-inset-bottom);
  border-top: 3px solid ${({ $ink }) => $ink};
  background: ${color.surface};
  ${media.desk} {
    display: none;
  }
`;
const List = styled.ul<{ $ink: string; $ground: string }>`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  max-width: 40rem;
  margin: 0 auto;
  padding: 0;
  list-style: none;

  a {
    display: grid;
    min-height: ${space(16)};
    padding: ${space(2)} 2px;
    align-content: center;
    justify-items: center;
    gap: 2px;
    color: ${color.soft};
    font: 600 0.6875rem / 1.2 ${font.body};
    text-align: center;
    text-decoration: none;
  }
  svg {
    width: 28px;
    height: 26px;
    padding: 2px 4px;
    border-radius: 6px;
  }
  a[aria-current] {
    color: ${({ $ink }) => $ink};
  }
  a[aria-current] svg {
    background: ${({ $ground }) => $ground};
  }
`;

export function BottomBar({ remote, colors }: MenuProps) {
  if (remote.status === 'failed') return null;
  return (
    <Bar aria-label="Pages" $ink={colors.ink}>
      {remote.status === 'ready' && (
        <List $ink={colors.ink} $ground={colors.ground}>
          {remote.module.menu.slice(0, MOST_ITEMS).map(({ to, label, short, icon }) => (
            <li key={to}>
              <NavLink to={`/dashboard/${to}`}>
                <Icon name={icon} size={26} />
                {short ?? label}
              </NavLink>
            </li>
          ))}
        </List>
      )}
    </Bar>
  );
}
