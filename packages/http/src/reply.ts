import type { Readable } from 'node:stream';
import type { WhenGone } from '@piecework/base';
import type { ProblemCode } from '@piecework/contracts';

export class CallerGoneError extends Error {
  override readonly name = 'CallerGoneError';
}

/** A transport-independent request: the same over HTTP and in the simulation. */
export interface PlainRequest {
  method: string;
  path: string;
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Lower-case names. */
  headers: Record<string, string | undefined>;
  body: unknown;
  raw?: Readable;
  whenGone?: WhenGone;
}

export interface PlainResponse {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON; strings, buffers and streams are sent as they are under their `content-type`. null: no body. */
  body: unknown;
}

export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Where the rest of a truncated list begins: the offset of its first row, or parameters of the query. Sent as a `Link` header. */
  next?: number | Readonly<Record<string, string>>;
}
export const ok = (body: unknown, headers?: Record<string, string>): Reply => ({
  status: 200,
  body,
  ...(headers && { headers }),
});
export const created = (insertedId: string): Reply => ({ status: 201, body: { insertedId } });
export const noContent = (): Reply => ({ status: 204, body: null });

export const page = (rows: readonly unknown[], total: number, next?: Reply['next']): Reply => ({
  ...ok(rows, { 'x-total-count': String(total) }),
  ...(next !== undefined && { next }),
});

export interface FieldError {
  field: string;
  message: string;
}

/** An expected failure. JSON-serializable, so it can be stored. */
export interface Failure<C extends ProblemCode = ProblemCode> {
  failure: C;
  message?: string;
  errors?: readonly FieldError[];
  /** Seconds. */
  retryAfter?: number;
}
export const fail = <C extends ProblemCode>(failure: C, details: Omit<Failure, 'failure'> = {}): Failure<C> => ({
  failure,
  ...details,
});
export const failField = (field: string, message: string): Failure<'validation'> =>
  fail('validation', { message, errors: [{ field, message }] });
export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'failure' in value;
