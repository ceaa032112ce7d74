import type { Role } from '@piecework/contracts/constants';
import { Button, Empty, Page } from '@piecework/ui';
import { loadable, REMOTE_OF_ROLE, usePageTitle } from '@piecework/web-kit';
import { Link, useLocation } from '@piecework/web-kit/router';
import { Area } from '../areas';
import { segmentsOf } from '../paths';
import { HOME_OF_ROLE, ownerOf } from './page-owners';

const Statement = loadable(() => import('./Statement'));

/** The page that the address names: the role's own remote, the shell's statement, or none. */
export function DashboardPage({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const segments = segmentsOf(pathname);
  const nothing = <NoSuchPage home={HOME_OF_ROLE[role]} />;
  if (ownerOf(pathname) === role) return <Area name={REMOTE_OF_ROLE[role]} notFound={nothing} />;
  if (segments.length === 2 && segments[1] === 'statement') return <Statement />;
  return nothing;
}

function NoSuchPage({ home }: { home: string }) {
  usePageTitle('Page not found');
  return (
    <Page title="This page does not exist">
      <Empty
        title="Nothing is sewn on here"
        text="The address may be mistyped, or what it led to is gone. Everything that is yours is still in the menu."
        action={
          <Button as={Link} to={home}>
            Go to your home
          </Button>
        }
      />
    </Page>
  );
}
