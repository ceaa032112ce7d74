import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOperatorError, silentLog } from '@piecework/base';
import { testSettings } from '@piecework/config/testing';
import { attemptsRows } from './events/attempts';
import { markFolder } from './release';
import { openBus, openStore, servicePort, startService } from './run';
import { defineService, type Service } from './service';

describe('with a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'piecework-run-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = () => join(folder, 'data');

  test.each([
    ['http://127.0.0.1:3104', 3104],
    ['http://wallet', 80],
    ['https://wallet', 443],
  ])('a service with the URL %s listens on port %i', (WALLET_URL, port) => {
    expect(servicePort(testSettings({ WALLET_URL }), 'wallet')).toBe(port);
  });

  describe('starting a service', () => {
    const nothing: Service<'wallet'> = { operations: {} as never, consumers: [] };
    const module = (create: () => Service<'wallet'>) =>
      defineService({ name: 'wallet', collections: [], ownData: [], create });

    const start = async (port: number, create = () => nothing) => {
      const settings = testSettings({ DATA_DIR: dataDir() });
      const bus = await openBus(settings, silentLog);
      const end = () => bus.close();
      try {
        const service = await startService(module(create), { settings, bus, port, log: silentLog });
        return { ...service, end };
      } catch (error) {
        await end();
        throw error;
      }
    };

    test('serves until its stop, and releases port and store', async () => {
      const { port, store, stop, end } = await start(0);
      const health = `http://127.0.0.1:${port}/healthz`;
      expect((await fetch(health)).status).toBe(200);
      await stop();
      await end();
      await expect(fetch(health)).rejects.toThrow('fetch failed');
      await expect(store.ping()).rejects.toThrow('closed');
    });

    const freePort = async () => {
      const probe = createServer();
      await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
      const { port } = probe.address() as AddressInfo;
      await new Promise((resolve) => probe.close(resolve));
      return port;
    };

    test('releases the port when consumption cannot start', async () => {
      const settings = testSettings({ DATA_DIR: dataDir() });
      const bus = await openBus(settings, silentLog);
      const port = await freePort();
      const away = {
        ...bus,
        subscribe: async () => {
          throw new Error('the log is unavailable');
        },
      };
      const consuming = { on: 'task.funded', emits: [], handle: async () => {} } as const;
      const listening = module(() => ({ ...nothing, consumers: [consuming] }));
      await expect(startService(listening, { settings, bus: away, port, log: silentLog })).rejects.toThrow(
        'the log is unavailable',
      );
      await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
      await bus.close();
    });

    test('leaves the outbox of a dead process alone when the port is in use', async () => {
      const settings = testSettings({ DATA_DIR: dataDir() });
      const left = await openStore(settings, 'wallet');
      await left.prepare([attemptsRows]);
      await left.collection(attemptsRows).insertMany([
        { _id: '(running)', attempts: 0 },
        { _id: 'a suspect', attempts: 1 },
      ]);
      await left.close();
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      await expect(start((other.address() as AddressInfo).port)).rejects.toThrow('is in use');
      await new Promise((resolve) => other.close(resolve));
      const store = await openStore(settings, 'wallet');
      expect(await store.collection(attemptsRows).countDocuments({})).toBe(2);
      await store.close();
    });

    test.each(['wallet', 'events'])('names a file that is no database: %s', async (name) => {
      const file = join(dataDir(), `${name}.sqlite`);
      mkdirSync(dataDir());
      markFolder(dataDir());
      writeFileSync(file, 'these are my notes '.repeat(100));
      const error = await start(0).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(isOperatorError(error)).toBe(true);
      expect((error as Error).message).toContain(file);
    });

    test('releases the store when the service cannot be created', async () => {
      const broken = () => {
        throw new Error('cannot be made');
      };
      await expect(start(0, broken)).rejects.toThrow('cannot be made');
      // Closing the store truncates its WAL.
      expect(statSync(join(dataDir(), 'wallet.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    });
  });
});
