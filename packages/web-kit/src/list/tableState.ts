interface ListQuery {
  data?: unknown;
  error: Error | null;
  refetch(): unknown;
}

/** What a DataTable shows of a list's query: once there are rows they stay, whatever happens to the next request. */
export const tableState = ({ data, error, refetch }: ListQuery) => ({
  state: data !== undefined ? ('ready' as const) : error ? ('error' as const) : ('loading' as const),
  error: error?.message,
  onRetry: () => void refetch(),
});
