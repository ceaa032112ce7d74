export { type PlacesDocument, taskPlaces } from './places.store';
export { placesPayTally } from './places.tally';
export { type ReservationDocument, reservations } from './reservation.store';
export { type SubmissionDocument, submissions } from './submission.store';
export { pendingPayTally, submissionTally } from './submission.tally';
