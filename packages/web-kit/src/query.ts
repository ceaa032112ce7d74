export { useCoinsOnTheWay } from './coins-on-the-way';
export { useEmailConfirmation } from './email-confirmation';
export { useNewTasks } from './new-tasks';
export { type Notifications, useNotifications } from './notifications';
export {
  patchRow,
  queryClient,
  refresh,
  useApiList,
  useApiQuery,
  useConfig,
  useConfigQuery,
} from './queries';
export * from './react-query';
export { useAction } from './use-action';
