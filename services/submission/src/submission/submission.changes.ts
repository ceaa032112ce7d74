import { isoTime } from '@piecework/base';
import { CHANGES_LAG_MS } from '@piecework/contracts';
import { fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { listRows, type ServiceDeps } from '@piecework/service-runtime';
import { type SubmissionDocument, submissions } from './submission.store';
import { toBuyerView } from './submission.views';
import { createWorkerStats } from './submission.worker-stats';

interface Changes {
  /** Milliseconds since 1970; included unless `after` is set. */
  since: number;
  /** The id of a row that changed at `since`: only rows behind it are listed. */
  after: string | undefined;
  taskId: string | undefined;
  limit: number | undefined;
}

const behind = ({ _id, changedAt = 0 }: SubmissionDocument) => ({ changedSince: isoTime(changedAt), after: _id });

/** P-4.20. */
export const createChangesList = ({ store, settings, counters, clock }: ServiceDeps) => {
  const withStats = createWorkerStats(counters);
  return async ({ role, userId }: Actor, { since, after, taskId, limit }: Changes) => {
    if (role !== 'buyer') return fail('forbidden', { message: 'Only buyers can list changes.' });
    const filter = {
      buyerId: userId,
      ...(taskId !== undefined && { taskId }),
      changedAt: { $gte: since, $lte: clock.now() - CHANGES_LAG_MS },
      ...(after !== undefined && { $or: [{ changedAt: { $gt: since } }, { _id: { $gt: after } }] }),
    };
    const range = { sort: { changedAt: 1 }, settings, limit, behind } as const;
    return listRows(store.collection(submissions), filter, range, (found) =>
      withStats(found, (submission) => toBuyerView(submission, settings)),
    );
  };
};
