import type { Settings } from '@piecework/config';

type Headers = Readonly<Record<string, string>>;

/** The response's own headers win. */
const PLAIN: Headers = { 'cache-control': 'no-store', vary: 'Origin' };

export const createBaseHeaders = ({ allowedOrigins }: Pick<Settings, 'allowedOrigins'>) => {
  const allowed = new Map<string, Headers>(
    allowedOrigins.map((origin) => [
      origin,
      {
        ...PLAIN,
        'access-control-allow-origin': origin,
        // `Date`: countdowns run on the gateway's clock.
        'access-control-expose-headers': 'X-Total-Count, X-Unread-Count, Link, Retry-After, X-Correlation-Id, Date',
      },
    ]),
  );
  return (origin: string | undefined): Headers => (origin === undefined ? PLAIN : (allowed.get(origin) ?? PLAIN));
};

export const PREFLIGHT: Headers = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Correlation-Id',
  'access-control-max-age': '600',
};
