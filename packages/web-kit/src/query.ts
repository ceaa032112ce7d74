// What reads and follows the server's lists, with the library behind it: loaded with the dashboard, not with the home.
export { useNewTasks } from './new-tasks';
export { patchRow, queryClient, refresh, useApiList, useApiQuery, useConfig } from './queries';
export * from './react-query';
