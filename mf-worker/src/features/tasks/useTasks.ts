import { onLive, useApiList } from '@piecework/web-kit';
import { useEffect, useState } from 'react';
import { pagesOf } from '../../pagesOf';
import { type Sort, TASKS_PER_PAGE } from './useTaskSearch';

/** A page of open tasks. Those that fill up or are closed while they are shown stay in it until it is read anew. */
export const useTasks = ({ q, sort, page }: { q: string; sort: Sort; page: number }) => {
  const query = useApiList('GET /tasks', {
    query: { open: '1', sort, limit: TASKS_PER_PAGE, offset: (page - 1) * TASKS_PER_PAGE, ...(q && { q }) },
  });
  const gone = useGoneTasks();
  const rows = query.data?.rows ?? [];
  const over = rows.filter((task) => task.requiredWorkers === 0 || gone.has(task._id)).length;
  const total = query.data?.total;
  return {
    query,
    rows,
    gone,
    /** That can still be taken. */
    available: total === undefined ? undefined : Math.max(0, total - over),
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
