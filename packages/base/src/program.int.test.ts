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
  new Promise<{ code: number | null; output: string[]; errorOutput: string }>((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'packages/base/testing/program.child.ts', ...args]);
    const left = [...signals];
    let output = '';
    let errorOutput = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      for (let next = left[0]; next && output.includes(next[0]); next = left[0]) {
        left.shift();
        child.kill(next[1]);
      }
    });
    child.stderr.on('data', (chunk) => {
      errorOutput += chunk;
    });
    child.on('close', (code) => resolve({ code, output: output.trim().split('\n'), errorOutput }));
  });

describe('a program', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('stops in order on %s', async (signal) => {
    const { code, output } = await run('orderly', [['running', signal]]);
    expect(output).toEqual(['running', 'stopping', 'stopped']);
    expect(code).toBe(0);
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('stops at once on a second signal: %s', async (signal, expected) => {
    const { code, output } = await run('stuck', [
      ['running', 'SIGTERM'],
      ['stopping', signal],
    ]);
    expect(output).toEqual(['running', 'stopping']);
    expect(code).toBe(expected);
  });

  test('exits with 1 and a message when stopping fails', async () => {
    const { code, errorOutput } = await run('torn', [['running', 'SIGTERM']]);
    expect(errorOutput).toContain('the end failed');
    expect(code).toBe(1);
  });

  test('prints an operator error without a stack', async () => {
    const { code, output, errorOutput } = await run('misled');
    expect(errorOutput).toBe('PORT must be a whole number.\n');
    expect(output).toEqual(['']);
    expect(code).toBe(1);
  });

  test('without arguments refuses them and names the settings', async () => {
    const { code, output, errorOutput } = await run('alone', [], ['alone', '--port', '4000']);
    expect(errorOutput).toBe(
      'A program that runs alone takes no arguments (alone --port 4000): set PORT (the base port), USER_URL and its like (where a service is) or DATA_DIR (the data folder) in the environment instead.\n',
    );
    expect(output).toEqual(['']);
    expect(code).toBe(1);
  });

  test('prints the stack of a bug', async () => {
    const { code, errorOutput } = await run('broken');
    expect(errorOutput).toContain('Error: a bug\n    at ');
    expect(code).toBe(1);
  });
});

describe('a supervised program', () => {
  const supervised = () => {
    const script = ['--import', 'tsx', 'packages/base/testing/program.child.ts', 'program', 'orderly'];
    const child = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    const output = text(child.stdout as Readable);
    // `close` is not emitted after a disconnect.
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const ended = Promise.all([exited, output]);
    return { child, ended };
  };

  test('reports that it is ready, and stops when its supervisor exits', async () => {
    const { child, ended } = supervised();
    const message = await new Promise((resolve) => child.once('message', resolve));
    expect(supervision.isReady(message)).toBe(true);
    child.disconnect();
    expect(await ended).toEqual([0, expect.stringMatching(/stopping\nstopped\n$/)]);
  });

  test('stops when its supervisor exits before the start', async () => {
    const { child, ended } = supervised();
    child.disconnect();
    expect(await ended).toEqual([0, expect.stringMatching(/stopping\nstopped\n$/)]);
  });
});

describe('isOperatorError', () => {
  const withCode = (code: string) => Object.assign(new Error(code), { code });

  test.each([
    ['an OperatorError', new OperatorError('PORT must be a whole number.')],
    ['an unavailable engine', new Error('wrapped', { cause: new UnavailableError('away') })],
    ['a folder of another user', withCode('EACCES')],
    ['a read-only disk', withCode('EROFS')],
    ['a missing permission', withCode('EPERM')],
    ['a full disk', withCode('ENOSPC')],
  ])('is true for %s', (_what, error) => {
    expect(isOperatorError(error)).toBe(true);
  });

  test.each([
    ['a bug', new Error('a bug')],
    ['a connection that breaks', withCode('ECONNRESET')],
    ['a text', 'EACCES'],
    ['nothing', null],
    ['undefined', undefined],
  ])('is false for %s', (_what, error) => {
    expect(isOperatorError(error)).toBe(false);
  });
});
