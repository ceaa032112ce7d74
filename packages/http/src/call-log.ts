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

/** Changes and server errors are logged as `info`. Reads and client errors are most of the traffic and are logged as `debug`. */
export const logCall = (log: Log, call: AnsweredCall): void => {
  const { method }: OperationSpec = OPERATIONS[call.operation];
  const isNews = call.status >= 500 || (method !== 'GET' && call.status < 300);
  log[isNews ? 'info' : 'debug'](call, 'call answered');
};
