/** What the auditor and the tools read of a service's events. */
export { type InboxRow, inboxRows } from './inbox';
export { type OutboxRow, outboxRows } from './outbox';
export { type ParkedRow, parkedRows, type RetryOutcome } from './parked';
