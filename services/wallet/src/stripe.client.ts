import Stripe from 'stripe';

export interface StripeAccess {
  secretKey: string;
  /** Instead of Stripe's own address: a stand-in, for tests. */
  apiBase?: string | undefined;
}

/** Milliseconds that one try may take. With the second one it stays below the 10 s after which the gateway waits no longer. */
const TIMEOUT_MS = 4000;

/** Stripe's client. Its version of the API is the one that the package was made for. */
export const openStripe = ({ secretKey, apiBase }: StripeAccess): Stripe =>
  new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Piecework' },
    ...(apiBase && addressOf(apiBase)),
  });

const addressOf = (base: string) => {
  const { protocol, hostname, port } = new URL(base);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
};
