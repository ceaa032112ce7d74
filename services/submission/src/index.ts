import { people } from '@piecework/domain';
import { defineService } from '@piecework/service-runtime';
import { appealWindow } from './appeal.timers';
import { createPlacesConsumers } from './places.consumers';
import { createPlacesInvariantChecks } from './places.invariant-checks';
import { taskPlaces } from './places.store';
import { placesPayTally } from './places.tally';
import { reservations } from './reservation.store';
import { endedReservations, reservationLapse } from './reservation.timers';
import { overdueRevision } from './revision.timers';
import { createSubmissionConsumers } from './submission.consumers';
import { createSubmissionIntegrity } from './submission.integrity';
import { createSubmissionOperations } from './submission.routes';
import { submissions } from './submission.store';
import { pendingPayTally, submissionTally } from './submission.tally';
import { autoApproval } from './submission.timers';
import { createSubmissionTotals } from './submission.totals';

/** Owns submissions and the places of tasks: it serializes the claims on the last place. */
export const submissionService = defineService({
  name: 'submission',
  collections: [submissions, taskPlaces, reservations, people],
  tallies: [submissionTally, pendingPayTally, placesPayTally],
  create: (deps) => ({
    operations: createSubmissionOperations(deps),
    consumers: [...createPlacesConsumers(deps), ...createSubmissionConsumers(deps)],
    timers: [autoApproval, overdueRevision, reservationLapse, endedReservations, appealWindow],
    totals: createSubmissionTotals(deps),
    integrity: createSubmissionIntegrity(deps),
    invariantChecks: createPlacesInvariantChecks(deps),
  }),
});
