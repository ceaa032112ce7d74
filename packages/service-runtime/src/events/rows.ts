export { type AdminActRow, type AdminTrailPage, adminActs } from '../admin-trail';
export {
  type CounterDocument,
  counters,
  documentOf,
  groupOf,
  isComplete,
  shardId,
  sumOf,
} from '../counters/counter.store';
export {
  ALL,
  type AnyTally,
  addAmounts,
  dayGroup,
  dayId,
  equalAmounts,
  groupsOf,
  ownerKey,
} from '../counters/tally';
export type { IntegrityPart } from '../integrity';
export { inboxRows } from './inbox';
export { type OutboxRow, outboxRows } from './outbox';
export type { RetryOutcome } from './parked';
export { type ParkedRow, parkedRows } from './parked.store';
export { isEvent, type QuarantinedRecord } from './quarantine';
