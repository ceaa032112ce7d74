import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, fastHashes, NO_LIMITS, type StackAddress } from './child-stack';
import { freeBasePort } from './ports';

export interface ProgramResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** stdout and stderr. */
  output: string;
}

export interface RunningProgram {
  pid: number;
  /** stdout and stderr so far. */
  output(): string;
  /** Resolves when the output contains `text`; rejects if the program ends before. */
  untilOutput(text: string): Promise<void>;
  ended: Promise<ProgramResult>;
  kill(signal: NodeJS.Signals): void;
}

export interface RunOptions {
  env?: Readonly<Record<string, string>>;
  /** Written to stdin, which is then closed. */
  input?: string;
  /** User id of the process; requires root. */
  uid?: number;
  /** @default the repository's root */
  cwd?: string;
}

/** Programs of this test file, which `afterAll` kills. */
const running = new Set<RunningProgram>();
const folders: string[] = [];

/** Builds shell and remotes first, so that the tested programs print nothing about builds. NO_BUILD=1 uses the existing builds. */
beforeAll(async () => {
  if (process.env.NO_BUILD === '1') return;
  const { code, output } = await run(['scripts/build.mjs']).ended;
  if (code !== 0) throw new Error(output);
});

afterAll(async () => {
  for (const program of running) program.kill('SIGKILL');
  await Promise.all([...running].map(({ ended }) => ended));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new folder that is removed after the test file. */
export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'piecework-operations-'));
  folders.push(folder);
  return folder;
};

/** The only variables that programs inherit, so that the environment of the tests does not affect them. */
const BASE_ENV = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);

/** Runs a script of the repository with Node. */
export const run = (args: readonly string[], { env = {}, input, uid, cwd }: RunOptions = {}): RunningProgram => {
  const child = spawn(process.execPath, args, {
    env: { ...BASE_ENV, LOG_LEVEL: 'warn', RATE_LIMITS: NO_LIMITS, ...fastHashes(env), ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
    ...(cwd !== undefined && { cwd }),
  });
  let output = '';
  let waiting: (() => void)[] = [];
  const look = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
      look();
    });
  child.stdin?.end(input);
  let isOver = false;
  // Not `close`: a remaining child process would keep the output open.
  const ended = new Promise<ProgramResult>((resolve) => {
    child.once('exit', (code, signal) =>
      setImmediate(() => {
        isOver = true;
        running.delete(program);
        look();
        resolve({ code, signal, output });
      }),
    );
  });
  const untilOutput = async (text: string) => {
    while (!output.includes(text)) {
      if (isOver) throw new Error(`It ended without the output '${text}':\n${output}`);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const program: RunningProgram = {
    pid: child.pid ?? 0,
    output: () => output,
    untilOutput,
    ended,
    kill: (signal) => void child.kill(signal),
  };
  running.add(program);
  return program;
};

/** `npm start -- …` */
export const npmStart = (args: readonly (string | number)[], options?: RunOptions): RunningProgram =>
  run(['scripts/start.mjs', '--no-build', ...args.map(String)], options);

/** Runs `npm run COMMAND -- …` to its end. */
export const npmRun = (command: string, args: readonly string[], options?: RunOptions): Promise<ProgramResult> =>
  run(['scripts/run.mjs', `stack/src/commands/${command}.ts`, ...args], options).ended;

/** Last line of the output of a starting stack. */
export const READY = 'Ctrl-C stops it.';

export interface StackOptions extends RunOptions {
  processes?: boolean;
  /** @default true */
  fronts?: boolean;
  /** @default a free base port */
  port?: number;
}
export interface RunningStack extends RunningProgram, StackAddress {
  port: number;
}

/** Runs `npm start` without demo data; resolves when the stack is ready. */
export const startStackOver = async (dataDir: string, options: StackOptions = {}): Promise<RunningStack> => {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freeBasePort());
    const flags = ['--no-demo', ...(options.processes ? ['--processes'] : [])];
    if (options.fronts === false) flags.push('--no-fronts');
    const stack = npmStart(['--port', port, '--data', dataDir, ...flags], options);
    try {
      await stack.untilOutput(READY);
      return { ...stack, ...addressOf(port, dataDir, options.env), port };
    } catch (error) {
      // Another process may have taken the port since `freeBasePort`.
      if (attempt === 5 || options.port !== undefined || !/(is|are) in use/.test(stack.output())) throw error;
    }
  }
};

export const stopped = (program: RunningProgram, signal: NodeJS.Signals = 'SIGTERM'): Promise<ProgramResult> => {
  program.kill(signal);
  return program.ended;
};

/** Listens on a port. @returns a function that releases it */
export const occupy = async (port: number, host = '127.0.0.1'): Promise<() => Promise<void>> => {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
};

/** Only internal errors may print stack traces; errors of usage and configuration are sentences. */
const STACK_TRACE = /^\s+at /m;
export const hasStackTrace = (output: string): boolean => STACK_TRACE.test(output);
