import { segmentsOf } from '@piecework/federation/page-addresses';
import { localDigits, plural } from '@piecework/i18n';
import { VisuallyHidden } from '@piecework/ui';
import type { MenuItem } from '@piecework/web-kit';
import { Link, NavLink, useLocation } from '@piecework/web-kit/router';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { UnreadBadge } from './UnreadBadge';
import type { ShownItem } from './useMenu';

/** Whether the path is one of the item's further pages (`also`), which are not below its address. */
const isFurtherPage = ({ also }: MenuItem, pathname: string) =>
  also?.some((segment) => segment.toLowerCase() === segmentsOf(pathname)[1]) ?? false;

export const isCurrent = (item: MenuItem, pathname: string): boolean =>
  pathname.startsWith(`/dashboard/${item.to}`) || isFurtherPage(item, pathname);

export function MenuLink({ item, ...rest }: { item: MenuItem; onClick?: () => void; children: ReactNode }) {
  const { pathname } = useLocation();
  const to = `/dashboard/${item.to}`;
  // A NavLink is never current outside its own address.
  return isFurtherPage(item, pathname) ? <Link to={to} aria-current="page" {...rest} /> : <NavLink to={to} {...rest} />;
}

const Badge = styled(UnreadBadge)`
  margin-inline-start: auto;

  /* In the bar of a phone it is at the icon. */
  &[data-compact] {
    position: absolute;
    top: 4px;
    inset-inline-start: calc(50% + 6px);
  }
`;

/** Of threads with unread messages. */
export function UnreadCount({ unread = 0, isCompact }: Pick<ShownItem, 'unread'> & { isCompact?: true }) {
  if (unread === 0) return null;
  return (
    <>
      <Badge data-compact={isCompact}>{localDigits(unread > 99 ? '99+' : String(unread))}</Badge>
      <VisuallyHidden>{plural(unread, '{count} unread thread', '{count} unread threads')}</VisuallyHidden>
    </>
  );
}
