interface ListQuery {
  data?: unknown;
  error: Error | null;
  refetch(): unknown;
}

export const tableState = ({ data, error, refetch }: ListQuery) => ({
  state: data !== undefined ? ('ready' as const) : error ? ('error' as const) : ('loading' as const),
  error: error?.message,
  onRetry: () => void refetch(),
});
