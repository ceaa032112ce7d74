import type { OPERATIONS, OperationId, OperationOutput, OperationRequest } from '@piecework/contracts';

/** Types only: neither zod nor the table is bundled. */
type RouteOf<I extends OperationId> = `${(typeof OPERATIONS)[I]['method']} ${(typeof OPERATIONS)[I]['path']}`;

export type Route = { [I in OperationId]: RouteOf<I> }[OperationId];
export type GetRoute = Extract<Route, `GET ${string}`>;

type IdOf<R extends Route> = { [I in OperationId]: RouteOf<I> extends R ? I : never }[OperationId];

export type Answer<R extends Route> = OperationOutput<IdOf<R>>;
export type ListRoute = { [R in GetRoute]: Answer<R> extends readonly unknown[] ? R : never }[GetRoute];
export type Row<R extends Route> = Answer<R> extends readonly (infer T)[] ? T : Answer<R>;
export interface Rows<T> {
  rows: T[];
  /** Length of the whole list, of which `rows` is a page. */
  total: number;
}

type Request<R extends Route> = OperationRequest<IdOf<R>>;
type Part<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : undefined extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

/** Identifies a response; the second half of a query key. */
export type ReadInput<R extends Route> = Part<'params', Request<R>['params']> & { query?: Request<R>['query'] };
export type Input<R extends Route> = ReadInput<R> &
  Part<'body', Request<R>['body']> & {
    key?: string;
    /** Sent even when the page closes. Browsers refuse more than 64 KiB of such bodies at a time. */
    keepalive?: boolean;
    signal?: AbortSignal;
  };

export type InputArgument<T> = Record<never, never> extends T ? [input?: T] : [input: T];
