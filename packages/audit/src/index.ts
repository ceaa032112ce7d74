export { type AuditReport, auditStores } from './audit';
export { checkInvariants, type Violation } from './invariants';
export { AUDITED_SERVICES, type AuditedService, createSnapshot, type Snapshot } from './snapshot';
