import type { Settings } from '@piecework/config';
import { createApp, HOSTS, listen } from '@piecework/http/server';

const RELOAD_SECONDS = 2;

/** Answers at the addresses of the product and its API while the demo data is loaded. @throws {ListenError} before the load when a port is in use */
export const serveNotice = async ({ port, listen: hosts }: Settings): Promise<{ stop(): Promise<void> }> => {
  const app = createApp();
  app.get('/readyz', (_request, response) => {
    response.status(503).json({ ok: false, reason: 'other parts are still starting' });
  });
  app.use((_request, response) => {
    response
      .status(503)
      .set({ 'retry-after': `${RELOAD_SECONDS}`, refresh: `${RELOAD_SECONDS}`, 'cache-control': 'no-store' })
      .type('text/plain')
      .send('Piecework is loading its demo data. This page reloads automatically.');
  });
  const servers: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    for (const one of [port, port + 80]) servers.push(await listen(app, one, HOSTS[hosts]));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
};
