import { useApiQuery } from '@piecework/web-kit/query';

/** The form of a task, in a version of its texts that never changes; the latest without a version. */
export const useTaskForm = (id: string, enabled: boolean, version?: number) =>
  useApiQuery(
    'GET /tasks/{id}/form',
    { params: { id }, query: { version } },
    { enabled, staleTime: Number.POSITIVE_INFINITY },
  );

interface SeenPage {
  /** Of the texts. */
  version?: number | undefined;
  /** For buyers and admins: with the checks that its worker saw. */
  submission?: string | undefined;
}

/** The rows of a page, which never change. @param page undefined: read none */
export const usePageRows = (id: string, page: number | undefined, seen: SeenPage = {}) =>
  useApiQuery(
    'GET /tasks/{id}/pages/{page}',
    { params: { id, page: page ?? 0 }, query: seen },
    { enabled: page !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
