import type { Role } from '@piecework/contracts/constants';
import { segmentsOf } from '@piecework/federation/page-addresses';
import { t } from '@piecework/i18n';
import { Button, Empty, Page } from '@piecework/ui';
import { loadable, usePageTitle, useUser } from '@piecework/web-kit';
import { Link, useLocation } from '@piecework/web-kit/router';
import type { ComponentType } from 'react';
import { Area, UnknownArea } from '../areas';
import { useOwners } from '../page-owners';

const Messages = loadable(() => import('../messages/MessagesPage'));
const Security = loadable(() => import('../security/SecurityPage'));

/** Pages of every role. */
export const OWN_PAGES: ReadonlyMap<string | undefined, ComponentType> = new Map([
  ['notifications', loadable(() => import('../notifications/NotificationsPage'))],
  ['profile', loadable(() => import('../profile/Profile'))],
  ['security', Security],
  ['statement', loadable(() => import('./Statement'))],
]);

/** Pages of one role, in lower case. */
export const ROLE_PAGES: Readonly<Partial<Record<Role, ReadonlyMap<string | undefined, ComponentType>>>> = {
  worker: new Map([['messages', Messages]]),
  buyer: new Map<string, ComponentType>([
    ['apikeys', loadable(() => import('../api-keys/ApiKeysPage'))],
    ['messages', Messages],
  ]),
};

/** The page of the current path: one of the role's remotes, one of the shell, or the not-found page. */
export function DashboardPage({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const segments = segmentsOf(pathname);
  const owners = useOwners();
  const notFound = owners.isComplete ? <NotFound home={owners.homeOf(role)} /> : <UnknownArea />;
  const { needsFactor } = useUser();
  if (needsFactor) return <Security />;
  const remote = owners.dashboardRemoteOf(pathname);
  if (remote && owners.roleOf(remote) === role) return <Area name={remote} notFound={notFound} />;
  const [, page, ...deeper] = segments;
  const OwnPage = deeper.length === 0 ? (OWN_PAGES.get(page) ?? ROLE_PAGES[role]?.get(page)) : undefined;
  return OwnPage ? <OwnPage /> : notFound;
}

function NotFound({ home }: { home: string }) {
  usePageTitle(t('Page not found'));
  return (
    <Page title={t('This page doesn’t exist')}>
      <Empty
        title={t('We couldn’t find this page')}
        text={t('The address may be mistyped, or the page no longer exists. You can find all your pages in the menu.')}
        action={
          <Button as={Link} to={home}>
            {t('Go to Home')}
          </Button>
        }
      />
    </Page>
  );
}
