import type { Person } from '@piecework/contracts';
import { Avatar, Coins, EmailLink, Empty, Failure, Page, Row, Segmented, Skeleton, Stack, Status } from '@piecework/ui';
import { ApiError, imageSrc, loadable, usePageTitle, useUser } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useApiQuery } from '@piecework/web-kit/query';
import { useNavigate, useParams } from '@piecework/web-kit/router';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { BY_EMAIL, paths } from '../../paths';
import { AdjustButton } from '../adjustments/AdjustButton';
import { NoBreak } from '../list/list-elements';
import { RoleTag } from '../users/RoleTag';
import { SuspensionCell } from '../users/SuspensionCell';
import { Overview } from './Overview';
import { AppealsOf, PaymentsOf, ReportsOf, StatementOf, TasksOf, TrailOf, WithdrawalsOf, WorkOf } from './PersonLists';

const SuspendDialog = loadable(() => import('../users/SuspendDialog'), null);

const AVATAR_SIZE = 64;
/** Beside the picture, or below it in large text. */
const Facts = styled(Stack)`
  flex: 1 1 12rem;
  min-width: 0;
`;

const VIEWS = [
  { value: '', label: 'Overview' },
  { value: 'statement', label: 'Statement' },
  { value: 'work', label: 'Work' },
  { value: 'tasks', label: 'Tasks' },
  { value: 'withdrawals', label: 'Withdrawals' },
  { value: 'payments', label: 'Payments' },
  { value: 'appeals', label: 'Appeals' },
  { value: 'reports', label: 'Reports' },
  { value: 'trail', label: 'Trail' },
] as const;
const VIEW_VALUES = VIEWS.map(({ value }) => value);

const LISTS = {
  statement: StatementOf,
  work: WorkOf,
  tasks: TasksOf,
  withdrawals: WithdrawalsOf,
  payments: PaymentsOf,
  appeals: AppealsOf,
  reports: ReportsOf,
  trail: TrailOf,
} as const;

/** Filters of one view mean nothing in another. */
const NO_FILTERS = { kind: '', side: '', status: '', state: '', task: '' };

/** P-13.11. */
export default function PersonPage() {
  const { id: given = '' } = useParams();
  const params = useListParams(LONG_PAGE_SIZE);
  const id = given === BY_EMAIL ? params.get('email') : given;
  const { data: person, error, refetch } = useApiQuery('GET /admin/people/{id}', { params: { id } });
  usePageTitle(person?.userName ?? 'Person');
  const navigate = useNavigate();
  const view = params.oneOf('view', VIEW_VALUES) ?? '';
  // Links lead here by email, too, which isn't to stay in the address.
  useEffect(() => {
    if (person && person._id !== given)
      void navigate(paths.person(person._id, view === '' ? {} : { view }), { replace: true });
  }, [person, given, view, navigate]);
  if (!person)
    return (
      <Page title="Person">
        {error instanceof ApiError && error.status === 404 ? (
          <Empty seed={id} title="No person found" text="No account has this id or email." />
        ) : error ? (
          <Failure text={error.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton shape="row" count={4} />
        )}
      </Page>
    );
  // With keys: a note that was begun about one person is never added to another.
  const List = view === '' ? undefined : LISTS[view];
  return (
    <Page title={<span translate="no">{person.userName}</span>} lead={<Head person={person} />}>
      <Stack gap={5}>
        <Row>
          <Segmented
            label="View"
            options={VIEWS}
            value={view}
            onChange={(value) => params.change({ ...NO_FILTERS, view: value })}
          />
        </Row>
        {List ? (
          <List key={`${person._id}-${view}`} id={person._id} email={person.userEmail} />
        ) : (
          <Overview key={person._id} person={person} />
        )}
      </Stack>
    </Page>
  );
}

/** P-1.27. Admins suspend others only. */
const Suspending = ({ person }: { person: Person }) => {
  const [isAsking, setAsking] = useState(false);
  if (useUser()._id === person._id) return null;
  return (
    <>
      <SuspensionCell user={person} describedBy={undefined} onSuspend={() => setAsking(true)} />
      {isAsking && <SuspendDialog user={person} onClose={() => setAsking(false)} />}
    </>
  );
};

const Head = ({ person }: { person: Person }) => {
  const { userName, userPhotoURL, userEmail, userRole, emailConfirmed, closed, since, coins, grantWaits } = person;
  return (
    <Stack gap={3}>
      <Row gap={4}>
        <Avatar name={userName} src={imageSrc(userPhotoURL, 160)} size={AVATAR_SIZE} />
        <Facts gap={1}>
          <Row gap={2}>
            <EmailLink address={userEmail} />
            <NoBreak>{emailConfirmed ? '(confirmed)' : '(not confirmed)'}</NoBreak>
          </Row>
          <Row gap={3}>
            <RoleTag role={userRole} />
            {closed && <Status status="closed" />}
            <Coins amount={coins} />
            {since && (
              <NoBreak>
                <span>since </span>
                <Moment at={since} />
              </NoBreak>
            )}
          </Row>
          {grantWaits && (
            <span>
              {grantWaits === 'admin'
                ? 'Starting coins wait for an admin'
                : 'Starting coins wait for the confirmed address'}
            </span>
          )}
        </Facts>
      </Row>
      {!closed && (
        <Row gap={2} align="start">
          <AdjustButton person={{ ...person, userAvailableCoin: coins }} />
          <Suspending person={person} />
        </Row>
      )}
    </Stack>
  );
};
