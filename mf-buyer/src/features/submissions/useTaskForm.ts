import { useApiQuery } from '@piecework/web-kit/query';

/** The form of a task, which never changes. */
export const useTaskForm = (taskId: string | undefined) =>
  useApiQuery(
    'GET /tasks/{id}/form',
    { params: { id: taskId ?? '' } },
    { enabled: taskId !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
