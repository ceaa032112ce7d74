/** What a table shows: once there are rows they stay, whatever happens to the next request. */
export const tableState = ({
  data,
  isError,
}: {
  data: unknown;
  isError: boolean;
}): 'loading' | 'error' | 'ready' => {
  if (data !== undefined) return 'ready';
  return isError ? 'error' : 'loading';
};
