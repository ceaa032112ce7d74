import { spawn } from 'node:child_process';
import { createLog, systemClock } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { SERVICES } from '@piecework/contracts';
import { openBus } from '@piecework/service-runtime/run';
import { type Child, supervise } from './supervisor';

const environment = (settings: Settings): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: String(settings.port),
  DATA_DIR: settings.dataDir,
  LOG_LEVEL: settings.logLevel,
  JWT_SECRET: settings.jwtSecret,
});

/** Runs one process per service and gateway over the same data folder, and restarts those that exit. */
export const startProcesses = async (root: string, settings: Settings) => {
  const log = createLog('stack', settings.logLevel);
  // Opened once here, so that a common fault is reported once and a single process creates the file.
  await (await openBus(settings, log)).close();
  let onFailed = (_error: Error) => {};
  const failed = new Promise<Error>((resolve) => {
    onFailed = resolve;
  });
  const run = (program: string) =>
    supervise({
      name: program,
      spawn: () =>
        // A separate process group: Ctrl-C then reaches the children in order, through this process. The IPC channel signals its end.
        spawn(process.execPath, ['scripts/run.mjs', `${program}/src/main.ts`], {
          cwd: root,
          env: environment(settings),
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          detached: true,
        }) as Child,
      clock: systemClock,
      log,
      onRestartsExceeded: (error) => onFailed(error),
    });
  const services = SERVICES.map((service) => run(`services/${service}`));
  const gateway = run('gateway');
  const all = [...services, gateway];
  const killAll = () => {
    for (const { kill } of all) kill();
  };
  process.on('exit', killAll);

  return {
    /** Rejects when one fails to start. */
    ready: Promise.all(all.map(({ ready }) => ready)).then(() => {}),
    /** Resolves when one has exceeded its restarts. */
    failed,
    /** Lets the gateway's /readyz return 200. */
    open: gateway.open,
    stop: async () => {
      // From the outside in: calls that the gateway has begun still reach the services.
      await gateway.stop();
      await Promise.all(services.map(({ stop }) => stop()));
      process.off('exit', killAll);
    },
  };
};
