export * from './constants';
export * from './events';
export * from './operations';
export * from './problem';
export type { OperationRequest } from './requests';
export type {
  Entry,
  Identity,
  ParkedEvent,
  Payment,
  PublicConfig,
  PublicUser,
  Submission,
  Task,
  Testimonial,
  Totals,
  TransferKind,
  User,
  Withdrawal,
} from './schemas';
export * as schemas from './schemas';
