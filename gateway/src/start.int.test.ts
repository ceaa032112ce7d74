import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog } from '@piecework/base';
import { testSettings } from '@piecework/config/testing';
import type { EventBus } from '@piecework/event-log';
import { createFakeBus } from '../testing';
import { startGateway } from './start';

const occupy = async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    leave: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
const freePort = async (): Promise<number> => {
  const { port, leave } = await occupy();
  await leave();
  return port;
};

const start = (metricsPort: number, port = 0, more: Record<string, string> = {}) =>
  startGateway({
    settings: testSettings({ METRICS_PORT: String(metricsPort), ...more }),
    bus: createFakeBus().bus as EventBus,
    port,
    log: silentLog,
  });

describe('METRICS_PORT', () => {
  test('serves metrics to other machines, and nothing else', async () => {
    const metricsPort = await freePort();
    const gateway = await start(metricsPort);
    const get = (path: string, init?: RequestInit) =>
      fetch(`http://127.0.0.1:${metricsPort}${path}`, { ...init, headers: { 'x-forwarded-for': '203.0.113.7' } });
    try {
      await fetch(`http://127.0.0.1:${gateway.port}/config`);
      const metrics = await get('/metrics');
      expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      expect(await metrics.text()).toMatch(/piecework_requests_total\{operation="config",status="200".*\} 1/);
      expect((await get('/healthz')).status).toBe(200);
      for (const path of ['/', '/tasks', '/config', '/readyz', '/docs', '/admin/parked'])
        expect([path, (await get(path)).status]).toEqual([path, 404]);
      expect((await get('/metrics', { method: 'POST' })).status).toBe(404);
    } finally {
      await gateway.stop();
    }
    await expect(get('/metrics')).rejects.toThrow('fetch failed');
  });

  test('is bound only in the network of METRICS_HOST', async () => {
    const metricsPort = await freePort();
    const gateway = await start(metricsPort, 0, { LISTEN: 'all', METRICS_HOST: 'localhost' });
    try {
      expect((await fetch(`http://127.0.0.1:${metricsPort}/healthz`)).status).toBe(200);
      await expect(fetch(`http://127.0.0.2:${metricsPort}/healthz`)).rejects.toThrow('fetch failed');
      expect((await fetch(`http://127.0.0.2:${gateway.port}/healthz`)).status).toBe(200);
    } finally {
      await gateway.stop();
    }
    await expect(start(metricsPort, 0, { METRICS_HOST: 'example.invalid' })).rejects.toThrow(
      'example.invalid is no name of this machine',
    );
  });

  test('in use prevents the start and leaves no port open', async () => {
    const taken = await occupy();
    const port = await freePort();
    await expect(start(taken.port, port)).rejects.toThrow(`Port ${taken.port} on 127.0.0.1 is in use`);
    await taken.leave();
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  });
});
