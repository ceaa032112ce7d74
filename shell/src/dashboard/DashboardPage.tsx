import type { Role } from '@piecework/contracts/constants';
import { Button, Empty, Page } from '@piecework/ui';
import { loadable, usePageTitle } from '@piecework/web-kit';
import { Link, useLocation } from '@piecework/web-kit/router';
import { Area } from '../areas';
import { dashboardRemoteOf, HOME_OF_ROLE, roleOf } from '../page-owners';
import { segmentsOf } from '../paths';

const Statement = loadable(() => import('./Statement'));

/** The page that the address names: of a remote of the role, the shell's statement, or none. */
export function DashboardPage({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const segments = segmentsOf(pathname);
  const nothing = <NoSuchPage home={HOME_OF_ROLE[role]} />;
  const remote = dashboardRemoteOf(pathname);
  if (remote && roleOf(remote) === role) return <Area name={remote} notFound={nothing} />;
  if (segments.length === 2 && segments[1] === 'statement') return <Statement />;
  return nothing;
}

function NoSuchPage({ home }: { home: string }) {
  usePageTitle('Page not found');
  return (
    <Page title="This page does not exist">
      <Empty
        title="We could not find this page"
        text="The address may be mistyped, or the page no longer exists. The menu leads to everything that is yours."
        action={
          <Button as={Link} to={home}>
            Go to your home
          </Button>
        }
      />
    </Page>
  );
}
