export { appealWindow } from './appeal.timers';
export { endedReservations, reservationLapse } from './reservation.timers';
export { overdueRevision } from './revision.timers';
export { autoApproval } from './submission.timers';
