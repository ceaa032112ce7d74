import { segmentsOf } from '@piecework/federation/page-addresses';
import type { MenuItem } from '@piecework/web-kit';
import { Link, NavLink, useLocation } from '@piecework/web-kit/router';
import type { ReactNode } from 'react';

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
