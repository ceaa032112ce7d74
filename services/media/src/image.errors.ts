import type { ProblemTable } from '@piecework/service-kit';

/** What only this service answers; what is wrong with a picture itself is `validation` on the field `image`. */
export const imageProblems = {
  'upload-incomplete': {
    status: 400,
    message: 'The upload did not arrive whole. Please send the image again.',
  },
} as const satisfies ProblemTable;
