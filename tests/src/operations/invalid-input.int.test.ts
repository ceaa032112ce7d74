import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '@piecework/base';
import {
  hasStackTrace,
  newFolder,
  npmStart,
  occupy,
  type ProgramResult,
  type RunOptions,
  run,
  startStackOver,
  stopped,
} from '../support/child-program';
import { freeBasePort } from '../support/ports';

/** User id of an account without privileges. */
const UNPRIVILEGED_UID = 65534;

let folder: string;
let port: number;
beforeAll(async () => {
  folder = await newFolder();
  chmodSync(folder, 0o755);
});
beforeEach(async () => {
  port = await freeBasePort();
});

const newDataDir = () => mkdtempSync(join(folder, 'data-'));

const start = (dataDir: string, args: readonly string[] = [], options: RunOptions = {}): Promise<ProgramResult> =>
  npmStart(['--port', port, '--data', dataDir, '--no-demo', ...args], options).ended;

/** Expects one sentence with the error and its remedy, no other output, and exit code 1. */
const expectSentence = ({ code, output }: ProgramResult, sentence: string) => {
  expect(output).toBe(`${sentence}\n`);
  expect(code).toBe(1);
};

describe('invalid arguments', () => {
  test.each([
    [['--port', 'abc'], "--port must be a whole number from 1 to 65429, not 'abc'."],
    [
      ['--frob'],
      "Unknown option '--frob'. The options are --port N, --data DIR, --no-demo, --no-build, --no-fronts and --processes.",
    ],
  ])('%p print one sentence', async (args, sentence) => {
    expectSentence(await npmStart(args).ended, sentence);
  });
});

describe('invalid settings', () => {
  const listed = ({ output }: ProgramResult) => output.split('\n').slice(1, -1);

  test('are all listed by name', async () => {
    const env = {
      COIN_CREDIT: 'maybe',
      RATE_LIMITS: 'x',
      JWT_SECRET: 'short',
      DEMO_DATA: 'yes',
      WALLET_URL: 'wallet',
      ALLOWED_ORIGINS: 'example.com',
    };
    const data = ['--port', port, '--data', newDataDir()];
    const ended = await npmStart(data, { env }).ended;
    expect(ended.code).toBe(1);
    expect(ended.output).toMatch(/^Some settings are wrong:\n/);
    expect(hasStackTrace(ended.output)).toBe(false);
    expect(
      listed(ended)
        .map((line) => line.split(':')[0]?.trim())
        .sort(),
    ).toEqual(Object.keys(env).sort());
  });

  test('in production include every setting that must be chosen', async () => {
    const ended = await start(newDataDir(), [], { env: { NODE_ENV: 'production' } });
    expect(ended.code).toBe(1);
    expect(listed(ended)).toEqual([
      '  JWT_SECRET: is missing',
      '  PAYOUT_KEY: is missing',
      ...['STORE', 'EVENTS', 'IDENTITY', 'PAYMENTS', 'IMAGES', 'COIN_CREDIT', 'PUBLIC_ORIGIN'].map(
        (name) => `  ${name}: must be chosen by name in production`,
      ),
    ]);
  });
});

describe('a port in use', () => {
  const REMEDY = "(alone: PORT=N, or a service's own address such as USER_URL)";

  test.each([
    [0, 'shell'],
    [1, 'mf-public'],
    [80, 'gateway'],
    [101, 'user'],
  ])('P+%i prints one sentence', async (offset, part) => {
    const release = await occupy(port + offset);
    const ended = await start(newDataDir());
    await release();
    expectSentence(
      ended,
      `Port ${port + offset} (${part}) is in use. Stop the other program, or choose another base port with --port N ${REMEDY}.`,
    );
  });

  // Whatever is printed before the sentence is work that a taken port makes useless: installs, builds, demo data, logs of started parts.
  test.each([
    ['npm start', ['scripts/start.mjs']],
    ['npm start with its processes', ['scripts/start.mjs', '--processes']],
    ['npm start without builds', ['scripts/start.mjs', '--no-build']],
    ['npm run dev', ['scripts/dev.mjs']],
  ])('%s names all of them before anything else', async (_name, args) => {
    const dataDir = newDataDir();
    const hosts = ['127.0.0.1', '0.0.0.0', '::1', '::'];
    const releases = [];
    for (const [index, offset] of [3, 80, 102, 104].entries()) releases.push(await occupy(port + offset, hosts[index]));
    const options = { env: { LOG_LEVEL: 'info' } };
    const ended = await run([...args, '--port', `${port}`, '--data', dataDir], options).ended;
    for (const release of releases) await release();
    expectSentence(
      ended,
      `Ports ${port + 3} (mf-buyer), ${port + 80} (gateway), ${port + 102} (task) and ${port + 104} (wallet) are in use. Stop the other programs, or choose another base port with --port N ${REMEDY}.`,
    );
    expect(readdirSync(dataDir).filter((file) => /sqlite|stack/.test(file))).toEqual([]);
  });

  test('the dev server of one front end names it', async () => {
    const release = await occupy(port + 3);
    const { code, output } = await run([join(process.cwd(), 'scripts/dev-front.mjs')], {
      cwd: 'mf-buyer',
      env: { PORT: `${port}` },
    }).ended;
    await release();
    expect(output).toMatch(new RegExp(`^Port ${port + 3} \\(mf-buyer\\) is in use\\. .*\\n$`));
    expect(code).toBe(1);
  });

  test('that two parts are set to prints one sentence', async () => {
    expectSentence(
      await start(newDataDir(), [], { env: { METRICS_PORT: `${port + 80}` } }),
      `Port ${port + 80} is set for gateway and METRICS_PORT: give each a port of its own.`,
    );
  });
});

describe('the data folder', () => {
  const because = (dataDir: string, reason: string) =>
    `The data folder ${dataDir} cannot be used, because ${reason}. Fix that, or choose another folder with --data DIR or DATA_DIR.`;

  test('is locked by a running stack, and released when it stops', async () => {
    const dataDir = newDataDir();
    const first = await startStackOver(dataDir);
    expectSentence(
      await start(dataDir),
      `The data folder ${dataDir} is used by process ${first.pid}: stop that one, or choose another folder with --data DIR.`,
    );
    expect((await fetch(`${first.gateway}/readyz`)).status).toBe(200);
    expect((await stopped(first)).code).toBe(0);
  });

  test.each([
    ['a process that has exited', '4194305 3000 1'],
    ['a process whose id another process has got since', `${process.pid} 3000 1`],
    ['an interrupted write of the lock file', ''],
  ])('is usable despite the stale lock of %s', async (_owner, lock) => {
    const dataDir = newDataDir();
    writeFileSync(join(dataDir, 'stack.pid'), lock);
    expect((await stopped(await startStackOver(dataDir))).code).toBe(0);
  });

  test('cannot be a file', async () => {
    const file = join(newDataDir(), 'notes.txt');
    writeFileSync(file, 'notes');
    expectSentence(await start(file), because(file, 'there is a file of that name'));
    expectSentence(await start(join(file, 'x')), because(join(file, 'x'), 'a part of its path is a file'));
  });

  test('cannot be in a place where no folder can be created', async () => {
    expectSentence(await start('/dev/null/piecework'), because('/dev/null/piecework', 'a part of its path is a file'));
    // Node's recursive mkdir never returns for this path.
    const nowhere = '/proc/piecework';
    if (process.platform === 'linux')
      expectSentence(await start(nowhere), because(nowhere, 'no folder can be made there'));
  });

  test('must be writable', async () => {
    const dataDir = newDataDir();
    chmodSync(dataDir, 0o555);
    // Root can write to every folder.
    const ended = await start(dataDir, [], process.getuid?.() === 0 ? { uid: UNPRIVILEGED_UID } : {});
    expectSentence(ended, because(dataDir, 'you have no right to write there'));
  });

  /** A data folder with the marker of this version. */
  const writtenDataDir = () => {
    const dataDir = newDataDir();
    writeFileSync(join(dataDir, 'release.json'), JSON.stringify({ version: VERSION }));
    return dataDir;
  };

  test.each(['events', 'user', 'wallet'])('must not contain another file in place of the database %s', async (name) => {
    const dataDir = writtenDataDir();
    const file = join(dataDir, `${name}.sqlite`);
    writeFileSync(file, 'these are my notes '.repeat(100));
    const { code, output } = await start(dataDir);
    expect(output).toMatch(
      /\. Replace it with a backup, or choose another data folder with --data DIR or DATA_DIR\.\n$/,
    );
    expect(output).toContain(file);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  });

  test('an error that affects all processes is printed once', async () => {
    const dataDir = writtenDataDir();
    writeFileSync(join(dataDir, 'events.sqlite'), 'these are my notes '.repeat(100));
    const { code, output } = await start(dataDir, ['--processes']);
    expect(output).toMatch(/^.+events\.sqlite: .+\. Replace it with a backup, or choose another .+\n$/);
    expect(code).toBe(1);
  });

  test('a folder in place of a database prints one sentence', async () => {
    const dataDir = writtenDataDir();
    mkdirSync(join(dataDir, 'task.sqlite'));
    const { code, output } = await start(dataDir);
    expect(output).toContain('it is a directory. Replace it with a backup');
    expect(hasStackTrace(output)).toBe(false);
    expect(code).toBe(1);
  });
});
