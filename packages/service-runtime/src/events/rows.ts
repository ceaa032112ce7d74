export { type AdminActRow, type AdminTrailPage, adminActs } from '../admin-trail';
export { inboxRows } from './inbox';
export { type OutboxRow, outboxRows } from './outbox';
export { type ParkedRow, parkedRows, type RetryOutcome } from './parked';
