import { onLive } from '@piecework/web-kit';
import { useApiList } from '@piecework/web-kit/query';
import { useEffect, useState } from 'react';
import { pagesOf } from '../../pagesOf';
import { useHeld } from './useHeld';
import { type Sort, TASKS_PER_PAGE } from './useTaskSearch';

/** A page of open tasks. Those that fill up or are closed while they are shown stay in it until it is read anew. */
export const useTasks = ({ q, sort, page }: { q: string; sort: Sort; page: number }) => {
  const query = useApiList('GET /tasks', {
    query: { open: '1', sort, limit: TASKS_PER_PAGE, offset: (page - 1) * TASKS_PER_PAGE, ...(q && { q }) },
  });
  const gone = useGoneTasks();
  const listed = query.data?.rows ?? [];
  const full = listed.filter(({ requiredWorkers }) => requiredWorkers === 0).length;
  const total = query.data?.total;
  return {
    query,
    rows: useHeld(listed, gone),
    gone,
    /** That can still be taken. */
    available: total === undefined ? undefined : Math.max(0, total - full),
    ...pagesOf(query, TASKS_PER_PAGE),
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
