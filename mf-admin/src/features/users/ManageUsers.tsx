import type { User } from '@piecework/contracts';
import { ROLES } from '@piecework/contracts/constants';
import { Page, SelectField } from '@piecework/ui';
import { isWholeUser, usePageTitle, useUser } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useMemo } from 'react';
import { ListFrame } from '../list/ListFrame';
import { idOf, useHeldRows } from '../list/useHeldRows';
import { LinkedRows } from '../people/PersonLink';
import { userColumns } from './userColumns';

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'worker', label: 'Workers' },
  { value: 'buyer', label: 'Buyers' },
  { value: 'admin', label: 'Admins' },
] as const;

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
  foundText: 'No user matches this search and role.',
  showAll: 'Show all users',
};

/** Admins get no live notice when users register, earn or spend. */
const REFRESH_MS = 15_000;

export default function ManageUsers() {
  usePageTitle('Manage Users');
  const params = useListParams(LONG_PAGE_SIZE);
  const role = params.oneOf('role', ROLES);
  const sort = params.oneOf('sort', SORT_VALUES) ?? 'newest';
  const query = { role, sort, q: params.get('q') || undefined, ...params.range };
  const list = useApiList('GET /users', { query }, { refetchInterval: REFRESH_MS });
  const answered = list.data?.rows;
  /** Admins get whole records, which the contract's type does not express. */
  const whole = useMemo(() => answered?.filter(isWholeUser), [answered]);
  const answer = { data: whole && { rows: whole }, isPlaceholderData: list.isPlaceholderData };
  const { rows, waiting, show, finish } = useHeldRows<User>(answer, query);
  return (
    <Page title="Manage Users">
      <LinkedRows>
        <ListFrame
          params={params}
          list={list}
          rows={rows}
          columns={userColumns(useUser()._id, finish)}
          waiting={waiting}
          label="Users"
          noun="user"
          search="Search by name or email"
          filter={{ name: 'role', label: 'Which roles', options: FILTERS, value: role }}
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
    </Page>
  );
}
