export * from './constants';
export * from './events';
export * from './operations';
export * from './problem';
export * as schemas from './schemas';
export type {
  Entry, Identity, ListQuery, ParkedEvent, Payment, PublicConfig, PublicUser, Submission, Task, Testimonial, Totals, TransferKind, User, Withdrawal,
} from './schemas';
