export { type BatchDocument, batches, type RowDocument, rowFiles, rows } from './batch/batch.store';
export { type FormDocument, forms } from './form/form.store';
export { type PageDocument, pageCursors, pages } from './page/page.store';
export { type PlacesDocument, taskPlaces } from './places/places.store';
export { placesPayTally } from './places/places.tally';
export { type ReservationDocument, reservations } from './reservation/reservation.store';
export { type SubmissionDocument, submissions } from './submission/submission.store';
export { pendingPayTally, submissionTally } from './submission/submission.tally';
