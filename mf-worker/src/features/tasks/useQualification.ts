import type { Task } from '@piecework/contracts';
import { unqualified } from '@piecework/contracts/constants';
import { translated } from '@piecework/i18n';
import { useApiQuery } from '@piecework/web-kit/query';

/** Why the worker may not submit to a task for the approval rate (P-4.18), or null. */
export const useQualification = (): ((task: Pick<Task, 'minApprovalRate'>) => string | null) => {
  const { data } = useApiQuery('GET /totals');
  const reviewed = data?.worker?.reviewed;
  return ({ minApprovalRate }) => {
    const reason = reviewed ? unqualified(minApprovalRate, reviewed) : null;
    return reason && translated(reason);
  };
};
