import type { Task } from '@piecework/contracts';
import { placesLeft } from '@piecework/contracts/constants';
import { onLive } from '@piecework/web-kit';
import { type ListParams, usePages, useStableRows } from '@piecework/web-kit/list';
import { finderOf } from '@piecework/web-kit/open-tasks';
import { useApiList } from '@piecework/web-kit/query';
import { useEffect, useState } from 'react';

const idOf = ({ _id }: Task) => _id;

/** Tasks that fill up or close while they are shown stay in place until the list changes. */
export const useTasks = (params: ListParams) => {
  const finder = finderOf(params);
  const query = useApiList('GET /tasks', { query: finder.query });
  const pages = usePages(params, query);
  const gone = useGoneTasks();
  const { rows } = useStableRows<Task>(query, {
    scope: JSON.stringify(finder.query),
    idOf,
    policy: { hold: 'departed', keeps: ({ _id }) => gone.has(_id) },
  });
  const listed = query.data?.rows ?? [];
  const full = listed.filter((task) => placesLeft(task) === 0).length;
  const total = query.data?.total;
  return { query, finder, pages, rows, gone, available: total === undefined ? undefined : Math.max(0, total - full) };
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
