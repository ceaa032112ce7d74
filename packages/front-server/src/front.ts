import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Log, OperatorError } from '@piecework/base';
import type { FrontSettings } from '@piecework/config';
import { FRONT_PORTS, type FrontName, localAddresses } from '@piecework/contracts/fronts';
import { securityHeaders } from '@piecework/http/security-headers';
import { createApp, HOSTS, listen } from '@piecework/http/server';
import type { ErrorRequestHandler, Express, Request, Response } from 'express';
import { createSitemap, robotsText } from './crawlers';
import { type BuiltFile, type BuiltFiles, createBuiltFiles, type Encoding } from './files';
import { createFirstViews } from './first-views';
import { createHomePage } from './home-page';
import { closedPagePolicy, contentSecurityPolicy, WORKER_POLICY } from './policy';
import { type FrontProviders, providerSources } from './providers';
import { createOverrides, localHost, type RemotesFile, withOverrides } from './remotes';
import { createTaskPages, isTaskAddress } from './task-pages';

export interface FrontOptions {
  front: FrontName;
  dir: string;
  /** The addresses of this front end, the gateway and the remotes derive from the base port. */
  settings: Pick<FrontSettings, 'port' | 'listen' | 'allowedOrigins' | 'remotesFile'> &
    Partial<Pick<FrontSettings, 'publicOrigin' | 'internalRemotes' | 'gatewayUrl'> & FrontProviders>;
  log: Log;
  port?: number;
}

const SECURITY: Parameters<typeof securityHeaders>[1] = {
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
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
  response
    .status(404)
    .setHeader('cache-control', 'no-store')
    .type('text')
    .end('There is nothing at this address.\n');

const mountFiles = (
  app: Express,
  files: BuiltFiles,
  pageFor: (
    page: BuiltFile,
    request: Request,
  ) => Promise<{ file: BuiltFile; policy: string; status: number }>,
) => {
  const sendPage = async (request: Request, response: Response) => {
    const page = await files.find('/index.html');
    if (!page) return notFound(response);
    const { file, policy, status } = await pageFor(page, request);
    response.status(status).setHeader('content-security-policy', policy);
    return sendFile(request, response, file);
  };
  app.use(async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.status(405).setHeader('allow', 'GET, HEAD').end();
    if (request.path === '/' || request.path === '/index.html')
      return void (await sendPage(request, response));
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
    log.error({ err: error, path: request.path }, 'a file could not be served');
    if (response.headersSent) response.destroy();
    else response.status(500).type('text').end('This file is temporarily unavailable.\n');
  };

const createFrontApp = ({ front, dir, settings, log }: FrontOptions): Express => {
  const overrides = createOverrides(settings.remotesFile, log);
  const providers = providerSources(settings);
  const remotesFor = async ({ headers }: Request): Promise<RemotesFile> =>
    withOverrides(localAddresses(localHost(headers.host), settings.port), await overrides());
  /** The manifests at addresses that this server reaches. The operator's file wins: it names what browsers load. */
  const manifestsFor = async ({ headers }: Request): Promise<RemotesFile['remotes']> => ({
    ...localAddresses(localHost(headers.host), settings.port).remotes,
    ...settings.internalRemotes,
    ...(await overrides()).remotes,
  });

  const app = createApp();
  app.use(securityHeaders(settings, SECURITY), (_request, response, next) => {
    response.setHeader('permissions-policy', PERMISSIONS);
    next();
  });
  if (front !== 'shell') mountCors(app, settings.allowedOrigins);
  app.get('/remotes.json', async (request, response) => {
    response.setHeader('cache-control', REVALIDATE);
    response.type('json').end(JSON.stringify(await remotesFor(request)));
  });
  const files = createBuiltFiles(dir);
  const withFirstViews = createFirstViews(files, log);
  const taskPage = createTaskPages(log);
  const homePage = createHomePage();
  const originOf = ({ headers }: Request) =>
    settings.publicOrigin ?? `http://${localHost(headers.host)}:${settings.port}`;
  if (front === 'shell') {
    const sitemap = createSitemap(log);
    app.get('/robots.txt', (request, response) => {
      response.setHeader('cache-control', REVALIDATE);
      response.type('text').end(robotsText(originOf(request)));
    });
    app.get('/sitemap.xml', async (request, response) => {
      const { gateway } = await remotesFor(request);
      const reached = settings.gatewayUrl ?? gateway;
      response.setHeader('cache-control', REVALIDATE);
      response.type('xml').end(await sitemap({ reached, origin: originOf(request) }));
    });
  }
  const contentFor = async (page: BuiltFile, request: Request, { gateway }: RemotesFile) => {
    const { path } = request;
    if (front !== 'shell') return { file: page, status: 200 };
    const origin = originOf(request);
    if (!isTaskAddress(path)) {
      const tagged = path === '/' ? homePage(page, origin) : page;
      return { file: await withFirstViews(tagged, path, await manifestsFor(request)), status: 200 };
    }
    return taskPage(page, path, { reached: settings.gatewayUrl ?? gateway, gateway, origin });
  };
  mountFiles(app, files, async (page, request) => {
    const remotes = await remotesFor(request);
    const { file, status } = await contentFor(page, request, remotes);
    return { file, status, policy: contentSecurityPolicy(file.text(), remotes, providers) };
  });
  app.use(errors(log));
  return app;
};

/** @throws {OperatorError} when the front end has not been built, or the port is taken */
export const serveFront = async (options: FrontOptions): Promise<{ port: number; stop(): Promise<void> }> => {
  const { front, dir, settings, port = settings.port + FRONT_PORTS[front] } = options;
  if (!existsSync(join(dir, 'index.html')))
    throw new OperatorError(`${front} is not built, there is no index.html in ${dir}: npm start builds it.`);
  return listen(createFrontApp(options), port, HOSTS[settings.listen]);
};
