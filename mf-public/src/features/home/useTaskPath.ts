import { useSession } from '@piecework/web-kit';

const useIsWorker = () => useSession(({ user }) => user?.userRole === 'worker');

/** P-10.5: what precedes the id in the address of a task. */
export const useTaskPath = (): string => (useIsWorker() ? '/dashboard/workerTaskList/' : '/task/');

/** The list of open tasks. */
export const useTaskList = (): string => (useIsWorker() ? '/dashboard/workerTaskList' : '/tasks');
