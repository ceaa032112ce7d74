export { useCoinsOnTheWay } from './live/coins-on-the-way';
export { useNewTasks } from './live/new-tasks';
export { type Notifications, useNotifications, useThreads } from './live/notifications';
export {
  patchRow,
  queryClient,
  refresh,
  useApiList,
  useApiQuery,
  useConfig,
  useConfigQuery,
} from './queries/queries';
export * from './queries/react-query';
export { useAction } from './queries/use-action';
export { useEmailConfirmation } from './session/email-confirmation';
