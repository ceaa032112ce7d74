import { createIds, createSignals, silentLog, systemClock } from '@piecework/base';
import { readSettings } from '@piecework/config';
import type { EventType, ServiceName } from '@piecework/contracts';
import { createTokens } from '@piecework/identity';
import { mediaService } from '@piecework/media';
import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { submissionService } from '@piecework/submission';
import { taskService } from '@piecework/task';
import { userService } from '@piecework/user';
import { walletService } from '@piecework/wallet';

/** Every service of the product, in the order of their ports. */
export const SERVICE_MODULES = [
  userService,
  taskService,
  submissionService,
  walletService,
  mediaService,
] as const;

const SETTINGS = readSettings({}, 'job');

/** Answers nothing to whatever a service asks of it while it is being made. */
const inert: unknown = new Proxy(() => {}, { get: () => inert, apply: () => inert });

/** Dependencies that a service can be made of but not run with: to read what it declares. */
const NOTHING = {
  settings: SETTINGS,
  clock: systemClock,
  ids: createIds(),
  log: silentLog,
  signals: createSignals(systemClock),
  tokens: createTokens({ clock: systemClock, secret: SETTINGS.jwtSecret }),
  store: inert,
} as ServiceDeps;

/** What each service declares: its operations and consumers, with the events that they emit. */
export const declaredServices = (): Record<ServiceName, Service> =>
  Object.fromEntries(
    SERVICE_MODULES.map((module) => [module.name, module.create(NOTHING)]),
  ) as unknown as Record<ServiceName, Service>;

/** Events that each service takes in. */
export const consumedEvents = (): Record<ServiceName, readonly EventType[]> =>
  Object.fromEntries(
    Object.entries(declaredServices()).map(([name, { consumers }]) => [name, consumers.map(({ on }) => on)]),
  ) as unknown as Record<ServiceName, readonly EventType[]>;
