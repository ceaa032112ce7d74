import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Log, OperatorError } from '@piecework/base';
import type { FrontSettings } from '@piecework/config';
import { FRONT_PORTS, type FrontName } from '@piecework/federation/fronts';
import { serveMetrics } from '@piecework/http/metrics-server';
import { securityHeaders } from '@piecework/http/security-headers';
import { createApp, HOSTS, isLoopback, listen } from '@piecework/http/server';
import type { ErrorRequestHandler, Express, Request, Response } from 'express';
import { createSitemap, robotsText } from './crawlers';
import { type BuiltFile, type BuiltFiles, builtFileOf, createBuiltFiles, createPages, type Encoding } from './files';
import { createFirstViews } from './first-views';
import { withHomeTags } from './home-page';
import { createOutcomes } from './outcomes';
import { closedPagePolicy, contentSecurityPolicy, WORKER_POLICY } from './policy';
import { type FrontProviders, providerSources } from './providers';
import { createRemoteDirectory, type RemoteDirectory } from './remote-directory';
import { createRemotesFile, localHost } from './remotes';
import { createTaskPages, isTaskAddress } from './task-pages';

export interface FrontOptions {
  front: FrontName;
  dir: string;
  /** The addresses of this front end, the gateway and the remotes derive from the base port. */
  settings: Pick<FrontSettings, 'port' | 'listen' | 'allowedOrigins' | 'remotesFile'> &
    Partial<
      Pick<FrontSettings, 'publicOrigin' | 'internalRemotes' | 'gatewayUrl' | 'metricsPort' | 'metricsHost'> &
        FrontProviders
    >;
  log: Log;
  port?: number;
}

const SECURITY: Parameters<typeof securityHeaders>[1] = {
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginResourcePolicy: false,
};
const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

const REVALIDATE = 'no-cache';
const IMMUTABLE = 'public, max-age=31536000, immutable';

const acceptedEncodings = (header: string | undefined): ReadonlySet<Encoding> => {
  const accepted = new Set<Encoding>();
  for (const part of (header ?? '').split(',')) {
    const [name = '', q] = part.split(';').map((piece) => piece.trim());
    const isRefused = q !== undefined && Number(q.replace(/^q=/, '')) === 0;
    if ((name === 'br' || name === 'gzip') && !isRefused) accepted.add(name);
  }
  return accepted;
};

const sendFile = async (request: Request, response: Response, file: BuiltFile): Promise<void> => {
  const { encoding, bytes } = await file.encoded(acceptedEncodings(request.headers['accept-encoding']));
  const tag = `"${file.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  response.vary('accept-encoding');
  response.setHeader('etag', tag);
  response.setHeader('cache-control', file.isHashed ? IMMUTABLE : REVALIDATE);
  if (request.fresh) return void response.status(304).end();
  response.type(file.extension);
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
};

/** The name is fixed: an installed worker asks for it (shell/public/offline-worker.js). */
const OFFLINE_WORKER = '/offline-worker.js';

/** A file has the closed policy of all answers, unless it needs more. */
const filePolicy = (path: string, file: BuiltFile): string | null => {
  if (path === OFFLINE_WORKER) return WORKER_POLICY;
  return file.extension === '.html' ? closedPagePolicy(file.text()) : null;
};

/** A browser navigation to a path without a file gets the application's page. Programs that preview a shared task accept anything. */
const isNavigation = ({ path, headers }: Request) =>
  isTaskAddress(path) || (!/\.[^/]*$/.test(path) && (headers.accept ?? '').includes('text/html'));

const notFound = (response: Response) =>
  response.status(404).setHeader('cache-control', 'no-store').type('text').end('There is nothing at this address.\n');

const mountFiles = (
  app: Express,
  files: BuiltFiles,
  pageFor: (
    page: BuiltFile,
    request: Request,
    response: Response,
  ) => Promise<{ file: BuiltFile; policy: string; status: number }>,
) => {
  const sendPage = async (request: Request, response: Response) => {
    const page = await files.find('/index.html');
    if (!page) return notFound(response);
    const { file, policy, status } = await pageFor(page, request, response);
    response.status(status).setHeader('content-security-policy', policy);
    return sendFile(request, response, file);
  };
  app.use(async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.status(405).setHeader('allow', 'GET, HEAD').end();
    if (request.path === '/' || request.path === '/index.html') return void (await sendPage(request, response));
    const file = await files.find(request.path);
    if (file) {
      const policy = filePolicy(request.path, file);
      if (policy) response.setHeader('content-security-policy', policy);
      await sendFile(request, response, file);
    } else if (isNavigation(request)) await sendPage(request, response);
    else notFound(response);
  });
};

/** Pages of other origins load a remote's scripts, styles and manifest with `crossorigin=anonymous`. */
const mountCors = (app: Express, allowedOrigins: readonly string[]) => {
  app.use((request, response, next) => {
    response.vary('origin');
    const { origin } = request.headers;
    if (origin !== undefined && allowedOrigins.includes(origin)) {
      response.setHeader('access-control-allow-origin', origin);
      response.setHeader('timing-allow-origin', origin);
    }
    if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  });
};

const errors =
  (log: Log): ErrorRequestHandler =>
  (error, request, response, _next) => {
    // body-parser throws when the body is too large, or is not JSON.
    const { status = 500 } = error as { status?: number };
    if (status >= 500) log.error({ err: error, path: request.path }, 'a file could not be served');
    if (response.headersSent) response.destroy();
    else if (status < 500) response.status(status).end();
    else response.status(500).type('text').end('This file is temporarily unavailable.\n');
  };

/** As the browser gets it: without the views, which are in the page. */
const remotesJson = ({ gateway, remotes }: RemoteDirectory): string => {
  const listed = Object.entries(remotes).map(([container, { views, ...entry }]) => [container, entry]);
  return JSON.stringify({ gateway, remotes: Object.fromEntries(listed) });
};

const createFrontApp = ({ front, dir, settings, log }: FrontOptions) => {
  const files = createBuiltFiles(dir);
  const { isKnown, directoryFor } = createRemoteDirectory({
    readFile: createRemotesFile(settings.remotesFile, log),
    files,
    basePort: settings.port,
    internalRemotes: settings.internalRemotes ?? {},
    isSecure: settings.publicOrigin?.startsWith('https:') ?? false,
    log,
  });
  const providers = providerSources(settings);
  const outcomes = createOutcomes(isKnown);

  const app = createApp();
  app.use(securityHeaders(settings, SECURITY), (_request, response, next) => {
    response.setHeader('permissions-policy', PERMISSIONS);
    next();
  });
  if (front !== 'shell') mountCors(app, settings.allowedOrigins);
  app.get('/remotes.json', async (request, response) => {
    const text = remotesJson(await directoryFor(request, response));
    await sendFile(request, response, builtFileOf('remotes.json', Buffer.from(text)));
  });
  const withFirstViews = createFirstViews(files);
  const taskPage = createTaskPages(log);
  const homePage = createPages(10);
  const originOf = ({ headers }: Request) =>
    settings.publicOrigin ?? `http://${localHost(headers.host)}:${settings.port}`;
  if (front === 'shell') {
    const sitemap = createSitemap(log);
    outcomes.mount(app);
    app.get('/metrics', async (request, response) => {
      if (!isLoopback(request.socket.remoteAddress) || request.headers['x-forwarded-for']) return notFound(response);
      const { contentType, text } = outcomes.metrics;
      response.writeHead(200, { 'content-type': contentType }).end(await text());
    });
    app.get('/robots.txt', (request, response) => {
      response.setHeader('cache-control', REVALIDATE);
      response.type('text').end(robotsText(originOf(request)));
    });
    app.get('/sitemap.xml', async (request, response) => {
      const { gateway } = await directoryFor(request, response);
      const reached = settings.gatewayUrl ?? gateway;
      response.setHeader('cache-control', REVALIDATE);
      response.type('xml').end(await sitemap({ reached, origin: originOf(request) }));
    });
  }
  const contentFor = async (page: BuiltFile, request: Request, directory: RemoteDirectory) => {
    const { path } = request;
    if (front !== 'shell') return { file: page, status: 200 };
    const origin = originOf(request);
    if (!isTaskAddress(path)) {
      const tagged = path === '/' ? homePage(withHomeTags(page, origin)) : page;
      return { file: await withFirstViews(tagged, path, directory), status: 200 };
    }
    const { gateway } = directory;
    return taskPage(page, path, { reached: settings.gatewayUrl ?? gateway, gateway, origin });
  };
  mountFiles(app, files, async (page, request, response) => {
    const directory = await directoryFor(request, response);
    const { file, status } = await contentFor(page, request, directory);
    return { file, status, policy: contentSecurityPolicy(file.text(), directory, providers) };
  });
  app.use(errors(log));
  return { app, metrics: outcomes.metrics };
};

/** @throws {OperatorError} when the front end has not been built, or the port is taken */
export const serveFront = async (options: FrontOptions): Promise<{ port: number; stop(): Promise<void> }> => {
  const { front, dir, settings, port = settings.port + FRONT_PORTS[front] } = options;
  if (!existsSync(join(dir, 'index.html')))
    throw new OperatorError(`${front} is not built, there is no index.html in ${dir}: npm start builds it.`);
  const { app, metrics } = createFrontApp(options);
  const server = await listen(app, port, HOSTS[settings.listen]);
  if (front !== 'shell') return server;
  try {
    const metricsServer = await serveMetrics(metrics, settings);
    return {
      port: server.port,
      stop: async () => {
        await Promise.all([server.stop(), metricsServer?.stop()]);
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
};
