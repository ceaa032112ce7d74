import type { Ids } from '@piecework/base';
import type { PlainRequest } from './reply';

export const ASSERTION_HEADER = 'x-piecework-assertion';
/** The network of a caller who signs in, as the gateway counts it (IPv4 address, IPv6 /64): only the gateway sets it. */
export const NETWORK_HEADER = 'x-piecework-network';
export const CORRELATION_HEADER = 'x-correlation-id';

/** A correlation id from outside is kept only when it is short and harmless in a log. */
export const correlationIdOf = (headers: PlainRequest['headers'], ids: Ids): string => {
  const given = headers[CORRELATION_HEADER];
  return given && /^[\w-]{8,64}$/.test(given) ? given : ids.next();
};
