import { type ChildProcess, spawn } from 'node:child_process';
import type { Settings } from '@piecework/service-kit';

const PROGRAMS = [
  'services/user',
  'services/task',
  'services/submission',
  'services/wallet',
  'services/media',
  'gateway',
] as const;

/** Milliseconds that a process may take to end before it is killed. */
const STOP_WITHIN = 5000;

const environment = (settings: Settings): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: String(settings.port),
  DATA_DIR: settings.dataDir,
  JWT_SECRET: settings.jwtSecret,
});

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
  });

/** Runs each service and the gateway in a process of its own over the same data folder. One that ends unasked ends them all, by `onDeath`. */
export const startProcesses = (
  root: string,
  settings: Settings,
  onDeath: (program: string) => void,
): { stop(): Promise<void> } => {
  let stopping = false;
  const children = PROGRAMS.map((program) => {
    // A group of its own, so that Ctrl-C reaches them through us, in order, and not all at once.
    const child = spawn(process.execPath, ['scripts/run.mjs', `${program}/src/main.ts`], {
      cwd: root,
      env: environment(settings),
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    child.once('exit', () => {
      if (!stopping) onDeath(program);
    });
    return child;
  });

  return {
    stop: async () => {
      stopping = true;
      for (const child of children) child.kill('SIGTERM');
      const kill = setTimeout(() => {
        for (const child of children) child.kill('SIGKILL');
      }, STOP_WITHIN);
      await Promise.all(children.map(ended));
      clearTimeout(kill);
    },
  };
};
