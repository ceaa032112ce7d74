import type { User } from '@piecework/contracts';
import { ROLES } from '@piecework/contracts/constants';
import { Page, SelectField } from '@piecework/ui';
import { isWholeUser, usePageTitle, useUser } from '@piecework/web-kit';
import { type ListParams, LONG_PAGE_SIZE, useListParams, useStableRows } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useMemo } from 'react';
import { ListFrame } from '../list/ListFrame';
import { HOLD_UNTIL_SHOWN } from '../list/list-settings';
import { userColumns } from './userColumns';
import { useDeletion, useRoleChange } from './useUserActions';

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
  foundTitle: 'No user available',
  foundText: 'No user matches this search and role.',
  showAll: 'Show all users',
};

/** Admins get no live notice when users register, earn or spend. */
const REFRESH_MS = 15_000;

const idOf = ({ _id }: User) => _id;

/** Admins get whole records, which the contract's type does not express. */
function useUserList(params: ListParams) {
  const role = params.oneOf('role', ROLES);
  const sort = params.oneOf('sort', SORT_VALUES) ?? 'newest';
  const q = params.get('q');
  const query = { role, sort, q: q || undefined, ...params.range };
  const list = useApiList('GET /users', { query }, { refetchInterval: REFRESH_MS });
  const answered = list.data?.rows;
  const rows = useMemo(() => answered?.filter(isWholeUser), [answered]);
  const stable = useStableRows<User>(
    { data: rows && { rows }, isPlaceholderData: list.isPlaceholderData },
    { scope: JSON.stringify(query), idOf, policy: HOLD_UNTIL_SHOWN },
  );
  return { list, role, sort, ...stable };
}

export default function ManageUsers() {
  usePageTitle('Manage Users');
  const params = useListParams(LONG_PAGE_SIZE);
  const { list, role, sort, rows, waiting, show, finish } = useUserList(params);
  const roleChange = useRoleChange({ onLeft: finish });
  const deletion = useDeletion({ onDeleted: finish });

  const columns = userColumns({
    ownId: useUser()._id,
    chosenOf: ({ _id }) => (roleChange.pending?.id === _id ? roleChange.pending.role : undefined),
    onChoose: (user, to) => void roleChange.change({ user, role: to }),
    isDeleting: ({ _id }) => deletion.deleting === _id,
    onDelete: (user) => void deletion.remove(user),
  });
  return (
    <Page title="Manage Users">
      <ListFrame
        params={params}
        list={list}
        rows={rows}
        columns={columns}
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
    </Page>
  );
}
