import { people } from '@piecework/domain';
import { defineService } from '@piecework/service-runtime';
import { appealWindow } from './appeal/appeal.timers';
import { createPublishingInternal } from './batch/batch.publishing';
import { batches, rowFiles, rows } from './batch/batch.store';
import { discardedRows, unpublishedBatches } from './batch/batch.timers';
import { createFormInternal } from './form/form.routes';
import { forms } from './form/form.store';
import { unusedForms } from './form/form.timers';
import { pageCursors, pages } from './page/page.store';
import { createPlacesConsumers } from './places/places.consumers';
import { createPlacesInvariantChecks } from './places/places.invariant-checks';
import { taskPlaces } from './places/places.store';
import { placesPayTally } from './places/places.tally';
import { reservations } from './reservation/reservation.store';
import { endedReservations, reservationLapse } from './reservation/reservation.timers';
import { overdueRevision } from './revision/revision.timers';
import { createSubmissionConsumers } from './submission/submission.consumers';
import { createSubmissionIntegrity } from './submission/submission.integrity';
import { createSubmissionOperations } from './submission/submission.routes';
import { submissions } from './submission/submission.store';
import { pendingPayTally, submissionTally } from './submission/submission.tally';
import { autoApproval } from './submission/submission.timers';
import { createSubmissionTotals } from './submission/submission.totals';

/** Owns submissions and the places of tasks: it serializes the claims on the last place. */
export const submissionService = defineService({
  name: 'submission',
  collections: [submissions, taskPlaces, reservations, forms, batches, rowFiles, rows, pages, pageCursors, people],
  tallies: [submissionTally, pendingPayTally, placesPayTally],
  create: (deps) => ({
    operations: createSubmissionOperations(deps),
    consumers: [...createPlacesConsumers(deps), ...createSubmissionConsumers(deps)],
    timers: [
      autoApproval,
      overdueRevision,
      reservationLapse,
      endedReservations,
      appealWindow,
      unusedForms,
      unpublishedBatches,
      discardedRows,
    ],
    internal: { ...createFormInternal(deps), ...createPublishingInternal(deps) },
    totals: createSubmissionTotals(deps),
    integrity: createSubmissionIntegrity(deps),
    invariantChecks: createPlacesInvariantChecks(deps),
  }),
});
