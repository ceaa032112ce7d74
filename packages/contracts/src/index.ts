export type { Box } from './boxes';
export * from './constants';
export * from './events';
export { accountNumberFault, COMPLETION_DATE, completionDateFault, PROFILE_PICTURE } from './field-rules';
export type { Answer, FieldOption, FieldValue, Form, FormField } from './forms';
export type { OperationRequest } from './operation-request';
export * from './operations';
export * from './problem';
export { problemStatus, problemsOf } from './problems-of';
export type * from './schemas';
export * as schemas from './schemas';
export {
  type ProblemCode,
  type ProblemCodeOf,
  type ProblemSource,
  SERVICE_PROBLEMS,
} from './service-problems';
export { isOpenWhileSuspended } from './suspended-access';
export * from './text';
export * from './withdrawal-coins';
