/** Rules that build documents, for the benchmark of growth. */
export { newUser } from './user/user';
export { submitterOf } from './user/user.consumers';
export { submitters, users } from './user/user.store';
