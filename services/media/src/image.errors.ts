import type { ProblemTable } from '@piecework/service-kit';

/** What only this service answers; what is wrong with a picture itself is `validation` on the field `image`. */
export const imageProblems = {
  'upload-incomplete': {
    status: 400,
    message: 'The upload did not arrive whole. Please send the image again.',
  },
  'image-host-down': {
    status: 503,
    message:
      'The host of our pictures is not answering. Nothing you typed is lost; please try again in a moment.',
  },
} as const satisfies ProblemTable;
