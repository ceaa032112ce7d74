import { ApiError, useUser } from '@piecework/web-kit';
import { useApiList } from '@piecework/web-kit/query';
import { useReservation } from './useReservations';
import { useTaskQuery } from './useTaskQuery';

export const useTask = (id: string) => {
  const task = useTaskQuery(id);
  const { userEmail } = useUser();
  // No placeholder: the previous task's submissions must not show here.
  const earlier = useApiList('GET /submissions', { query: { taskId: id, limit: 10 } }, { placeholderData: undefined });
  const { reservation, isPending } = useReservation(id);
  const rows = earlier.data?.rows ?? [];
  return {
    task,
    isGone: task.error instanceof ApiError && task.error.status === 404,
    mine: {
      isOwn: task.data?.buyerEmail === userEmail,
      /** False until the worker's own submissions and reservations have loaded or failed; the server decides in any case. */
      isKnown: !earlier.isPending && !isPending,
      /** A submission that is pending or approved: the task takes no other one. */
      liveSubmission: rows.find(({ status }) => status !== 'reject'),
      rejected: rows.find(({ status }) => status === 'reject'),
      reservation,
    },
  };
};
