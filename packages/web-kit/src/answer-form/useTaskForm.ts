import type { Form } from '@piecework/contracts';
import type { ApiError } from '@piecework/web-kit';
import { type UseQueryResult, useApiQuery } from '@piecework/web-kit/query';

/** The form of a task, which never changes. */
export const useTaskForm = (id: string, enabled: boolean) =>
  // The contract types an answer before its schema reads it, without what the schema fills in.
  useApiQuery(
    'GET /tasks/{id}/form',
    { params: { id } },
    { enabled, staleTime: Number.POSITIVE_INFINITY },
  ) as UseQueryResult<Form, ApiError>;
