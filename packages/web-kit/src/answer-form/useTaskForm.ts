import { useApiQuery } from '@piecework/web-kit/query';

/** The form of a task, which never changes. */
export const useTaskForm = (id: string, enabled: boolean) =>
  useApiQuery('GET /tasks/{id}/form', { params: { id } }, { enabled, staleTime: Number.POSITIVE_INFINITY });
