import { call, callList } from '../api/api';
import { ApiError } from '../api/api-error';
import type { Answer, GetRoute, InputArgument, ListRoute, ReadInput, Row, Rows } from '../api/contract';
import { isLive } from '../live/live-status';
import { onForgetPerson } from '../session/person-cleanup';
import { keepPreviousData, QueryClient, type UseQueryOptions, type UseQueryResult, useQuery } from './react-query';
import { readOnce } from './use-read-once';

const isRetryable = (error: Error) => !(error instanceof ApiError && error.status >= 400 && error.status < 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isRetryable(error),
      // Offline queries fail with a message instead of pausing.
      networkMode: 'always',
      refetchOnReconnect: true,
      // The live stream reports changes; refetch on focus only without it.
      refetchOnWindowFocus: () => !isLive(),
    },
    mutations: { networkMode: 'always' },
  },
});

onForgetPerson(() => queryClient.clear());

type Options<T> = Pick<
  UseQueryOptions<T, ApiError>,
  'enabled' | 'staleTime' | 'refetchInterval' | 'placeholderData' | 'initialData'
>;

export const queryKey = (route: GetRoute, input: object = {}) => [route, input] as const;

export const useApiQuery = <R extends GetRoute>(
  route: R,
  ...[input, options]: [...InputArgument<ReadInput<R>>, options?: Options<Answer<R>>]
): UseQueryResult<Answer<R>, ApiError> =>
  useQuery<Answer<R>, ApiError>({
    ...options,
    queryKey: queryKey(route, input),
    queryFn: ({ signal }) =>
      // The start of the page reads it too.
      route === 'GET /config' ? readOnce<R>(route, ...([] as never)) : call(route, { ...input, signal } as never),
  });

export const useApiList = <R extends ListRoute>(
  route: R,
  ...[input, options]: [...InputArgument<ReadInput<R>>, options?: Options<Rows<Row<R>>>]
): UseQueryResult<Rows<Row<R>>, ApiError> =>
  useQuery<Rows<Row<R>>, ApiError>({
    placeholderData: keepPreviousData,
    ...options,
    queryKey: queryKey(route, input),
    queryFn: ({ signal }) => callList(route, { ...input, signal } as never),
  });

/** Milliseconds: merges the refetch of an action with that of its own live notice. */
const GATHER_MS = 60;
const gathered = new Set<GetRoute>();

/** Refetches mounted queries of these routes now, others when they mount. */
export const refresh = (...routes: GetRoute[]): void => {
  if (gathered.size === 0)
    setTimeout(() => {
      const due = new Set<unknown>(gathered);
      gathered.clear();
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [route] }) => due.has(route) });
    }, GATHER_MS);
  for (const route of routes) gathered.add(route);
};

interface Identified {
  _id?: string;
}
type Cached = Rows<Identified> | Identified | undefined;

const patched = (data: Cached, id: string, change: (row: Identified) => Identified): Cached => {
  if (!data) return data;
  if (!('rows' in data)) return data._id === id ? change(data) : data;
  return data.rows.some((row) => row._id === id)
    ? { ...data, rows: data.rows.map((row) => (row._id === id ? change(row) : row)) }
    : data;
};

/** A write by hand counts as a new answer: without this, it would cancel the refetch that is due when an invalidated query mounts. */
const rewrite = <T>(
  route: GetRoute,
  change: (data: T | undefined) => T | undefined,
  predicate: (query: { queryKey: readonly unknown[] }) => boolean = () => true,
): void => {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: [route], predicate })) {
    const { isInvalidated, dataUpdatedAt: updatedAt } = query.state;
    queryClient.setQueryData<T>(query.queryKey, change, { updatedAt });
    if (isInvalidated) query.invalidate();
  }
};

export const patchRow = <R extends GetRoute>(route: R, id: string, change: (row: Row<R>) => Row<R>): void => {
  rewrite<Cached>(route, (data) => patched(data, id, change as never));
};

export const removeRow = (
  route: ListRoute,
  id: string,
  isKeptIn: (query: { queryKey: readonly unknown[] }) => boolean = () => false,
): void => {
  rewrite<Rows<Identified>>(
    route,
    (data) =>
      data?.rows.some((row) => row._id === id)
        ? { rows: data.rows.filter((row) => row._id !== id), total: data.total - 1 }
        : data,
    (query) => !isKeptIn(query),
  );
};

export const useConfigQuery = () => useApiQuery('GET /config', undefined, { staleTime: Number.POSITIVE_INFINITY });

export const useConfig = (): Answer<'GET /config'> | undefined => useConfigQuery().data;
