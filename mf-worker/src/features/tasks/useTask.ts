import type { Task } from '@piecework/contracts';
import { ApiError, type Rows, useUser } from '@piecework/web-kit';
import { queryClient, useApiList, useApiQuery } from '@piecework/web-kit/query';

/** The task as a list has just shown it: it is there at once, and read anew meanwhile. */
const listed = (id: string): Task | undefined => {
  for (const [, list] of queryClient.getQueriesData<Rows<Task>>({ queryKey: ['GET /tasks'] })) {
    const task = list?.rows.find(({ _id }) => _id === id);
    if (task) return task;
  }
};

/** A task, and what the worker has to do with it already. */
export const useTask = (id: string) => {
  const task = useApiQuery('GET /tasks/{id}', { params: { id } }, { placeholderData: () => listed(id) });
  const { userEmail } = useUser();
  // Never another task's for the moment, as lists do with their pages.
  const earlier = useApiList(
    'GET /submissions',
    { query: { taskId: id, limit: 10 } },
    { placeholderData: undefined },
  );
  const rows = earlier.data?.rows ?? [];
  return {
    task,
    isGone: task.error instanceof ApiError && task.error.status === 404,
    mine: {
      isOwn: task.data?.buyerEmail === userEmail,
      /** Whether the worker's own submissions are known; when they cannot be had, the server has the last word. */
      isKnown: !earlier.isPending,
      /** What stands in the way of handing in again. */
      liveSubmission: rows.find(({ status }) => status !== 'reject'),
      rejected: rows.find(({ status }) => status === 'reject'),
    },
  };
};
