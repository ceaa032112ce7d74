import { onLive } from '@piecework/web-kit';
import { type ListParams, usePages } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useEffect, useState } from 'react';
import { useHeld } from './useHeld';

export const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'pay', label: 'Highest pay' },
  { value: 'completion', label: 'Most time' },
] as const;
const SORT_VALUES = SORTS.map(({ value }) => value);

export const TASKS_PER_PAGE = 12;

/** A page of open tasks. Those that fill up or are closed while they are shown stay in it until it is read anew. */
export const useTasks = (params: ListParams) => {
  const q = params.get('q');
  const sort = params.oneOf('sort', SORT_VALUES) ?? 'newest';
  const query = useApiList('GET /tasks', { query: { open: '1', sort, ...params.range, ...(q && { q }) } });
  const pages = usePages(params, query);
  const gone = useGoneTasks();
  const listed = query.data?.rows ?? [];
  const full = listed.filter(({ requiredWorkers }) => requiredWorkers === 0).length;
  const total = query.data?.total;
  return {
    query,
    q,
    sort,
    pages,
    rows: useHeld(listed, gone),
    gone,
    /** That can still be taken. */
    available: total === undefined ? undefined : Math.max(0, total - full),
  };
};

/** Tasks that their buyers closed since the page was opened. */
const useGoneTasks = (): ReadonlySet<string> => {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  useEffect(
    () =>
      onLive('task', ({ id, change }) => {
        if (change === 'deleted') setGone((before) => new Set(before).add(id));
      }),
    [],
  );
  return gone;
};
