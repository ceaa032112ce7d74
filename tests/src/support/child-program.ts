import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, NO_LIMITS, type StackAddress } from './child-stack';
import { freeBasePort } from './ports';

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Everything that it wrote, to stdout and stderr. */
  output: string;
}

export interface RunningProgram {
  pid: number;
  /** What it has written so far. */
  output(): string;
  /** Resolves when it has written that; rejects when it ends before. */
  untilOutput(text: string): Promise<void>;
  ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
}

export interface RunOptions {
  env?: Readonly<Record<string, string>>;
  /** For its standard input, which ends after it. */
  input?: string;
  /** Whom it runs as; only root may choose. */
  uid?: number;
  /** @default the repository's root */
  cwd?: string;
}

/** Programs of this test file: none of them outlives it. */
const running = new Set<RunningProgram>();
const folders: string[] = [];

/** Milliseconds for building shell and remotes on a busy machine. */
const BUILD_WITHIN = 240_000;

/** So that whatever starts here finds shell and remotes as their sources are, and says nothing of builds. NO_BUILD=1 takes them as they were built. */
beforeAll(async () => {
  if (process.env.NO_BUILD === '1') return;
  const { code, output } = await run(['scripts/build.mjs']).ended;
  if (code !== 0) throw new Error(output);
}, BUILD_WITHIN);

afterAll(async () => {
  for (const program of running) program.kill('SIGKILL');
  await Promise.all([...running].map(({ ended }) => ended));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone when the test file is through. */
export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'piecework-operations-'));
  folders.push(folder);
  return folder;
};

/** Of this process's environment only what a program needs to run at all: what is tested is what the test says. */
const BASE_ENV = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);

/** Runs a script of the repository with Node, as npm would. */
export const run = (
  args: readonly string[],
  { env = {}, input, uid, cwd }: RunOptions = {},
): RunningProgram => {
  const child = spawn(process.execPath, args, {
    env: { ...BASE_ENV, LOG_LEVEL: 'warn', RATE_LIMITS: NO_LIMITS, ...env },
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
  // Not `close`: what it has left behind would hold its output open.
  const ended = new Promise<Ended>((resolve) => {
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
      if (isOver) throw new Error(`It ended without saying '${text}':\n${output}`);
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

/** `npm run COMMAND -- …`, to its end. */
export const npmRun = (command: string, args: readonly string[], options?: RunOptions): Promise<Ended> =>
  run(['scripts/run.mjs', `packages/local-stack/src/commands/${command}.ts`, ...args], options).ended;

/** What a running stack says last of all when it starts. */
export const READY = 'Ctrl-C stops it.';

export interface StackOptions extends RunOptions {
  processes?: boolean;
  /** Otherwise a free one. */
  port?: number;
}
export interface RunningStack extends RunningProgram, StackAddress {
  port: number;
}

/** Starts the whole product without demo data and resolves when it says that it runs. */
export const startStackOver = async (dataDir: string, options: StackOptions = {}): Promise<RunningStack> => {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freeBasePort());
    const flags = options.processes ? ['--no-demo', '--processes'] : ['--no-demo'];
    const stack = npmStart(['--port', port, '--data', dataDir, ...flags], options);
    try {
      await stack.untilOutput(READY);
      return { ...stack, ...addressOf(port, dataDir, options.env), port };
    } catch (error) {
      // Between looking for a port and listening on it somebody else may have taken it.
      if (attempt === 5 || options.port !== undefined || !stack.output().includes('is taken')) throw error;
    }
  }
};

export const stopped = (program: RunningProgram, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> => {
  program.kill(signal);
  return program.ended;
};

/** Takes a port until the answer is called. */
export const occupy = async (port: number): Promise<() => Promise<void>> => {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
};

/** What a fault of ours looks like, and nothing that a person can mend may. */
const STACK_TRACE = /^\s+at /m;
export const hasStackTrace = (output: string): boolean => STACK_TRACE.test(output);
