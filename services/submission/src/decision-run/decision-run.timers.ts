import { DAY_MS } from '@piecework/base';
import { DECISION_RUN_DAYS } from '@piecework/contracts';
import { expiry, type ServiceDeps, timer } from '@piecework/service-runtime';
import { decisionRuns } from './decision-run.store';
import { decideChunk, RUN_EVENTS } from './decision-run.work';

/** Each chunk moves the end of the lease: a run whose process has ended is continued by another one. */
export const createDecisionRunTimer = ({ clock }: Pick<ServiceDeps, 'clock'>) =>
  timer({
    name: 'decision-runs',
    emits: RUN_EVENTS,
    of: decisionRuns,
    deadline: 'resumeAt',
    fire: async (unit, { _id }, now) => {
      if (!(await decideChunk(unit, _id, now))) return;
      return async (stopping, transact) => {
        let isMore = true;
        while (isMore && !stopping.aborted) isMore = await transact((next) => decideChunk(next, _id, clock.now()));
      };
    },
  });

export const oldDecisionRuns = expiry({
  name: 'old-decision-runs',
  of: decisionRuns,
  deadline: 'finishedAt',
  after: DECISION_RUN_DAYS * DAY_MS,
});
