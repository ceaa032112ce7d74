export { appealWindow } from './appeal/appeal.timers';
export { discardedRows, unpublishedBatches } from './batch/batch.timers';
export { unusedForms } from './form/form.timers';
export { endedReservations, reservationLapse } from './reservation/reservation.timers';
export { overdueRevision } from './revision/revision.timers';
export { autoApproval } from './submission/submission.timers';
