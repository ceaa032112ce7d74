import type { Log } from '@piecework/base';
import { OPERATIONS, type OperationId, type OperationSpec } from '@piecework/contracts';

export interface AnsweredCall {
  operation: OperationId;
  status: number;
  /** Milliseconds until the answer began. */
  ms: number;
  correlationId: string;
  /** The id of who called, or null: never an email. */
  account: string | null;
}

/**
 * One line per call, the same at the gateway and in the services. What changed something and what failed by us is kept every day; reading, and what
 * a caller did wrong, would be most of the log, and is for those who look closer (`LOG_LEVEL=debug`).
 */
export const logCall = (log: Log, call: AnsweredCall): void => {
  const { method }: OperationSpec = OPERATIONS[call.operation];
  const isNews = call.status >= 500 || (method !== 'GET' && call.status < 300);
  log[isNews ? 'info' : 'debug'](call, 'call answered');
};
