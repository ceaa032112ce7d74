import type { z } from 'zod';
import type { OPERATIONS, OperationId } from './operations';

/** `z.preprocess` types its input as `unknown`: the output type stands in for it. */
type Sent<In, Out> = In extends object
  ? Partial<Pick<Out, Exclude<OptionalKeys<Out>, keyof In> & keyof Out>> & {
      [K in keyof In]: unknown extends In[K] ? (K extends keyof Out ? Out[K] : never) : In[K];
    }
  : In;
type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
type SentPart<O, K extends 'params' | 'query' | 'body'> =
  O extends Record<K, infer Z extends z.ZodType> ? Sent<z.input<Z>, Exclude<z.output<Z>, undefined>> : undefined;

/** A request as a client sends it, before validation and conversion. */
export interface OperationRequest<I extends OperationId> {
  params: SentPart<(typeof OPERATIONS)[I], 'params'>;
  query: SentPart<(typeof OPERATIONS)[I], 'query'>;
  body: SentPart<(typeof OPERATIONS)[I], 'body'>;
}
