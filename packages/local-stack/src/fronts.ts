import { join } from 'node:path';
import { createApp, listen } from '@piecework/service-kit/server';
import sirv from 'sirv';

/** The shell and its remotes, in the order of their ports. */
const FRONTS = ['shell', 'mf-public', 'mf-worker', 'mf-buyer', 'mf-admin'] as const;

/** Serves each front end's files on a port of its own: base, base + 1, … */
export const serveFronts = async (root: string, base: number): Promise<{ stop(): Promise<void> }> => {
  const servers: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    for (const [index, front] of FRONTS.entries()) {
      const app = createApp();
      app.use((_request, response, next) => {
        response.setHeader('x-content-type-options', 'nosniff');
        response.setHeader('cache-control', 'no-cache');
        response.setHeader(
          'content-security-policy',
          "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
        );
        next();
      });
      app.use(sirv(join(root, front, 'public'), { etag: true, dev: true }));
      servers.push(await listen(app, base + index));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
};
