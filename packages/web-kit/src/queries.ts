import { call, callList } from './api';
import { ApiError } from './api-error';
import type { Answer, GetRoute, InputArgument, ListRoute, ReadInput, Row, Rows } from './contract';
import { isLive } from './live-status';
import { onForgetPerson } from './person-cleanup';
import {
  keepPreviousData,
  QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from './react-query';

/** What a person did wrong does not come right by asking again. */
const mayComeRight = (error: Error) =>
  !(error instanceof ApiError && error.status >= 400 && error.status < 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && mayComeRight(error),
      // Without a connection it fails and says so, instead of waiting without a word.
      networkMode: 'always',
      refetchOnReconnect: true,
      // The live stream tells of what changed; only without it a look at the page is a reason to ask.
      refetchOnWindowFocus: () => !isLive(),
    },
  },
});

onForgetPerson(() => queryClient.clear());

type Options<T> = Pick<
  UseQueryOptions<T, ApiError>,
  'enabled' | 'staleTime' | 'refetchInterval' | 'placeholderData' | 'initialData'
>;

/** Everybody's key of the same answer is the same. */
export const queryKey = (route: GetRoute, input: object = {}) => [route, input] as const;

export const useApiQuery = <R extends GetRoute>(
  route: R,
  ...[input, options]: [...InputArgument<ReadInput<R>>, options?: Options<Answer<R>>]
): UseQueryResult<Answer<R>, ApiError> =>
  useQuery<Answer<R>, ApiError>({
    ...options,
    queryKey: queryKey(route, input),
    queryFn: ({ signal }) => call(route, { ...input, signal } as never),
  });

/** Keeps the page that is shown while the next one loads. */
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

/** Long enough for an action and the live notice of the same action to ask only once. */
const GATHER_MS = 60;
const gathered = new Set<GetRoute>();

/** What is shown of these routes is read again, the rest when it is shown next. */
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

/** Changes a row in place wherever it is held: in every page of the list, or as the answer itself. */
export const patchRow = <R extends GetRoute>(route: R, id: string, change: (row: Row<R>) => Row<R>): void => {
  queryClient.setQueriesData<Cached>({ queryKey: [route] }, (data: Cached) =>
    patched(data, id, change as never),
  );
};

/** Takes a row out of every page of the list that holds it. */
export const removeRow = (route: ListRoute, id: string): void => {
  queryClient.setQueriesData<Rows<Identified>>({ queryKey: [route] }, (data) =>
    data?.rows.some((row) => row._id === id)
      ? { rows: data.rows.filter((row) => row._id !== id), total: data.total - 1 }
      : data,
  );
};

/** What the browser needs to know of this installation. */
export const useConfig = (): Answer<'GET /config'> | undefined =>
  useApiQuery('GET /config', undefined, { staleTime: Number.POSITIVE_INFINITY }).data;
