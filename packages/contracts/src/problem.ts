import { z } from 'zod';
import { IMAGE_MEGABYTES, MAX_JSON_KIBIBYTES } from './constants';

/** The body of every error: `application/problem+json` (RFC 9457) with a stable `code` and a `message` for people. */
export const problemSchema = z
  .object({
    type: z.string().describe('A URN that contains the code.'),
    title: z.string(),
    status: z.int(),
    code: z.string().describe('Stable, for programs.'),
    message: z.string().describe('A sentence for the user, which clients show.'),
    correlationId: z.string().optional(),
    errors: z
      .array(
        z
          .object({ field: z.string(), message: z.string() })
          .meta({ id: 'FieldError', description: 'The error of one field.' }),
      )
      .optional()
      .describe('For `validation`: one entry per field, named by its path (`body` for the whole body).'),
  })
  .meta({ id: 'Problem', description: 'An error (RFC 9457).' });
export type Problem = z.infer<typeof problemSchema>;

export type ProblemStatus =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 408
  | 409
  | 413
  | 415
  | 417
  | 421
  | 429
  | 431
  | 500
  | 503;
/** Code → status and message. */
export type ProblemTable = Record<string, { status: ProblemStatus; message: string }>;

/** Errors of every service; those of one service are in `service-problems.ts`. */
export const COMMON_PROBLEMS = {
  validation: { status: 400, message: 'Please correct the marked fields.' },
  'not-json': { status: 400, message: 'The request isn’t valid JSON. Correct its body and send it again.' },
  unauthenticated: { status: 401, message: 'Please sign in.' },
  'token-expired': { status: 401, message: 'Your session has ended. Please sign in again.' },
  forbidden: {
    status: 403,
    message: 'Your role doesn’t allow this. Please sign in with an account that has the right role.',
  },
  'account-closed': { status: 403, message: 'This account has been closed. Please sign up with another email.' },
  'account-suspended': {
    status: 409,
    message: 'Your account is suspended, so you can’t do this now. Your dashboard says why, and how to appeal.',
  },
  'not-found': { status: 404, message: 'We couldn’t find this. It may have been deleted.' },
  'method-not-allowed': {
    status: 405,
    message: 'This address doesn’t support that method. See /docs for the methods it supports.',
  },
  conflict: { status: 409, message: 'This has changed in the meantime. Please reload and try again.' },
  'idempotency-mismatch': {
    status: 409,
    message: 'This Idempotency-Key was already used for another request. Send this request with a new key.',
  },
  'too-large': {
    status: 413,
    message: `The request is too large. Send at most ${MAX_JSON_KIBIBYTES} KiB of JSON, or a picture of at most ${IMAGE_MEGABYTES} MB.`,
  },
  'unsupported-media-type': { status: 415, message: 'Send JSON with content-type application/json.' },
  'request-timeout': { status: 408, message: 'The request took too long to arrive. Please try again.' },
  misdirected: { status: 421, message: 'Piecework isn’t available under this host name. Please check the address.' },
  'expectation-failed': { status: 417, message: 'Send the request without an Expect header.' },
  'headers-too-large': {
    status: 431,
    message: 'The address or the headers of the request are too long. Shorten them and send it again.',
  },
  'malformed-request': { status: 400, message: 'The request isn’t valid HTTP. Correct it and send it again.' },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Nothing you sent is lost. Please try again.' },
  unavailable: { status: 503, message: 'Part of Piecework isn’t responding. Please try again in a moment.' },
  'still-underway': {
    status: 503,
    message: 'Your request is taking longer than usual. Please check your list in a moment before you send it again.',
  },
} as const satisfies ProblemTable;
export type CommonProblem = keyof typeof COMMON_PROBLEMS;
