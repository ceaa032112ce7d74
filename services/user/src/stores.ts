export { mailLinks } from './identity.store';
export type { UserRecord } from './user';
export { testimonials, users } from './user.store';
export { userTally } from './user.tally';
