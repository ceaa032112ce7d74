export { figuresOf, placesOf, rowNumbers, rowsOf } from './batch/batch';
export {
  type BatchDocument,
  batches,
  type RowDocument,
  type RowFileDocument,
  rowFiles,
  rows,
} from './batch/batch.store';
export { changedRules } from './batch/batch.texts';
export { type BlockDocument, blocks } from './block/block.store';
export { isCheck, isRight, isStopped } from './check/check';
export { type FormDocument, forms } from './form/form.store';
export { answersNeeded, isPageComplete, valuesOf } from './page/page.completion';
export { type PageDocument, pageCursors, pages } from './page/page.store';
export { medianSeconds } from './places/pace';
export { type PlacesDocument, taskPlaces } from './places/places.store';
export { placesPayTally } from './places/places.tally';
export { type ReservationDocument, reservations } from './reservation/reservation.store';
export { hasDispute, statesOf } from './row/row.states';
export { type SubmissionDocument, submissions } from './submission/submission.store';
export { pendingPayTally, submissionTally, workDayTally } from './submission/submission.tally';
export { type MessageDocument, messages, type ThreadDocument, threads } from './thread/thread.store';
export { type BatchWorkerDocument, batchWorkers } from './worker/worker.store';
export { batchWorkTally } from './worker/worker.tally';
