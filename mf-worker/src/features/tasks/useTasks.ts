import type { Task } from '@piecework/contracts';
import { msg } from '@piecework/i18n';
import { onLive } from '@piecework/web-kit';
import { type ListParams, usePages, useStableRows } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useEffect, useState } from 'react';

export const SORTS = [
  { value: 'newest', label: msg('Newest') },
  { value: 'pay', label: msg('Highest pay') },
  { value: 'completion', label: msg('Latest due date') },
] as const;
const SORT_VALUES = SORTS.map(({ value }) => value);

export const TASKS_PER_PAGE = 12;

/** Coins. */
export const MIN_PAYS = ['10', '25', '50', '100'] as const;

const idOf = ({ _id }: Task) => _id;

/** Tasks that fill up or close while they are shown stay in place until the list changes. */
export const useTasks = (params: ListParams) => {
  const q = params.get('q');
  const sort = params.oneOf('sort', SORT_VALUES) ?? 'newest';
  const filters = filtersOf(params);
  const request = { open: '1', sort, ...params.range, ...(q && { q }), ...filters } as const;
  const query = useApiList('GET /tasks', { query: request });
  const pages = usePages(params, query);
  const gone = useGoneTasks();
  const { rows } = useStableRows<Task>(query, {
    scope: JSON.stringify(request),
    idOf,
    policy: { hold: 'departed', keeps: ({ _id }) => gone.has(_id) },
  });
  const listed = query.data?.rows ?? [];
  const full = listed.filter(({ requiredWorkers }) => requiredWorkers === 0).length;
  const total = query.data?.total;
  return {
    query,
    q,
    sort,
    filters,
    isFiltered: q !== '' || Object.keys(filters).length > 0,
    pages,
    rows,
    gone,
    available: total === undefined ? undefined : Math.max(0, total - full),
  };
};

interface Filters {
  minPay?: number;
  fresh?: '1';
  closing?: '1';
}

const filtersOf = ({ oneOf }: ListParams): Filters => {
  const minPay = oneOf('pay', MIN_PAYS);
  return {
    ...(minPay !== undefined && { minPay: Number(minPay) }),
    ...(oneOf('fresh', ['1']) && { fresh: '1' }),
    ...(oneOf('closing', ['1']) && { closing: '1' }),
  };
};

const useGoneTasks = (): ReadonlySet<string> => {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  useEffect(
    () =>
      onLive('task', ({ id, change }) => {
        if (change === 'deleted' || change === 'closed') setGone((before) => new Set(before).add(id));
      }),
    [],
  );
  return gone;
};
