import type { ProblemTable } from '@piecework/service-kit';

/** What only the gateway answers, beside the common problems. */
export const gatewayProblems = {
  'not-registered': { status: 403, message: 'Please choose a role first, then you can go on.' },
} as const satisfies ProblemTable;
