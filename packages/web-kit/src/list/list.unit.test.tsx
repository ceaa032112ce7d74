import { tableState } from '.';

const refetch = jest.fn();
const failed = new Error('The connection was lost.');

test.each([
  ['loads while there is neither', undefined, null, 'loading'],
  ['fails where nothing has come yet', undefined, failed, 'error'],
  ['keeps its rows when a later request fails', { rows: [] }, failed, 'ready'],
])('a table %s', (_what, data, error, state) => {
  expect(tableState({ data, error, refetch })).toMatchObject({ state });
});

test('a table says why it failed, and asks again when it is told to', () => {
  const table = tableState({ error: failed, refetch });
  expect(table.error).toBe('The connection was lost.');
  table.onRetry();
  expect(refetch).toHaveBeenCalledTimes(1);
});
