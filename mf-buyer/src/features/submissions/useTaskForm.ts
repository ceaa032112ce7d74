import type { Form } from '@piecework/contracts';
import { useApiQuery } from '@piecework/web-kit/query';

/** The form of a task, which never changes. @param taskId none for a task without a form */
export const useTaskForm = (taskId: string | false | undefined) => {
  const { data, isError, refetch } = useApiQuery(
    'GET /tasks/{id}/form',
    { params: { id: taskId || '' } },
    { enabled: Boolean(taskId), staleTime: Number.POSITIVE_INFINITY },
  );
  return { form: data as Form | undefined, isError, refetch };
};
