import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Program {
  pid: number;
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** Runs a program of this repository, such as `gateway/src/main.ts`, in a process of its own. */
export const startProgram = (target: string, env: Readonly<Record<string, string>>): Program => {
  const child = spawn(process.execPath, ['scripts/run.mjs', target], {
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stopNow = () => child.kill('SIGKILL');
  process.once('exit', stopNow);
  return {
    pid: child.pid ?? 0,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', stopNow);
    },
  };
};
