import { SERVICES, type ServiceName } from '@piecework/contracts';
import { UsageError } from '../options';
import { findInstallation } from './installation';
import { withInstallationSnapshot } from './installation-snapshot';
import { readCommand, runCommand } from './with-services';

/** `npm run replay -- SERVICE`: resets one service's consumer position, so that its next start consumes every event again. Its inbox ignores handled events. */
void runCommand(async () => {
  const { words, dataDir } = readCommand();
  const service = words[0] as ServiceName | undefined;
  if (!service || !SERVICES.includes(service))
    throw new UsageError(`Usage: npm run replay -- SERVICE (${SERVICES.join(', ')})`);
  const { settings, holder, isRunning } = await findInstallation(dataDir, [service]);
  if (holder !== null || isRunning) throw new UsageError('Piecework is running. Stop it, then run this command again.');
  await withInstallationSnapshot(settings, ({ bus }) => bus.resetToBeginning(service));
  console.log(`The ${service} service handles every event again at its next start.`);
  return 0;
});
