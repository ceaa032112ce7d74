import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { attemptsRows } from './events/attempts';
import { ListenError } from './http/server';
import { silentLog } from './log';
import { isOperatorError, supervision } from './program';
import { loadSettings, openBus, openStore, servicePort, startService } from './run';
import { defineService, type Service } from './service';
import { SettingsError } from './settings';
import { testSettings } from './testing';

/** A program in a process of its own; signals are sent when it has said what they wait for. */
const run = (
  kind: string,
  signals: readonly (readonly [after: string, NodeJS.Signals])[] = [],
  args = ['program', kind],
) =>
  new Promise<{ code: number | null; said: string[]; complained: string }>((resolve) => {
    const child = spawn(process.execPath, [
      '--import',
      'tsx',
      'packages/service-kit/src/testing.child.ts',
      ...args,
    ]);
    const left = [...signals];
    let said = '';
    let complained = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      for (let next = left[0]; next && said.includes(next[0]); next = left[0]) {
        left.shift();
        child.kill(next[1]);
      }
    });
    child.stderr.on('data', (chunk) => {
      complained += chunk;
    });
    child.on('close', (code) => resolve({ code, said: said.trim().split('\n'), complained }));
  });

describe('a program', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it in order', async (signal) => {
    const { code, said } = await run('orderly', [['running', signal]]);
    expect(said).toEqual(['running', 'stopping', 'stopped']);
    expect(code).toBe(0);
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('a second signal ends it at once: %s', async (signal, expected) => {
    const { code, said } = await run('stuck', [
      ['running', 'SIGTERM'],
      ['stopping', signal],
    ]);
    expect(said).toEqual(['running', 'stopping']);
    expect(code).toBe(expected);
  });

  test('an end that fails is said and is no success', async () => {
    const { code, complained } = await run('torn', [['running', 'SIGTERM']]);
    expect(complained).toContain('the end failed');
    expect(code).toBe(1);
  });

  test('what a person can mend is one clear sentence without a stack', async () => {
    const { code, said, complained } = await run('misled');
    expect(complained).toBe('Some settings are wrong:\n  PORT: must be a whole number\n');
    expect(said).toEqual(['']);
    expect(code).toBe(1);
  });

  test('one that runs alone refuses arguments, and names what to set instead', async () => {
    const { code, said, complained } = await run('alone', [], ['alone', '--port', '4000']);
    expect(complained).toBe(
      'A program that runs alone takes no arguments (alone --port 4000): set PORT (the base port), USER_URL and its like (where a service is) or DATA_DIR (the data folder) in the environment instead.\n',
    );
    expect(said).toEqual(['']);
    expect(code).toBe(1);
  });

  test('a fault of ours shows its stack', async () => {
    const { code, complained } = await run('broken');
    expect(complained).toContain('Error: a fault of ours\n    at ');
    expect(code).toBe(1);
  });
});

describe('a program that is supervised', () => {
  const supervised = () => {
    const script = ['--import', 'tsx', 'packages/service-kit/src/testing.child.ts', 'program', 'orderly'];
    const child = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    const said = text(child.stdout as Readable);
    // Not `close`, which does not come once we have disconnected.
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const ended = Promise.all([exited, said]);
    return { child, ended };
  };

  test('says when it is ready, and ends in order when the one that supervises it is gone', async () => {
    const { child, ended } = supervised();
    const message = await new Promise((resolve) => child.once('message', resolve));
    expect(supervision.isReady(message)).toBe(true);
    child.disconnect();
    expect(await ended).toEqual([0, expect.stringMatching(/stopping\nstopped\n$/)]);
  });

  test('also when that one is gone before it has started', async () => {
    const { child, ended } = supervised();
    child.disconnect();
    expect(await ended).toEqual([0, expect.stringMatching(/stopping\nstopped\n$/)]);
  });
});

describe('what a person can mend', () => {
  const withCode = (code: string) => Object.assign(new Error(code), { code });

  test.each([
    ['wrong settings', new SettingsError(['PORT: is wrong'])],
    ['a port that cannot be had', new ListenError(80, '::1', 'EACCES')],
    ['a folder of somebody else', withCode('EACCES')],
    ['a read-only disk', withCode('EROFS')],
    ['what is not permitted', withCode('EPERM')],
    ['a full disk', withCode('ENOSPC')],
  ])('%s', (_what, error) => {
    expect(isOperatorError(error)).toBe(true);
  });

  test.each([
    ['a fault of ours', new Error('a fault of ours')],
    ['a connection that breaks', withCode('ECONNRESET')],
    ['a text', 'EACCES'],
    ['nothing', null],
    ['undefined', undefined],
  ])('not %s', (_what, error) => {
    expect(isOperatorError(error)).toBe(false);
  });
});

describe('with a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'piecework-run-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = () => join(folder, 'data');

  describe('the settings of an installation', () => {
    test('an embedded one keeps a secret in its folder, the same at each start', () => {
      const { jwtSecret } = loadSettings({ DATA_DIR: dataDir() });
      expect(loadSettings({ DATA_DIR: dataDir() }).jwtSecret).toBe(jwtSecret);
    });

    test('a secret that is given is used, and none is made', () => {
      const JWT_SECRET = 'a secret that was given and is long enough';
      writeFileSync(join(folder, 'file'), '');
      expect(loadSettings({ DATA_DIR: join(folder, 'file', 'x'), JWT_SECRET }).jwtSecret).toBe(JWT_SECRET);
    });

    test('in production nothing is made up', () => {
      expect(() => loadSettings({ DATA_DIR: dataDir(), NODE_ENV: 'production' })).toThrow(
        'JWT_SECRET: is missing',
      );
    });
  });

  test.each([
    ['http://127.0.0.1:3104', 3104],
    ['http://wallet', 80],
    ['https://wallet', 443],
  ])('a service that is looked for at %s listens on port %i', (WALLET_URL, port) => {
    expect(servicePort(testSettings({ WALLET_URL }), 'wallet')).toBe(port);
  });

  describe('starting a service', () => {
    const nothing: Service<'wallet'> = { operations: {} as never, consumers: [] };
    const module = (create: () => Service<'wallet'>) =>
      defineService({ name: 'wallet', collections: [], create });

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

    test('it answers until it is stopped, and then lets go of its port and its store', async () => {
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

    test('a service that cannot begin to consume lets go of its port', async () => {
      const settings = testSettings({ DATA_DIR: dataDir() });
      const bus = await openBus(settings, silentLog);
      const port = await freePort();
      const away = {
        ...bus,
        subscribe: async () => {
          throw new Error('the log is away');
        },
      };
      const consuming = { on: 'task.funded', emits: [], handle: async () => {} } as const;
      const listening = module(() => ({ ...nothing, consumers: [consuming] }));
      await expect(startService(listening, { settings, bus: away, port, log: silentLog })).rejects.toThrow(
        'the log is away',
      );
      await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
      await bus.close();
    });

    test('a service whose port is taken leaves alone what a process that died has left behind', async () => {
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
      await expect(start((other.address() as AddressInfo).port)).rejects.toThrow('is taken');
      await new Promise((resolve) => other.close(resolve));
      const store = await openStore(settings, 'wallet');
      expect(await store.collection(attemptsRows).countDocuments({})).toBe(2);
      await store.close();
    });

    test.each(['wallet', 'events'])(
      'a file that is no database is a sentence that names it: %s',
      async (name) => {
        const file = join(dataDir(), `${name}.sqlite`);
        mkdirSync(dataDir());
        writeFileSync(file, 'these are my notes '.repeat(100));
        const error = await start(0).then(
          () => null,
          (reason: unknown) => reason,
        );
        expect(isOperatorError(error)).toBe(true);
        expect((error as Error).message).toContain(file);
      },
    );

    test('a service that cannot be made lets go of its store', async () => {
      const broken = () => {
        throw new Error('cannot be made');
      };
      await expect(start(0, broken)).rejects.toThrow('cannot be made');
      // Closing a store empties its log of writes into it.
      expect(statSync(join(dataDir(), 'wallet.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    });
  });
});
