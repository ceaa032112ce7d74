/** A call that did not succeed. `message` is a sentence for people. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    /** 0: the server was not reached, or nobody knows what it did. */
    readonly status: number,
    readonly code: string,
    message: string,
    /** Field → what is wrong with it. */
    readonly fields: Record<string, string> = {},
    readonly correlationId?: string,
  ) {
    super(message);
  }
}

/** Somebody is signed in, but their record was not kept: SPEC section 8 tells it apart from a sign-in that failed. */
export class UserNotSaved extends ApiError {}

export const SESSION_ENDED = 'Your session has ended. Please sign in again.';

export const networkError = (): ApiError =>
  new ApiError(
    0,
    'network-request-failed',
    'Piecework could not be reached. Check your connection and try again; nothing you typed is lost.',
  );

interface ProblemBody {
  code?: string;
  message?: string;
  correlationId?: string;
  errors?: { field: string; message: string }[];
}

/** A failed answer → its error. What is no problem document comes from something between us and the gateway. */
export const problemOf = (status: number, text: string): ApiError => {
  let body: ProblemBody = {};
  try {
    body = JSON.parse(text) as ProblemBody;
  } catch {}
  const fields = Object.fromEntries((body.errors ?? []).map(({ field, message }) => [field, message]));
  return new ApiError(
    status,
    body.code ?? 'unavailable',
    body.message ?? 'A part of Piecework is not answering. Please try again in a moment.',
    fields,
    body.correlationId,
  );
};
