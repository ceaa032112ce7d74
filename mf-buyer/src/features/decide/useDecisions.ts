import type { DecisionEstimate } from '@piecework/contracts';
import { type ApiError, call } from '@piecework/web-kit';
import { keepPreviousData, refresh, useQuery } from '@piecework/web-kit/query';
import type { GivenReason } from '../submissions/rejection-reasons';

export interface RuleBody {
  decision: 'approve' | 'reject';
  rule: { workers?: string[]; pages?: number[]; agreesAtLeast?: number; accuracyAtLeast?: number };
}

/** The dry run of a rule; null: the rule is not complete. */
export const useEstimate = (taskId: string, body: RuleBody | null) =>
  useQuery<DecisionEstimate, ApiError>({
    queryKey: ['decision estimate', taskId, body],
    enabled: body !== null,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const input = { params: { id: taskId }, body: { ...(body as RuleBody), dryRun: true }, signal };
      return (await call('POST /tasks/{id}/decisions', input)) as DecisionEstimate;
    },
  });

export const startDecisions = async (taskId: string, body: RuleBody & Partial<GivenReason>, key: string) => {
  await call('POST /tasks/{id}/decisions', { params: { id: taskId }, body, key });
  refreshDecisions();
};

/** Also without the live stream. */
export const refreshDecisions = (): void =>
  refresh('GET /tasks/{id}/decisions', 'GET /submissions', 'GET /tasks/{id}/rows', 'GET /totals');
