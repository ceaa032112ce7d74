import type { ProblemTable } from '@piecework/service-kit';

export const userProblems = {
  'account-closed': {
    status: 403,
    message: 'This account has been closed. Please sign up with another email.',
  },
  'role-change-underway': {
    status: 409,
    message: 'The last change of this account is still being finished. Please try again in a moment.',
  },
  'own-role': { status: 409, message: 'You cannot change your own role. Please ask another admin to do it.' },
  'own-account': {
    status: 409,
    message: 'You cannot delete your own account. Please ask another admin to do it.',
  },
} as const satisfies ProblemTable;
