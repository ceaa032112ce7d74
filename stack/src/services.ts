import { createIds, createSignals, silentLog, systemClock } from '@piecework/base';
import { readSettings } from '@piecework/config';
import type { EventType, ServiceName } from '@piecework/contracts';
import { createTokens } from '@piecework/identity';
import { mediaService } from '@piecework/media';
import { notificationService } from '@piecework/notification';
import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { submissionService } from '@piecework/submission';
import { taskService } from '@piecework/task';
import { userService } from '@piecework/user';
import { walletService } from '@piecework/wallet';

/** All services, in port order. */
export const SERVICE_MODULES = [
  userService,
  taskService,
  submissionService,
  walletService,
  mediaService,
  notificationService,
] as const;

const SETTINGS = readSettings({}, 'job');

/** A null object for dependencies that a service touches while it is constructed. */
const inert: unknown = new Proxy(() => {}, { get: () => inert, apply: () => inert });

/** Dependencies that are enough to construct a service and read its declarations, but not to run it. */
const NOTHING = {
  settings: SETTINGS,
  clock: systemClock,
  ids: createIds(),
  log: silentLog,
  signals: createSignals(systemClock),
  tokens: createTokens({ clock: systemClock, secret: SETTINGS.jwtSecret }),
  store: inert,
} as ServiceDeps;

/** The declarations of each service: operations, consumers, and the events that they emit. */
export const declaredServices = (): Record<ServiceName, Service> =>
  Object.fromEntries(SERVICE_MODULES.map((module) => [module.name, module.create(NOTHING)])) as unknown as Record<
    ServiceName,
    Service
  >;

/** Event types that each service consumes. */
export const consumedEvents = (): Record<ServiceName, readonly EventType[]> =>
  Object.fromEntries(
    Object.entries(declaredServices()).map(([name, { consumers }]) => [name, consumers.map(({ on }) => on)]),
  ) as unknown as Record<ServiceName, readonly EventType[]>;
