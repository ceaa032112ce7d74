import { startGateway } from '@piecework/gateway';
import { createLog, type EventBus, type Settings } from '@piecework/service-kit';
import { openBus, type RunningService, servicePort, startService } from '@piecework/service-kit/run';
import { SERVICE_MODULES } from './services';

export interface Stack {
  bus: EventBus;
  services: readonly RunningService[];
  stop(): Promise<void>;
}

/**
 * Runs the five services and the gateway in this process, over one event log.
 *
 * @param whyNotReady what else must be true before the gateway's /readyz says so: a reason why not, or null
 */
export const startStack = async (
  settings: Settings,
  whyNotReady: () => string | null = () => null,
): Promise<Stack> => {
  const log = createLog('local-stack', settings.logLevel);
  const bus = await openBus(settings, log);
  const services: RunningService[] = [];
  let gateway: { stop(): Promise<void> } | undefined;

  const stop = async () => {
    // From the outside in: no new calls, then no new events, then the stores and the log.
    await gateway?.stop();
    await Promise.all(services.map((service) => service.stop()));
    await bus.close();
  };

  try {
    for (const module of SERVICE_MODULES) {
      services.push(await startService(module, { settings, bus, port: servicePort(settings, module.name) }));
    }
    gateway = await startGateway({ settings, bus, port: settings.port + 80, whyNotReady });
  } catch (error) {
    await stop();
    throw error;
  }
  return { bus, services, stop };
};
