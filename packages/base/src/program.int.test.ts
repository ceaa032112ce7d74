import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { OperatorError } from './operator-error';
import { isOperatorError, supervision } from './program';
import { UnavailableError } from './unavailable';

const run = (
  kind: string,
  signals: readonly (readonly [after: string, NodeJS.Signals])[] = [],
  args = ['program', kind],
) =>
  new Promise<{ code: number | null; said: string[]; complained: string }>((resolve) => {
    const child = spawn(process.execPath, [
      '--import',
      'tsx',
      'packages/base/testing/program.child.ts',
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
    expect(complained).toBe('PORT must be a whole number.\n');
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
    const script = ['--import', 'tsx', 'packages/base/testing/program.child.ts', 'program', 'orderly'];
    const child = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    const said = text(child.stdout as Readable);
    // `close` is not emitted after a disconnect.
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
    ['what is made for operators', new OperatorError('PORT must be a whole number.')],
    ['an engine that is away', new Error('wrapped', { cause: new UnavailableError('away') })],
    ['a folder of another user', withCode('EACCES')],
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
