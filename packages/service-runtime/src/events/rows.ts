export { inboxRows } from './inbox';
export { type OutboxRow, outboxRows } from './outbox';
export { type ParkedRow, parkedRows, type RetryOutcome } from './parked';
