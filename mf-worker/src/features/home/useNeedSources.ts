import { useApiList, useApiQuery } from '@piecework/web-kit/query';
import type { NeedSources } from './needs';

/** Rejections, newest submission first, among which appeals that end soon are looked for. */
const LOOKED_AT = 100;

/** `isSettled`: each list has arrived or failed once. The lists stay empty for a list that fails. */
export const useNeedSources = (): { sources: NeedSources; isSettled: boolean } => {
  const { sentBack = 0 } = useApiQuery('GET /totals').data?.worker ?? {};
  const failed = useApiList('GET /withdrawals', { query: { payout: 'failed' } });
  const reservations = useApiList('GET /reservations');
  const rejected = useApiList('GET /submissions', { query: { status: 'reject', limit: LOOKED_AT } });
  const isAnySentBack = sentBack > 0;
  const pending = useApiList('GET /submissions', { query: { status: 'pending' } }, { enabled: isAnySentBack });
  return {
    sources: {
      failedPayouts: failed.data?.rows,
      reservations: reservations.data?.rows,
      rejected: rejected.data?.rows,
      pending: isAnySentBack ? pending.data?.rows : [],
    },
    isSettled: [failed, reservations, rejected, pending].every(
      ({ isLoading, failureCount }) => !isLoading || failureCount > 0,
    ),
  };
};
