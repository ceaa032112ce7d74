import type { Settings } from '@piecework/config';

type Headers = Readonly<Record<string, string>>;

/** Helmet's headers for an API, computed once. The response's own headers win. */
const securityHeaders = ({ publicOrigin }: Pick<Settings, 'publicOrigin'>): Headers => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  // Pages of other origins (shell, remotes) show our pictures.
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
  vary: 'Origin',
  ...(publicOrigin?.startsWith('https:') && {
    'strict-transport-security': 'max-age=31536000',
  }),
});

export const createBaseHeaders = (settings: Pick<Settings, 'publicOrigin' | 'allowedOrigins'>) => {
  const plain = securityHeaders(settings);
  const allowed = new Map<string, Headers>(
    settings.allowedOrigins.map((origin) => [
      origin,
      {
        ...plain,
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'X-Total-Count, Link, Retry-After, X-Correlation-Id',
      },
    ]),
  );
  return (origin: string | undefined): Headers =>
    origin === undefined ? plain : (allowed.get(origin) ?? plain);
};

export const PREFLIGHT: Headers = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Correlation-Id',
  'access-control-max-age': '600',
};
