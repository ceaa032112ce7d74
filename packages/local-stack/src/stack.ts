import { createLog, type Log } from '@piecework/base';
import type { Settings } from '@piecework/config';
import type { EventBus } from '@piecework/event-log';
import { startGateway } from '@piecework/gateway';
import {
  createEnding,
  openBus,
  type RunningService,
  servicePort,
  startService,
} from '@piecework/service-runtime/run';
import { SERVICE_MODULES } from './services';

export interface Stack {
  bus: EventBus;
  services: readonly RunningService[];
  /** Resolves when only a new process can continue to read the event log. */
  failed: Promise<Error>;
  stop(): Promise<void>;
}

/**
 * Runs the five services and the gateway in this process, over one event log.
 *
 * @param whyNotReady a reason why the gateway's /readyz must not return 200 yet, or null
 * @param logOf the log of each part, by name
 */
export const startStack = async (
  settings: Settings,
  whyNotReady: () => string | null = () => null,
  logOf: (part: string) => Log = (part) => createLog(part, settings.logLevel),
): Promise<Stack> => {
  const stackLog = logOf('local-stack');
  const { failed, onDead } = createEnding(stackLog);
  const bus = await openBus(settings, stackLog, onDead);
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
      const port = servicePort(settings, module.name);
      services.push(await startService(module, { settings, bus, port, log: logOf(module.name) }));
    }
    const log = logOf('gateway');
    gateway = await startGateway({ settings, bus, port: settings.port + 80, whyNotReady, log });
  } catch (error) {
    await stop();
    throw error;
  }
  return { bus, services, failed, stop };
};
