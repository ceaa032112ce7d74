import { jsonOf, request, toCall } from '../api/api';
import type { ApiError } from '../api/api-error';
import type { ReadInput, Row, Rows } from '../api/contract';
import { queryClient, queryKey, refresh } from '../queries/queries';
import { keepPreviousData, type UseQueryResult, useQuery } from '../queries/react-query';

const ROUTE = 'GET /notifications';

/** Lists that answer the number of their unread rows. */
type UnreadRoute = typeof ROUTE | 'GET /threads';

interface UnreadRows<T> extends Rows<T> {
  /** Also those of other pages. */
  unread: number;
}
export type Notifications = UnreadRows<Row<typeof ROUTE>>;

const useUnreadList = <R extends UnreadRoute>(
  route: R,
  query: NonNullable<ReadInput<R>['query']>,
  options: { enabled?: boolean } = {},
): UseQueryResult<UnreadRows<Row<R>>, ApiError> =>
  useQuery<UnreadRows<Row<R>>, ApiError>({
    placeholderData: keepPreviousData,
    ...options,
    queryKey: queryKey(route, { query }),
    queryFn: async ({ signal }) => {
      const reply = await request(toCall(route, { query, signal } as never));
      const rows = jsonOf(reply) as Row<R>[];
      const count = (name: string) => Number(reply.headers.get(name) ?? 0);
      return { rows, total: count('x-total-count'), unread: count('x-unread-count') };
    },
  });

/** A page of the person's notifications, and the number of the unread ones. */
export const useNotifications = (
  query: NonNullable<ReadInput<typeof ROUTE>['query']>,
): UseQueryResult<Notifications, ApiError> => useUnreadList(ROUTE, query);

/** A page of the person's threads, and the number of those with unread messages. */
export const useThreads = (
  query: NonNullable<ReadInput<'GET /threads'>['query']>,
  options?: { enabled?: boolean },
): UseQueryResult<UnreadRows<Row<'GET /threads'>>, ApiError> => useUnreadList('GET /threads', query, options);

/** The number at once; what is shown is refetched. */
export const applyUnread = (unread: number): void => {
  queryClient.setQueriesData<Notifications>({ queryKey: [ROUTE] }, (data) => data && { ...data, unread });
  refresh(ROUTE);
};
