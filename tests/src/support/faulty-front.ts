import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

/** A fault of a remote's server for the files that `path` matches. */
export type Fault = { path?: RegExp } & (
  | { kind: 'hang' }
  | { kind: 'status'; status: number }
  /** An error page, or another index.html, with status 200. */
  | { kind: 'html' }
  /** JSON other than a manifest. */
  | { kind: 'json'; status: number }
  /** A script that throws when it runs. */
  | { kind: 'broken-script' }
);

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.html': 'text/html',
};

const answerOf = (fault: Exclude<Fault, { kind: 'hang' }>): { status: number; type: string; body: string } => {
  switch (fault.kind) {
    case 'status':
      return { status: fault.status, type: 'text/plain', body: 'fault' };
    case 'html':
      return { status: 200, type: 'text/html', body: '<!doctype html><title>Welcome</title><p>Hello' };
    case 'json':
      return { status: fault.status, type: 'application/json', body: '{"error":"unavailable"}' };
    case 'broken-script':
      return { status: 200, type: 'text/javascript', body: 'throw new Error("this build is broken");' };
  }
};

/**
 * Serves the build of one remote and injects faults, for tests of the shell's error handling. `requests` has the requested paths.
 */
export const startFaultyFront = async (dir: string) => {
  let fault: Fault | undefined;
  let folder = dir;
  const requests: string[] = [];
  let server: Server | undefined;
  let port = 0;

  const serve = async (path: string, response: ServerResponse) => {
    const body = await readFile(join(folder, path)).catch(() => undefined);
    if (!body) return void response.writeHead(404).end('not found');
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    requests.push(path);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'no-cache');
    if (!fault || !(fault.path?.test(path) ?? true)) return void serve(path, response);
    if (fault.kind === 'hang') return;
    const { status, type, body } = answerOf(fault);
    response.writeHead(status, { 'content-type': type }).end(body);
  };
  const up = async () => {
    server = createServer(handle);
    await new Promise<void>((resolve, reject) => server?.once('error', reject).listen(port, '127.0.0.1', resolve));
    const address = server.address();
    if (address && typeof address === 'object') port = address.port;
  };
  const down = async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
    server = undefined;
  };

  await up();
  return {
    manifest: () => `http://localhost:${port}/mf-manifest.json`,
    origin: () => `http://localhost:${port}`,
    requests,
    fail: (next: Fault) => {
      fault = next;
    },
    clearFault: () => {
      fault = undefined;
    },
    /** Serves another build from now on, without the files of the previous one: a careless deployment. */
    deploy: (next: string) => {
      folder = next;
    },
    up,
    down,
  };
};
