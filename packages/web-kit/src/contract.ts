import type { OPERATIONS, OperationId, OperationOutput, OperationRequest } from '@piecework/contracts';

/**
 * The REST contract as the browser writes it: `'PATCH /submissions/{id}'` → what it takes and answers. Only types: neither zod nor
 * the table reaches a bundle.
 */
type RouteOf<I extends OperationId> = `${(typeof OPERATIONS)[I]['method']} ${(typeof OPERATIONS)[I]['path']}`;

export type Route = { [I in OperationId]: RouteOf<I> }[OperationId];
export type GetRoute = Extract<Route, `GET ${string}`>;

type IdOf<R extends Route> = { [I in OperationId]: RouteOf<I> extends R ? I : never }[OperationId];

/** The body of an answer. */
export type Answer<R extends Route> = OperationOutput<IdOf<R>>;
/** Routes that answer a list. */
export type ListRoute = { [R in GetRoute]: Answer<R> extends readonly unknown[] ? R : never }[GetRoute];
export type Row<R extends Route> = Answer<R> extends readonly (infer T)[] ? T : Answer<R>;
export interface Rows<T> {
  rows: T[];
  /** Of the whole list, of which `rows` is a page. */
  total: number;
}

type Request<R extends Route> = OperationRequest<IdOf<R>>;
/** `undefined`: there is no such part. A part that may be left out as a whole is optional. */
type Part<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : undefined extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

/** What names an answer: also the second half of a query's key. */
export type ReadInput<R extends Route> = Part<'params', Request<R>['params']> & {
  query?: Request<R>['query'];
};
export type Input<R extends Route> = ReadInput<R> &
  Part<'body', Request<R>['body']> & {
    /** Idempotency-Key. */
    key?: string;
    signal?: AbortSignal;
  };

/** The input may be left out where nothing in it is required. */
export type InputArgument<T> = Record<never, never> extends T ? [input?: T] : [input: T];
