/** What the auditor reads. */
export { type UserRecord, users } from './user.store';
