import { resolve } from 'node:path';
import { type Program, runProgram } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { lockDataFolder } from './data-lock';
import { ensureDemoData } from './demo/ensure';
import { seedPast } from './demo/past';
import { serveFronts } from './fronts';
import { createInternalClient } from './internal-client';
import { readOptions, type StackOptions } from './options';
import { startProcesses } from './processes';
import { requireStartable } from './require-startable';
import { stackSettings } from './settings';
import { startStack } from './stack';
import { unlessEnding, untilReady } from './wait-until-ready';

const ROOT = resolve('.');
/** Milliseconds that the gateway may take to load its projection of accounts. */
const READY_WITHIN = 120_000;
const print = (line: string) => console.log(line);

interface BackEnd extends Required<Program> {
  /** Lets the gateway's /readyz return 200. */
  open(): void;
}

const startBackEnd = async (settings: Settings): Promise<BackEnd> => {
  let notOpen: string | null = 'other parts are still starting';
  const stack = await startStack(settings, { whyNotReady: () => notOpen });
  const open = () => {
    notOpen = null;
  };
  return { open, failed: stack.failed, stop: stack.stop };
};

const fillPast = async (settings: Settings, ending: AbortSignal): Promise<void> => {
  const seed = await seedPast(settings, print);
  if (!seed) return;
  try {
    await unlessEnding(ending, seed.done);
  } finally {
    await seed.stop();
  }
};

const start = async (options: StackOptions, settings: Settings, ending: AbortSignal): Promise<Program> => {
  // In starting order; stopped in reverse, at the end or when the start fails or is interrupted.
  const running: Program[] = [];
  const stop = async () => {
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  const gateway = `http://127.0.0.1:${settings.port + 80}`;
  try {
    const unlock = lockDataFolder(options.dataDir, options.port);
    running.push({ stop: async () => unlock() });
    if (settings.demoData) await fillPast(settings, ending);
    const processes = options.processes ? await startProcesses(ROOT, settings) : undefined;
    const backEnd = processes ?? (await startBackEnd(settings));
    running.push(backEnd);
    if (processes) await unlessEnding(ending, processes.ready);
    if (options.fronts) running.push(await serveFronts(ROOT, settings));
    if (settings.demoData) {
      const internal = createInternalClient(settings);
      await unlessEnding(ending, ensureDemoData({ gateway, internal, print }));
    }
    backEnd.open();
    await unlessEnding(ending, untilReady(`${gateway}/readyz`, READY_WITHIN));
    return { stop, failed: backEnd.failed };
  } catch (error) {
    await stop();
    throw error;
  }
};

const printWelcome = ({ processes }: StackOptions, { port, dataDir, demoData }: Settings) => {
  print(`
Piecework is running${processes ? ', with one process per service' : ''}. Data: ${dataDir}

  The product    http://localhost:${port}
  The REST API   http://localhost:${port + 80}   (documentation: http://localhost:${port + 80}/docs)
${demoData ? `\n  Sign in as     worker@piecework.demo, buyer@piecework.demo or admin@piecework.demo\n  Password       Piecework1!\n` : ''}
Ctrl-C stops it.`);
};

await runProgram(async (ending) => {
  const options = readOptions(process.argv.slice(2));
  const settings = stackSettings(options);
  await requireStartable(settings, options);
  const program = await start(options, settings, ending);
  if (!ending.aborted) printWelcome(options, settings);
  return program;
});
