/** Rules that build documents, for the benchmark of growth. */
export { newUser } from './user';
export { submitterOf } from './user.consumers';
export { submitters, users } from './user.store';
