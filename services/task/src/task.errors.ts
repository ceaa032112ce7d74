import type { ProblemTable } from '@piecework/service-kit';

export const taskProblems = {
  // The title of the spec's dialog is the client's; this is its text (SPEC section 8).
  'insufficient-coins': { status: 409, message: 'Please Purchase coin' },
  'task-funding': {
    status: 409,
    message: 'The coins of this task are still being set aside. Please try again in a moment.',
  },
} as const satisfies ProblemTable;
