import type { Settings } from '@piecework/config';
import { FRONT_PORTS, FRONTS } from '@piecework/federation/fronts';
import { gatewayPorts } from '@piecework/gateway';
import { HOSTS, type PartPort, requireFreePorts } from '@piecework/http/server';
import { requireReadableFolder } from '@piecework/service-runtime/release';
import { servicePort } from '@piecework/service-runtime/run';
import { usesDataFolder } from './commands/installation';
import { requireFreeDataFolder } from './data-lock';
import { SERVICE_MODULES } from './services';

const portsOf = (settings: Settings, fronts: boolean): PartPort[] => [
  ...(fronts ? FRONTS.map((part) => ({ part, port: settings.port + FRONT_PORTS[part] })) : []),
  ...gatewayPorts(settings),
  ...SERVICE_MODULES.map(({ name }) => ({ part: name, port: servicePort(settings, name) })),
];

/**
 * The faults that a start would report after minutes of builds and demo data. Writes nothing.
 *
 * @throws {DataFolderInUseError} first: the stack that holds the folder usually holds the ports as well
 * @throws {ReleaseError}
 * @throws {PortsInUseError}
 */
export const requireStartable = async (settings: Settings, { fronts }: { fronts: boolean }): Promise<void> => {
  requireFreeDataFolder(settings.dataDir);
  if (usesDataFolder(settings)) requireReadableFolder(settings.dataDir);
  await requireFreePorts(portsOf(settings, fronts), HOSTS[settings.listen]);
};
