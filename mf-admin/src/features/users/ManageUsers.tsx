import type { User } from '@piecework/contracts';
import { ROLES } from '@piecework/contracts/constants';
import { Page, SelectField } from '@piecework/ui';
import { isWholeUser, loadable, usePageTitle, useUser } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useMemo, useState } from 'react';
import { ListFrame } from '../list/ListFrame';
import { idOf, useHeldRows } from '../list/useHeldRows';
import { LinkedRows } from '../people/PersonLink';
import { userColumns } from './userColumns';

const SuspendDialog = loadable(() => import('./SuspendDialog'), null);

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'worker', label: 'Workers' },
  { value: 'buyer', label: 'Buyers' },
  { value: 'admin', label: 'Admins' },
  { value: 'suspended', label: 'Suspended' },
] as const;

const SHOWN = [...ROLES, 'suspended'] as const;

const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'Name' },
  { value: 'coins', label: 'Most coins' },
  { value: 'role', label: 'Role' },
] as const;
const SORT_VALUES = SORTS.map(({ value }) => value);

const EMPTY = {
  seed: 'users',
  title: 'No user available',
  text: 'People appear here when they register.',
  foundText: 'No user matches this search and filter.',
  showAll: 'Show all users',
};

/** Admins get no live notice when users register, earn or spend. */
const REFRESH_MS = 15_000;

export default function ManageUsers() {
  usePageTitle('Manage Users');
  const params = useListParams(LONG_PAGE_SIZE);
  const shown = params.oneOf('role', SHOWN);
  const sort = params.oneOf('sort', SORT_VALUES) ?? 'newest';
  const whose = shown === 'suspended' ? { suspended: '1' as const } : { role: shown };
  const query = { ...whose, sort, q: params.get('q') || undefined, ...params.range };
  const list = useApiList('GET /users', { query }, { refetchInterval: REFRESH_MS });
  const answered = list.data?.rows;
  /** Admins get whole records, which the contract's type does not express. */
  const whole = useMemo(() => answered?.filter(isWholeUser), [answered]);
  const answer = { data: whole && { rows: whole }, isPlaceholderData: list.isPlaceholderData };
  const { rows, waiting, show, finish } = useHeldRows<User>(answer, query);
  const [suspending, setSuspending] = useState<User>();
  return (
    <Page title="Manage Users">
      <LinkedRows>
        <ListFrame
          params={params}
          list={list}
          rows={rows}
          columns={userColumns({ ownId: useUser()._id, onGone: finish, onSuspend: setSuspending })}
          waiting={waiting}
          label="Users"
          noun="user"
          search="Search by name or email"
          filter={{ name: 'role', label: 'Which users', options: FILTERS, value: shown }}
          tools={
            <SelectField
              label="Sort by"
              options={SORTS}
              value={sort}
              onChange={({ currentTarget }) => params.change({ sort: currentTarget.value })}
            />
          }
          rowKey={idOf}
          onShow={show}
          empty={EMPTY}
        />
      </LinkedRows>
      {suspending && <SuspendDialog user={suspending} onClose={() => setSuspending(undefined)} />}
    </Page>
  );
}
