import type { ProblemTable } from '@piecework/service-kit';

export const identityProblems = {
  'invalid-credential': {
    status: 400,
    message: 'The email or the password is not right. Please check both and try again.',
  },
  'email-in-use': { status: 409, message: 'This email already has an account. Please sign in instead.' },
  'email-not-verified': {
    status: 403,
    message:
      'This email already belongs to somebody here, and nothing shows yet that it is yours. Choose “Forgot your password?” and follow the link in the mail, or sign in with Google; then try again.',
  },
  'invalid-refresh-token': { status: 400, message: 'Your session has ended. Please sign in again.' },
  'no-password': {
    status: 409,
    message: 'This account signs in with Google, so it has no password to change.',
  },
} as const satisfies ProblemTable;
