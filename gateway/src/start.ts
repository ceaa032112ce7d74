import { type Clock, createIds, createLog, type Log, systemClock } from '@piecework/base';
import type { Settings } from '@piecework/config';
import type { ServiceName } from '@piecework/contracts';
import type { EventBus } from '@piecework/event-log';
import { serveMetrics } from '@piecework/http/metrics-server';
import { HOSTS, listen, type PartPort } from '@piecework/http/server';
import { createAssertions, createTokens } from '@piecework/identity';
import { createGateway } from './gateway';
import { createGatewayApp, createGatewayMetrics } from './http/http-app';
import { createDependencyHealth } from './upstream/dependency-health';
import { createInProcessServiceClient, type InProcessService } from './upstream/in-process-service-client';
import { createHttpServiceClient } from './upstream/service-client';

export interface RunningGateway {
  port: number;
  stop(): Promise<void>;
}

export const gatewayPorts = ({ port, metricsPort }: Pick<Settings, 'port' | 'metricsPort'>): PartPort[] => [
  { part: 'gateway', port: port + 80 },
  ...(metricsPort === undefined ? [] : [{ part: 'METRICS_PORT', port: metricsPort }]),
];

/** The caller owns the bus. */
export const startGateway = async (options: {
  settings: Settings;
  bus: EventBus;
  port: number;
  whyNotReady?: () => string | null;
  log?: Log;
  clock?: Clock;
  /** Services of this process, which are called without a socket. */
  inProcess?: ReadonlyMap<ServiceName, { runtime: InProcessService }>;
}): Promise<RunningGateway> => {
  const { settings, bus, port, whyNotReady, log = createLog('gateway', settings.logLevel) } = options;
  const { clock = systemClock, inProcess = new Map() } = options;
  const ids = createIds(clock.now);
  const tokens = createTokens({ clock, secret: settings.jwtSecret, previousSecret: settings.jwtSecretPrevious });
  const assertions = createAssertions({ clock, keys: settings.serviceKeys });
  const overHttp = createHttpServiceClient({ urls: settings.serviceUrls, assertions, clock });
  const services = createInProcessServiceClient(inProcess, overHttp);
  const gateway = createGateway({ settings, bus, clock, ids, log, tokens, assertions, services });
  const dependencies = createDependencyHealth({ isReady: services.isReady, ping: bus.ping, clock });
  const metrics = createGatewayMetrics(gateway, bus, dependencies);
  const app = createGatewayApp({
    gateway,
    dependencies,
    metrics,
    settings,
    clock,
    ids,
    log,
    ...(whyNotReady && { whyNotReady }),
  });
  const servers: { port: number; stop(): Promise<void> }[] = [];
  const stop = async () => {
    // Streams first: the server waits for open responses.
    await gateway.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await services.close();
  };
  try {
    await gateway.start();
    const server = await listen(app, port, HOSTS[settings.listen]);
    servers.push(server);
    const metricsServer = await serveMetrics(metrics, settings);
    if (metricsServer) servers.push(metricsServer);
    return { port: server.port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
