export { type AuditReport, auditStores } from './audit';
export { checkInvariants, checkWorkIsComplete, type Violation } from './invariants';
export { AUDITED_SERVICES, type AuditedService, createSnapshot, type Snapshot } from './snapshot';
