import type { OperationId, OperationSpec } from '@piecework/contracts';
import type { PlainRequest, PlainResponse } from '@piecework/http';
import type { Caller } from './access/access-control';
import type { GatewayFailure } from './gateway-failure';

export interface Connection {
  network: string;
  /** `then` runs when the response is sent or the connection lost. */
  whenClosed(then: (bytesSent: number) => void): void;
}

/** An admitted call. */
export interface Call {
  operation: OperationId;
  spec: OperationSpec;
  request: PlainRequest;
  who: Caller;
  correlationId: string;
  /** Without one (simulation) unauthenticated calls are unlimited. */
  connection: Connection | undefined;
}

export type Answer = PlainResponse | GatewayFailure;

/** Undefined for an anonymous caller. */
export const accountKeyOf = ({ account, identity }: Caller): string | undefined => account?.userId ?? identity?.email;
