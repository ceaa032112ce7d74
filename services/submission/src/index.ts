import { people } from '@piecework/domain';
import { defineService } from '@piecework/service-runtime';
import { appealWindow } from './appeal/appeal.timers';
import { createFormInternal } from './form/form.routes';
import { forms } from './form/form.store';
import { unusedForms } from './form/form.timers';
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
  collections: [submissions, taskPlaces, reservations, forms, people],
  tallies: [submissionTally, pendingPayTally, placesPayTally],
  create: (deps) => ({
    operations: createSubmissionOperations(deps),
    consumers: [...createPlacesConsumers(deps), ...createSubmissionConsumers(deps)],
    timers: [autoApproval, overdueRevision, reservationLapse, endedReservations, appealWindow, unusedForms],
    internal: createFormInternal(deps),
    totals: createSubmissionTotals(deps),
    integrity: createSubmissionIntegrity(deps),
    invariantChecks: createPlacesInvariantChecks(deps),
  }),
});
