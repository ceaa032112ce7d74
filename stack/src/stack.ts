import { type Clock, createLog, type Log, systemClock } from '@piecework/base';
import type { Settings } from '@piecework/config';
import type { ServiceName } from '@piecework/contracts';
import { startGateway } from '@piecework/gateway';
import { createEnding, openBus, type RunningService, servicePort, startService } from '@piecework/service-runtime/run';
import { SERVICE_MODULES } from './services';

const onThisMachine = (port: number): string => `http://127.0.0.1:${port}`;

export interface StackOptions {
  /** A reason why the gateway's /readyz must not return 200 yet, or null. */
  whyNotReady?: () => string | null;
  /** The log of each part, by name. */
  logOf?: (part: string) => Log;
  /** The parts listen on free ports that only the caller knows, and live by another clock. */
  hidden?: { clock: Clock };
  /** The gateway calls the services over HTTP, as in other installations. @default false */
  overHttp?: boolean;
}

/** Runs the services and the gateway in this process, over one event log. `failed` resolves when only a new process can continue to read it. */
export const startStack = async (settings: Settings, options: StackOptions = {}) => {
  const { whyNotReady = () => null, hidden, overHttp = false } = options;
  const logOf = options.logOf ?? ((part: string) => createLog(part, settings.logLevel));
  const stackLog = logOf('stack');
  const { failed, onDead } = createEnding(stackLog);
  const bus = await openBus(settings, stackLog, onDead);
  const clock = hidden?.clock ?? systemClock;
  /** The gateway calls the services that it has: a test may stop and start one. */
  const services = new Map<ServiceName, RunningService>();
  let gateway: { port: number; stop(): Promise<void> } | undefined;

  const stop = async () => {
    // From the outside in: no new calls, then no new events, then the stores and the log.
    await gateway?.stop();
    await Promise.all([...services.values()].map((service) => service.stop()));
    await bus.close();
  };

  try {
    for (const module of SERVICE_MODULES) {
      const port = hidden ? 0 : servicePort(settings, module.name);
      services.set(module.name, await startService(module, { settings, bus, port, clock, log: logOf(module.name) }));
    }
    const serviceUrls = hidden
      ? (Object.fromEntries(
          [...services].map(([name, { port }]) => [name, onThisMachine(port)]),
        ) as Settings['serviceUrls'])
      : settings.serviceUrls;
    const log = logOf('gateway');
    const port = hidden ? 0 : settings.port + 80;
    gateway = await startGateway({
      settings: { ...settings, serviceUrls },
      bus,
      port,
      clock,
      whyNotReady,
      log,
      ...(!overHttp && { inProcess: services }),
    });
    const addresses = { serviceUrls, gatewayUrl: onThisMachine(gateway.port) };
    return { bus, services, addresses, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
export type Stack = Awaited<ReturnType<typeof startStack>>;
