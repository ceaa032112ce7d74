import { GATEWAY_TIMEOUT_MS } from '@piecework/contracts';
import type Stripe from 'stripe';

/** Milliseconds of each of two attempts. */
const TIMEOUT_MS = 0.4 * GATEWAY_TIMEOUT_MS;

/** Imports the SDK only when it is used: its 200 modules would delay every start. */
export const openStripe = async (deps: { secretKey: string; apiBase?: string | undefined }): Promise<Stripe> => {
  const { secretKey, apiBase } = deps;
  const { default: Client } = await import('stripe');
  return new Client(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Piecework' },
    ...(apiBase && addressOf(apiBase)),
  });
};

const addressOf = (base: string) => {
  const { protocol, hostname, port } = new URL(base);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
};
