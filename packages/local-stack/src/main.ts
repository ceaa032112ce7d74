import { resolve } from 'node:path';
import { lockDataFolder } from './data-lock';
import { serveFronts } from './fronts';
import { createInternalClient } from './internal-client';
import { readOptions, type StackOptions } from './options';
import { startProcesses } from './processes';
import { untilReady } from './ready';
import { sayError } from './say-error';
import { stackSettings } from './settings';
import { startStack } from './stack';

const ROOT = resolve('.');
const say = (line: string) => console.log(line);

interface Running {
  stop(): Promise<void>;
}

const start = async (options: StackOptions, onDeath: (program: string) => void): Promise<Running> => {
  const unlock = lockDataFolder(options.dataDir, options.port);
  const running: Running[] = [{ stop: async () => unlock() }];
  const stop = async () => {
    for (const part of running.reverse()) await part.stop();
  };
  try {
    const settings = stackSettings(options);
    let notReady: string | null = 'starting';
    running.push(
      options.processes
        ? startProcesses(ROOT, settings, onDeath)
        : await startStack(settings, () => notReady),
    );
    running.push(await serveFronts(ROOT, settings.port));
    const gateway = `http://127.0.0.1:${settings.port + 80}`;
    if (options.processes) await untilReady(`${gateway}/readyz`, 60_000);
    if (settings.demoData) {
      // Loaded only here: drawing its pictures needs libraries that nothing else in this process does.
      const { ensureDemoData } = await import('./demo/ensure');
      await ensureDemoData({ gateway, internal: createInternalClient(settings), say });
    }
    notReady = null;
    await untilReady(`${gateway}/readyz`, 10_000);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const greet = ({ port, demo, dataDir, processes }: StackOptions) => {
  say(`
Piecework is running${processes ? ', each service in a process of its own' : ''}. Data: ${dataDir}

  The product    http://localhost:${port}
  The REST API   http://localhost:${port + 80}   (what it can do: http://localhost:${port + 80}/docs)
${demo ? `\n  Sign in as     worker@piecework.demo, buyer@piecework.demo or admin@piecework.demo\n  Password       Piecework1!\n` : ''}
Ctrl-C stops it.`);
};

const run = async () => {
  let running: Running | undefined;
  let ending = false;
  const end = async (code: number) => {
    if (ending) process.exit(code);
    ending = true;
    await running?.stop();
    process.exit(code);
  };
  process.on('SIGINT', () => void end(0));
  process.on('SIGTERM', () => void end(0));
  try {
    const options = readOptions(process.argv.slice(2));
    running = await start(options, (program) => {
      console.error(`${program} has ended; stopping the rest.`);
      void end(1);
    });
    if (ending) return void (await running.stop());
    greet(options);
  } catch (error) {
    sayError(error);
    process.exit(1);
  }
};

void run();
