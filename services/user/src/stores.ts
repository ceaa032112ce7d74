export type { UserRecord } from './user';
export { users } from './user.store';
