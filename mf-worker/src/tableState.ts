interface ListQuery {
  data?: unknown;
  error: Error | null;
  isPending: boolean;
  isError: boolean;
  refetch(): unknown;
}

/** What a table shows of a list's query: rows that are there already stay when a later refresh fails. */
export const tableState = ({ data, error, refetch }: ListQuery) => ({
  state: data !== undefined ? ('ready' as const) : error ? ('error' as const) : ('loading' as const),
  error: error?.message,
  onRetry: () => void refetch(),
});
