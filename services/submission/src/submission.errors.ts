import type { ProblemTable } from '@piecework/service-kit';

export const submissionProblems = {
  'own-task': { status: 409, message: 'This task is your own. Please choose another one.' },
  'already-decided': { status: 409, message: 'This submission has been decided already. Reload to see how.' },
} as const satisfies ProblemTable;
