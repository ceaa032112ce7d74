import { tableState } from '.';

const refetch = jest.fn();
const failed = new Error('The connection was lost.');

test.each([
  ['is loading without data and error', undefined, null, 'loading'],
  ['has failed without data', undefined, failed, 'error'],
  ['keeps its rows when a later request fails', { rows: [] }, failed, 'ready'],
])('a table %s', (_what, data, error, state) => {
  expect(tableState({ data, error, refetch })).toMatchObject({ state });
});

test('a failed table has a message and a retry', () => {
  const table = tableState({ error: failed, refetch });
  expect(table.error).toBe('The connection was lost.');
  table.onRetry();
  expect(refetch).toHaveBeenCalledTimes(1);
});
