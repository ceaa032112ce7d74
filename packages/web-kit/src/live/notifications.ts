import { jsonOf, request, toCall } from '../api/api';
import type { ApiError } from '../api/api-error';
import type { ReadInput, Row, Rows } from '../api/contract';
import { queryClient, queryKey, refresh } from '../queries/queries';
import { keepPreviousData, type UseQueryResult, useQuery } from '../queries/react-query';

const ROUTE = 'GET /notifications';

export interface Notifications extends Rows<Row<typeof ROUTE>> {
  /** Also those of other pages. */
  unread: number;
}

/** A page of the person's notifications, and the number of the unread ones. */
export const useNotifications = (
  query: NonNullable<ReadInput<typeof ROUTE>['query']>,
): UseQueryResult<Notifications, ApiError> =>
  useQuery<Notifications, ApiError>({
    placeholderData: keepPreviousData,
    queryKey: queryKey(ROUTE, { query }),
    queryFn: async ({ signal }) => {
      const reply = await request(toCall(ROUTE, { query, signal }));
      const rows = jsonOf(reply) as Notifications['rows'];
      const count = (name: string) => Number(reply.headers.get(name) ?? 0);
      return { rows, total: count('x-total-count'), unread: count('x-unread-count') };
    },
  });

/** The number at once; what is shown is refetched. */
export const applyUnread = (unread: number): void => {
  queryClient.setQueriesData<Notifications>({ queryKey: [ROUTE] }, (data) => data && { ...data, unread });
  refresh(ROUTE);
};
