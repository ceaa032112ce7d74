import { useSession } from '@piecework/web-kit';

/** P-10.5: what precedes the id in the address of a task. */
export const useTaskPath = (): string =>
  useSession(({ user }) => (user?.userRole === 'worker' ? '/dashboard/workerTaskList/' : '/task/'));
