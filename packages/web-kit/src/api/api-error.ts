import { msg, t, translated } from '@piecework/i18n';

/** The message and those of the fields are English; `translated` shows them. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    /** 0: the server was not reached, or its effect is unknown. */
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Record<string, string> = {},
    readonly correlationId?: string,
  ) {
    super(message);
  }
}

/** The identity is signed in, but its user record was not saved; P-14.3 distinguishes it from a failed sign-in. */
export class UserNotSaved extends ApiError {}

export const isFactorRequired = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'factor-required';

export const SESSION_ENDED: string = msg('Your session has ended. Please sign in again.');

export const networkError = (): ApiError =>
  new ApiError(
    0,
    'network-request-failed',
    msg('We couldn’t reach Piecework. Check your connection and try again. Nothing you typed is lost.'),
  );

export const loadChunk = <T>(loading: Promise<T>): Promise<T> =>
  loading.catch(() => {
    throw new ApiError(
      0,
      'part-missing',
      msg('Part of this page didn’t load. Check your connection and try again, or reload the page.'),
    );
  });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const recordIn = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
};

const NOT_RESPONDING = msg('Part of Piecework isn’t responding. Please try again in a moment.');

const textOr = <T>(value: unknown, instead: T): string | T => (typeof value === 'string' ? value : instead);

/** Server errors carry the correlation id, which users can quote to support. The id is of no catalogue: translated here, not where it is shown. */
const withReference = (status: number, message: string, correlationId: string | undefined) =>
  status >= 500 && correlationId
    ? t('{message} (Reference {reference})', { message: translated(message), reference: correlationId })
    : message;

/** A response without a problem document comes from an intermediary and may hold anything. */
export const problemOf = (status: number, text: string): ApiError => {
  const problem = recordIn(text);
  const { code, errors } = problem;
  const message = textOr(problem.message, NOT_RESPONDING);
  const correlationId = textOr(problem.correlationId, undefined);
  const entries = (Array.isArray(errors) ? errors : []).filter(isRecord);
  return new ApiError(
    status,
    textOr(code, 'unavailable'),
    withReference(status, message, correlationId),
    Object.fromEntries(entries.map((entry) => [String(entry.field), textOr(entry.message, '')])),
    correlationId,
  );
};
