import type { ProblemTable } from '@piecework/service-kit';
import { MAX_PENDING } from './withdrawal';

export const withdrawalProblems = {
  'already-decided': {
    status: 409,
    message: 'This withdrawal has already been decided the other way. Reload to see how.',
  },
  'role-unsettled': {
    status: 409,
    message: 'The role of this person is still being changed. Please decide again in a moment.',
  },
  'too-many-pending': {
    status: 409,
    message: `${MAX_PENDING} of your withdrawals are waiting. Please ask again when some of them have been decided.`,
  },
} as const satisfies ProblemTable;
