import type { IncomingMessage } from 'node:http';
import type { Clock, Ids, Log } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { OPERATIONS, type OperationId, type OperationSpec } from '@piecework/contracts';
import type { EventBus } from '@piecework/event-log';
import { correlationIdOf, fail, type PlainResponse, problemResponse } from '@piecework/http';
import { createHttpAdapter, plainRequest } from '@piecework/http/adapter';
import { onClose } from '@piecework/http/on-close';
import { securityHeaders } from '@piecework/http/security-headers';
import { createApp, expressMethod, expressPath, isLoopback } from '@piecework/http/server';
import { countRequests, createMetrics, type Metrics } from '@piecework/service-runtime/metrics';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Connection } from '../call';
import { ROUTES } from '../contract-routes';
import { CALLER_GONE_STATUS, type Gateway } from '../gateway';
import { docsPage } from '../openapi/docs-page';
import { openApiDocument } from '../openapi/openapi';
import type { DependencyHealth } from '../upstream/dependency-health';
import { createBaseHeaders, PREFLIGHT } from './cors-headers';
import { createHostCheck } from './host-check';
import { createRateLimiter, networkOf } from './rate-limiter';
import { createStallGuard } from './stalled-reader-guard';

export interface GatewayAppDeps {
  gateway: Gateway;
  dependencies: DependencyHealth;
  metrics: Metrics;
  settings: Settings;
  clock: Clock;
  ids: Ids;
  log: Log;
  whyNotReady?: () => string | null;
}

/** A refused body is drained up to this limit, so that its sender can read the response. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 10_000;

const drainRequest = (request: IncomingMessage, clock: Clock) => {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  let bytes = 0;
  const end = () => {
    cancel();
    request.off('close', end);
    socket.off('close', end);
  };
  const cancel = clock.after(DRAIN_MS, () => {
    end();
    request.destroy();
  });
  // An answered request emits no 'close' when its connection is lost.
  socket.once('close', end);
  request.once('close', end);
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DRAINED_BYTES) request.destroy();
  });
  request.resume();
};

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const text = (status: number, type: string, body: string, headers: Record<string, string> = {}): PlainResponse => ({
  status,
  headers: { 'content-type': type, ...headers },
  body,
});

const json = (status: number, body: unknown): PlainResponse => text(status, 'application/json', JSON.stringify(body));

/** A forwarded request is never local. */
const isLocalRequest = (request: Request): boolean =>
  isLoopback(request.socket.remoteAddress) && !request.headers['x-forwarded-for'];

export const createGatewayMetrics = (
  { gauges, counters }: Pick<Gateway, 'gauges' | 'counters'>,
  bus: Pick<EventBus, 'requests'>,
  dependencies: DependencyHealth,
): Metrics => {
  const metrics = createMetrics('gateway');
  for (const [name, { help, value }] of Object.entries(counters)) metrics.counter(name, help, value);
  for (const [name, { help, value }] of Object.entries(gauges)) metrics.gauge(name, help, value);
  metrics.labelledGauge(
    'piecework_dependency_up',
    'Whether a service is ready, and whether the event log answers: 1 or 0',
    'dependency',
    async () => Object.fromEntries(Object.entries(await dependencies()).map(([name, isUp]) => [name, Number(isUp)])),
  );
  countRequests(metrics, bus.requests);
  return metrics;
};

const NONE = ["'none'"];
const SECURITY: Parameters<typeof securityHeaders>[1] = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: NONE, frameAncestors: NONE, baseUri: NONE, formAction: NONE },
  },
  // Pages of other origins (shell, remotes) show our pictures.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
};

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

type Answer = (request: Request) => PlainResponse | Promise<PlainResponse>;

/** Takes a tenth of a second. */
const writeDocumentation = () => {
  const document = openApiDocument();
  return { document: JSON.stringify(document), docs: docsPage(document) };
};
let documentation: ReturnType<typeof writeDocumentation> | undefined;

const serveDocumentation = (page: (path: string, answer: Answer) => void): void => {
  documentation ??= writeDocumentation();
  const { document, docs } = documentation;
  page('/openapi.json', () => text(200, 'application/json', document, { 'cache-control': 'no-cache' }));
  page('/docs', () =>
    text(200, 'text/html; charset=utf-8', docs.html, {
      'content-security-policy': docs.policy,
      'cache-control': 'no-cache',
    }),
  );
};

/** Answers an operation by the gateway, and measures it. */
const createServe =
  (
    { gateway, metrics }: Pick<GatewayAppDeps, 'gateway' | 'metrics'>,
    send: (request: Request, response: Response, answer: PlainResponse) => void,
    isLimited: (request: Request, response: Response, limit: OperationSpec['limit']) => boolean,
  ) =>
  (operation: OperationId): RequestHandler =>
  async (request, response) => {
    const began = performance.now();
    const { socket } = request;
    const writtenBefore = socket.bytesWritten;
    const bytesSent = () => socket.bytesWritten - writtenBefore;
    onClose(response, () => {
      const status = response.headersSent ? response.statusCode : CALLER_GONE_STATUS;
      metrics.observe(operation, status, (performance.now() - began) / 1000);
    });
    const { limit }: OperationSpec = OPERATIONS[operation];
    if (isLimited(request, response, limit)) return;
    const connection: Connection = {
      network: networkOf(request.ip),
      whenClosed: (then) => {
        if (response.destroyed) then(bytesSent());
        else onClose(response, () => then(bytesSent()));
      },
    };
    send(
      request,
      response,
      await gateway.handle(operation, plainRequest(request, response, hasBody(request)), connection),
    );
  };

export const createGatewayApp = (deps: GatewayAppDeps): Express => {
  const { gateway, dependencies, metrics, settings, clock, ids, log, whyNotReady = () => null } = deps;
  const { identityPerMinute, addressPerSecond } = settings.rateLimits;
  const limiters = {
    'sign-in': createRateLimiter({ clock, limit: identityPerMinute, windowMs: 60_000 }),
    standard: createRateLimiter({ clock, limit: addressPerSecond, windowMs: 1000 }),
    none: { take: () => 0 },
  };
  const baseHeaders = createBaseHeaders(settings);
  const isOwnHost = createHostCheck(settings.gatewayHosts);
  const stallGuard = createStallGuard({ clock, limitMs: settings.rateLimits.stalledReaderSeconds * 1000 });
  metrics.counter(
    'piecework_stalled_readers_total',
    'Responses aborted because their reader stalled',
    stallGuard.disconnects,
  );

  const { send, refuse, onError } = createHttpAdapter({
    ids,
    log,
    baseHeaders: (request) => baseHeaders(request.headers.origin),
    onAnswer: (request, response) => {
      response.once('finish', () => drainRequest(request, clock));
      stallGuard.watch(response);
    },
  });

  const isLimited = (request: Request, response: Response, limit: OperationSpec['limit']): boolean => {
    const retryAfter = limiters[limit].take(networkOf(request.ip));
    if (retryAfter > 0) refuse(request, response, fail('too-many-requests', { retryAfter }));
    return retryAfter > 0;
  };

  const serve = createServe(deps, send, isLimited);

  /** Rate-limited per address; `probe` exempts local probes and scrapers. */
  const page = (path: string, answer: Answer, kind: 'page' | 'probe' = 'page') => {
    app
      .route(path)
      .get(async (request, response) => {
        const isExempt = kind === 'probe' && isLocalRequest(request);
        if (isExempt || !isLimited(request, response, 'standard')) send(request, response, await answer(request));
      })
      .all(otherMethod('GET, HEAD, OPTIONS'));
  };

  const otherMethod =
    (allow: string): RequestHandler =>
    (request, response) => {
      if (request.method === 'OPTIONS') return send(request, response, { status: 204, headers: { allow }, body: null });
      refuse(request, response, fail('method-not-allowed'), { allow });
    };

  // Without the dependencies: a load balancer would remove every gateway when one of them is down, while most calls work.
  const readiness = (): PlainResponse => {
    const reason = gateway.isCaughtUp() ? whyNotReady() : 'the account projection is still catching up';
    return reason === null ? json(200, { ok: true }) : json(503, { ok: false, reason });
  };

  const app = createApp();
  app.set('trust proxy', settings.trustProxy);
  app.enable('case sensitive routing');
  app.enable('strict routing');

  app.use(securityHeaders(settings, SECURITY));

  app.use((request, response, next) => {
    // Probes use arbitrary host names.
    if (isOwnHost(request.headers.host) || PROBES.has(request.path)) return next();
    if (!isLimited(request, response, 'standard')) refuse(request, response, fail('misdirected'));
  });

  app.use((request, response, next) => {
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'];
    if (!isPreflight) return next();
    const { origin } = request.headers;
    const allowed = origin !== undefined && settings.allowedOrigins.includes(origin);
    send(request, response, { status: 204, headers: allowed ? PREFLIGHT : {}, body: null });
  });

  for (const { path, operations, allow } of ROUTES) {
    const route = app.route(expressPath(path));
    for (const [method, operation] of operations) {
      route[expressMethod(method)](serve(operation));
    }
    route.all(otherMethod(allow));
  }

  page('/healthz', async () => json(200, { ok: true, dependencies: await dependencies() }), 'probe');
  page('/readyz', readiness, 'probe');
  serveDocumentation(page);
  page(
    '/metrics',
    async (request) =>
      isLocalRequest(request)
        ? text(200, metrics.contentType, await metrics.text())
        : problemResponse(fail('not-found'), correlationIdOf({}, ids)),
    'probe',
  );

  const notFound: RequestHandler = (request, response) => {
    if (!isLimited(request, response, 'standard')) refuse(request, response, fail('not-found'));
  };
  app.use(notFound, onError);
  return app;
};
