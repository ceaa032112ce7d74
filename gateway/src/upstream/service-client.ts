import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock, WhenGone } from '@piecework/base';
import {
  GATEWAY_TIMEOUT_MS,
  OPERATIONS,
  type OperationId,
  type OperationSpec,
  type ServiceName,
} from '@piecework/contracts';
import {
  ASSERTION_HEADER,
  CallerGoneError,
  CORRELATION_HEADER,
  type PlainRequest,
  type PlainResponse,
} from '@piecework/http';
import type { Assertions } from '@piecework/identity';
import { type Dispatcher, Pool } from 'undici';
import { pathOf } from '../contract-routes';
import { bufferBody, isUpload } from '../http/request-body';
import { randomizedDnsLookup } from './randomized-dns-lookup';
import { exchangeUpstream, type UpstreamResponse } from './upstream-exchange';

export interface ServiceClient {
  /** Destroying a streamed response cancels the call. @throws {ServiceUnavailableError} @throws {CallerGoneError} also errors of the body stream */
  call(service: ServiceName, operation: OperationId, request: PlainRequest): Promise<PlainResponse>;
  /** @throws {ServiceUnavailableError} */
  internal(service: ServiceName, name: string, args: Record<string, unknown>, correlationId?: string): Promise<unknown>;
  /** Never rejects. */
  isReady(service: ServiceName): Promise<boolean>;
  close(): Promise<void>;
}

export class ServiceUnavailableError extends Error {
  override readonly name = 'ServiceUnavailableError';
  constructor(
    readonly service: ServiceName,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`${service}: ${reason}`, options);
  }
}

/** Milliseconds from the end of an upload: queueing, 10 s of decoding, 8 s for the image host. */
const UPLOAD_MS = 30_000;

/** Milliseconds. Replaces connections: new replicas get their share under steady load, and ending ones lose no call if `DRAIN_SECONDS` is longer. */
const CONNECTION_TTL_MS = 5000;

/** Milliseconds; well below the token's lifetime. */
const INTERNAL_TOKEN_REUSE_MS = 60_000;

/** An allow-list: no connection headers. */
const RESPONSE_HEADERS = new Set([
  'content-type',
  'content-length',
  'content-disposition',
  'content-security-policy',
  'cross-origin-opener-policy',
  'referrer-policy',
  'cache-control',
  'etag',
  'link',
  'last-modified',
  'retry-after',
  'x-total-count',
  'x-unread-count',
]);

export const passedHeaders = (
  answered: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const name in answered) {
    const value = answered[name];
    if (value !== undefined && RESPONSE_HEADERS.has(name))
      headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
};

const bodyOf = (spec: OperationSpec, request: PlainRequest): Promise<Buffer | null> | Readable | string | null => {
  // Buffered first: a slow sender must not hold a connection to the service.
  if (request.raw) return isUpload(spec) ? request.raw : bufferBody(request.raw);
  return request.body === undefined ? null : JSON.stringify(request.body);
};

/** A service's own problem passes; any other 5xx (crash page, proxy) does not. */
const isBroken = (status: number, contentType: string | undefined) =>
  status >= 500 && !contentType?.startsWith('application/problem+json');

export const createHttpServiceClient = (options: {
  urls: Readonly<Record<ServiceName, string>>;
  assertions: Pick<Assertions, 'signInternal'>;
  clock: Clock;
  /** Milliseconds of inactivity. @default 10000 */
  timeoutMs?: number;
  /** Per service; more calls fail with 503 instead of queueing. @default 512 */
  maxInFlight?: number;
}): ServiceClient => {
  const { urls, assertions, clock, timeoutMs = GATEWAY_TIMEOUT_MS, maxInFlight = 512 } = options;
  const upstream = (url: string) => ({
    pool: new Pool(new URL(url).origin, {
      connections: maxInFlight,
      keepAliveTimeout: 60_000,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      clientTtl: CONNECTION_TTL_MS,
      connect: { timeout: Math.min(timeoutMs, 2000), lookup: randomizedDnsLookup },
    }),
    inFlight: 0,
  });
  const upstreams = Object.fromEntries(
    Object.entries(urls).map(([service, url]) => [service, upstream(url)]),
  ) as Record<ServiceName, ReturnType<typeof upstream>>;

  const internalTokens = new Map<ServiceName, { token: string; until: number }>();
  const internalTokenFor = (service: ServiceName): string => {
    const internalToken = internalTokens.get(service);
    if (internalToken && internalToken.until > clock.now()) return internalToken.token;
    const token = assertions.signInternal(service, 'gateway');
    internalTokens.set(service, { token, until: clock.now() + INTERNAL_TOKEN_REUSE_MS });
    return token;
  };

  const send = async (
    service: ServiceName,
    request: Dispatcher.DispatchOptions,
    whenGone?: WhenGone,
  ): Promise<UpstreamResponse> => {
    const target = upstreams[service];
    if (target.inFlight >= maxInFlight) throw new ServiceUnavailableError(service, 'too many calls in progress');
    target.inFlight += 1;
    const onEnd = () => {
      target.inFlight -= 1;
    };
    try {
      return await exchangeUpstream(target.pool, request, onEnd, whenGone);
    } catch (error) {
      if (error instanceof CallerGoneError) throw error;
      // The caller's body failed, not the service.
      if (request.body instanceof Readable && request.body.errored) throw request.body.errored;
      throw new ServiceUnavailableError(service, 'does not answer', { cause: error });
    }
  };

  return {
    call: async (service, operation, request) => {
      const spec: OperationSpec = OPERATIONS[operation];
      const answer = await send(
        service,
        {
          method: request.method as Dispatcher.HttpMethod,
          path: pathOf(spec, request),
          headers: request.headers,
          body: await bodyOf(spec, request),
          ...(isUpload(spec) && { headersTimeout: UPLOAD_MS }),
        },
        request.whenGone,
      );
      const headers = passedHeaders(answer.headers);
      if (isBroken(answer.status, headers['content-type'])) {
        if (answer.body instanceof Readable) answer.body.destroy();
        throw new ServiceUnavailableError(service, `answered ${answer.status} without a problem body`);
      }
      return { status: answer.status, headers, body: answer.body };
    },
    internal: async (service, name, args, correlationId) => {
      const { status, body } = await send(service, {
        method: 'POST',
        path: `/internal/${name}`,
        headers: {
          'content-type': 'application/json',
          [ASSERTION_HEADER]: internalTokenFor(service),
          ...(correlationId && { [CORRELATION_HEADER]: correlationId }),
        },
        body: JSON.stringify(args),
      });
      const bytes = Buffer.isBuffer(body) ? body : await buffer(body).catch(() => Buffer.of());
      if (status !== 200) throw new ServiceUnavailableError(service, `answered ${status} to '${name}'`);
      try {
        return JSON.parse(bytes.toString());
      } catch (error) {
        throw new ServiceUnavailableError(service, `answered '${name}' without JSON`, { cause: error });
      }
    },
    isReady: async (service) => {
      try {
        const { status, body } = await send(service, { method: 'GET', path: '/readyz' });
        if (body instanceof Readable) body.destroy();
        return status === 200;
      } catch {
        return false;
      }
    },
    close: async () => {
      await Promise.all(Object.values(upstreams).map(({ pool }) => pool.destroy()));
    },
  };
};
