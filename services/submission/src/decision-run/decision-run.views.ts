import { isoTime } from '@piecework/base';
import type { DecisionRun as DecisionRunView } from '@piecework/contracts';
import { decisionOf } from './decision-run';
import type { DecisionRunDocument } from './decision-run.store';

export const toView = ({ _id, ruled, total, counts, startedAt, finishedAt }: DecisionRunDocument): DecisionRunView => ({
  _id,
  ...(ruled && { decision: decisionOf(ruled.status) }),
  total,
  ...counts,
  startedAt: isoTime(startedAt),
  ...(finishedAt !== undefined && { finishedAt: isoTime(finishedAt) }),
});
