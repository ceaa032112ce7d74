import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadSettings } from '@piecework/service-kit/run';
import { runningOver } from '../data-lock';
import { UsageError } from '../options';
import { answeringService } from './answering';
import { readCommand, runCommand } from './with-services';

/** `npm run reset`: throws the data of the embedded installation away, so that the next start begins anew. */
void runCommand(async () => {
  const { dataDir } = readCommand();
  const holder = runningOver(dataDir);
  if (holder)
    throw new UsageError(
      `Process ${holder.pid} is running over ${dataDir}: stop it first (Ctrl-C), then run this again.`,
    );
  if (!existsSync(dataDir)) {
    console.log(`There is no ${dataDir}: nothing to reset.`);
    return 0;
  }
  // Only what is ours: a data folder holds an event log.
  if (!existsSync(resolve(dataDir, 'events.sqlite')))
    throw new UsageError(
      `${dataDir} does not look like a data folder of Piecework (no events.sqlite in it): nothing was removed.`,
    );
  const service = await answeringService(loadSettings({ ...process.env, DATA_DIR: dataDir }));
  if (service)
    throw new UsageError(
      `The ${service.name} service answers at ${service.url} and may run over ${dataDir}: stop it first, or say with PORT=N where this installation runs if that is another one's, then run this again.`,
    );
  rmSync(dataDir, { recursive: true, force: true });
  console.log(`${dataDir} is gone. npm start makes a new one.`);
  return 0;
});
