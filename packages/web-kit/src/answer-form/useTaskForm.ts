import { useApiQuery } from '@piecework/web-kit/query';

/** The form of a task, which never changes. */
export const useTaskForm = (id: string, enabled: boolean) =>
  useApiQuery('GET /tasks/{id}/form', { params: { id } }, { enabled, staleTime: Number.POSITIVE_INFINITY });

/** The rows of a page, which never change. @param page undefined: read none */
export const usePageRows = (id: string, page: number | undefined) =>
  useApiQuery(
    'GET /tasks/{id}/pages/{page}',
    { params: { id, page: page ?? 0 } },
    { enabled: page !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
