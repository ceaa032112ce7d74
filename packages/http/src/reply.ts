import type { Readable } from 'node:stream';
import type { WhenGone } from '@piecework/base';
import type { ProblemCode } from '@piecework/contracts';

/** The caller left before the answer was complete. */
export class CallerGoneError extends Error {
  override readonly name = 'CallerGoneError';
}

/** A call in plain values, the same over HTTP and inside the simulation. */
export interface PlainRequest {
  method: string;
  /** Path without query, as the caller sent it. */
  path: string;
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Lower-case names. */
  headers: Record<string, string | undefined>;
  /** Parsed JSON, or undefined without a body. */
  body: unknown;
  /** The body as it comes, for operations with a `rawBody`. */
  raw?: Readable;
  whenGone?: WhenGone;
}

export interface PlainResponse {
  status: number;
  headers: Record<string, string>;
  /** A value to send as JSON, or text, bytes or a stream with a `content-type` of its own; null for no body. */
  body: unknown;
}

/** Success: what a handler answers. */
export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Of a list that was cut: the offset of the first row that is missing. It becomes a `Link` to the same list from there. */
  next?: number;
}
export const ok = (body: unknown, headers?: Record<string, string>): Reply => ({
  status: 200,
  body,
  ...(headers && { headers }),
});
export const created = (insertedId: string): Reply => ({
  status: 201,
  body: { insertedId },
});
export const noContent = (): Reply => ({ status: 204, body: null });

/** A page of a list, with how many there are in all and, when it was cut, where the rest begins. */
export const page = (rows: readonly unknown[], total: number, next?: number): Reply => ({
  ...ok(rows, { 'x-total-count': String(total) }),
  ...(next !== undefined && { next }),
});

export interface FieldError {
  field: string;
  message: string;
}

/** An expected failure. Plain JSON, so that it can be stored. */
export interface Failure<C extends ProblemCode = ProblemCode> {
  failure: C;
  /** Instead of the table's message. */
  message?: string;
  errors?: readonly FieldError[];
  /** Seconds after which to try again. */
  retryAfter?: number;
}
export const fail = <C extends ProblemCode>(
  failure: C,
  details: Omit<Failure, 'failure'> = {},
): Failure<C> => ({
  failure,
  ...details,
});
export const failField = (field: string, message: string): Failure<'validation'> =>
  fail('validation', { message, errors: [{ field, message }] });
export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'failure' in value;
