import { people } from '@piecework/domain';
import { defineService } from '@piecework/service-runtime';
import { appealWindow } from './appeal/appeal.timers';
import { createPublishingInternal } from './batch/batch.publishing';
import { batches, rowFiles, rows } from './batch/batch.store';
import { createTextsInternal } from './batch/batch.texts';
import { discardedRows, unpublishedBatches } from './batch/batch.timers';
import { blocks } from './block/block.store';
import { createBonusConsumers } from './bonus/bonus.consumers';
import { metChecks } from './check/check.store';
import { closingCheck, createClosingInternal } from './closing-due';
import { createEstimation } from './consensus/estimation';
import { createModels } from './consensus/models';
import { decisionMarks, decisionRuns } from './decision-run/decision-run.store';
import { createDecisionRunTimer, oldDecisionRuns } from './decision-run/decision-run.timers';
import { createFormInternal } from './form/form.routes';
import { forms } from './form/form.store';
import { unusedForms } from './form/form.timers';
import { submissionOwnData } from './own-data';
import { pageCursors, pages } from './page/page.store';
import { createPlacesConsumers } from './places/places.consumers';
import { createPlacesInvariantChecks } from './places/places.invariant-checks';
import { taskPlaces } from './places/places.store';
import { placesPayTally } from './places/places.tally';
import { reservations } from './reservation/reservation.store';
import { endedReservations, reservationLapse } from './reservation/reservation.timers';
import { createReversalConsumers } from './reversal/reversal.consumers';
import { overdueRevision } from './revision/revision.timers';
import { createSubmissionConsumers } from './submission/submission.consumers';
import { createSubmissionIntegrity } from './submission/submission.integrity';
import { createPeopleInternal } from './submission/submission.internal';
import { createSubmissionOperations } from './submission/submission.routes';
import { submissions } from './submission/submission.store';
import { pendingPayTally, submissionTally, workDayTally } from './submission/submission.tally';
import { autoApproval } from './submission/submission.timers';
import { createSubmissionTotals } from './submission/submission.totals';
import { messages, threads } from './thread/thread.store';
import { batchWorkers } from './worker/worker.store';
import { batchWorkTally } from './worker/worker.tally';

/** Owns submissions and the places of tasks: it serializes the claims on the last place. */
export const submissionService = defineService({
  name: 'submission',
  collections: [
    submissions,
    taskPlaces,
    reservations,
    forms,
    batches,
    rowFiles,
    rows,
    pages,
    pageCursors,
    decisionRuns,
    decisionMarks,
    metChecks,
    batchWorkers,
    threads,
    messages,
    blocks,
    people,
  ],
  ownData: submissionOwnData,
  tallies: [submissionTally, workDayTally, pendingPayTally, placesPayTally, batchWorkTally],
  create: (deps) => {
    const estimation = createEstimation();
    return {
      operations: createSubmissionOperations(deps, createModels(deps, estimation)),
      consumers: [
        ...createPlacesConsumers(deps),
        ...createSubmissionConsumers(deps),
        ...createReversalConsumers(deps),
        ...createBonusConsumers(deps),
        closingCheck,
      ],
      timers: [
        autoApproval,
        overdueRevision,
        reservationLapse,
        endedReservations,
        appealWindow,
        unusedForms,
        unpublishedBatches,
        discardedRows,
        createDecisionRunTimer(deps),
        oldDecisionRuns,
      ],
      internal: {
        ...createClosingInternal(deps),
        ...createFormInternal(deps),
        ...createPublishingInternal(deps),
        ...createTextsInternal(deps),
        ...createPeopleInternal(deps),
      },
      totals: createSubmissionTotals(deps),
      integrity: createSubmissionIntegrity(deps),
      invariantChecks: createPlacesInvariantChecks(deps),
      close: estimation.close,
    };
  },
});
