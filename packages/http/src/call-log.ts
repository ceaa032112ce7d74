import type { Log } from '@piecework/base';
import { OPERATIONS, type OperationId, type OperationSpec } from '@piecework/contracts';

export interface AnsweredCall {
  operation: OperationId;
  status: number;
  /** Milliseconds to the first byte of the answer. */
  ms: number;
  correlationId: string;
  /** User id of the caller; never an email. */
  account: string | null;
}

/**
 * Changes and server errors are logged as `info`. Reads and client errors are most of the traffic and are logged as `debug`. A successful call has
 * the id of the row that it names in its path or creates; the path of a refused one may contain anything.
 */
export const logCall = (
  log: Log,
  call: AnsweredCall,
  { params, body }: { params: Record<string, string>; body?: unknown },
): void => {
  const { method }: OperationSpec = OPERATIONS[call.operation];
  const isDone = call.status < 300;
  const created = (body as { insertedId?: string } | null | undefined)?.insertedId;
  const id = isDone ? (params.id ?? params.intent ?? created) : undefined;
  const isNews = call.status >= 500 || (method !== 'GET' && isDone);
  log[isNews ? 'info' : 'debug']({ ...call, id }, 'call answered');
};
