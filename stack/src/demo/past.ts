import { randomBytes } from 'node:crypto';
import { type Clock, createLog, DAY_MS, type Log, systemClock } from '@piecework/base';
import type { Settings } from '@piecework/config';
import type { EventEnvelope } from '@piecework/contracts';
import { type EventBus, readLog } from '@piecework/event-log';
import { createTokens } from '@piecework/identity';
import { eventFileOf, openBus, openStore, type RunningService, storeFileOf } from '@piecework/service-runtime/run';
import { testimonials, users } from '@piecework/user/stores';
import { createInternalClient } from '../internal-client';
import { startStack } from '../stack';
import { ensureDemoData } from './ensure';
import { serveNotice } from './notice';
import { until } from './parallel';
import { ADMIN } from './people';
import { TESTIMONIALS } from './testimonials';
import { OLDEST_DAYS } from './timeline';

/**
 * The demo data of an embedded store, spread over the past: the services run hidden, by a clock that the seed drives from then to now, and
 * stop before the real ones start (docs/adr/0047).
 */

/** Shows `time` or later and runs on in real time; timers fire in real time. */
export const createPastClock = (time: number): Clock & { moveTo(time: number): void } => {
  let behind = Date.now() - time;
  return {
    ...systemClock,
    now: () => Date.now() - behind,
    moveTo: (later) => {
      behind = Math.max(0, Math.min(behind, Date.now() - Math.round(later)));
    },
  };
};

/** As `isWanted`, before any service runs. */
const isWantedIn = async (settings: Settings): Promise<boolean> => {
  const store = await openStore(settings, 'user');
  try {
    await store.prepare([users, testimonials]);
    if ((await store.collection(users).countDocuments({})) === 0) return true;
    if (!(await store.collection(users).findOne({ email: ADMIN.email }))) return false;
    return !(await store.collection(testimonials).findOne({ quote: TESTIMONIALS.at(-1)?.quote ?? '' }));
  } finally {
    await store.close();
  }
};

const newestEventTime = async (bus: EventBus): Promise<number> => {
  let newest = 0;
  await readLog(bus, async ({ value }) => {
    const { occurredAt } = JSON.parse(value) as EventEnvelope;
    newest = Math.max(newest, Date.parse(occurredAt));
  });
  return newest;
};

/** An interrupted seed continues after its last event: the times of a store never go back. */
const startOf = async (settings: Settings, log: Log, now: number): Promise<number> => {
  const bus = await openBus(settings, log);
  try {
    return Math.min(now, Math.max(now - OLDEST_DAYS * DAY_MS, await newestEventTime(bus)));
  } finally {
    await bus.close();
  }
};

const isSettled = async (services: readonly RunningService[]): Promise<boolean> => {
  const gauges = services.flatMap(({ runtime }) => [
    runtime.gauges.piecework_outbox_pending?.value() ?? 0,
    runtime.gauges.piecework_consumer_lag?.value() ?? 0,
  ]);
  return (await Promise.all(gauges)).every((value) => value === 0);
};

/** Milliseconds. */
const SETTLE_POLL_MS = 2;

const untilSettled = async (services: readonly RunningService[]): Promise<void> => {
  // Twice: a handled event may have caused another one between the two readings of a service.
  for (let times = 0; times < 2; times++)
    await until('That all events are handled', async () => (await isSettled(services)) || undefined, SETTLE_POLL_MS);
};

/** An engine outside this process may serve other processes, with the time of their own clocks. */
const isEmbedded = (settings: Settings): boolean =>
  eventFileOf(settings) !== null && storeFileOf(settings, 'user') !== null;

/** @returns null when there is nothing to do; `done` rejects when the seed fails, and the caller stops the services in any case */
export const seedPast = async (
  settings: Settings,
  print: (line: string) => void,
  logOf: (part: string) => Log = (part) => createLog(part, settings.logLevel),
): Promise<{ done: Promise<void>; stop(): Promise<void> } | null> => {
  if (!isEmbedded(settings) || !(await isWantedIn(settings))) return null;
  const notice = await serveNotice(settings);
  try {
    return await runInPast(settings, print, logOf, notice);
  } catch (error) {
    await notice.stop();
    throw error;
  }
};

const runInPast = async (
  settings: Settings,
  print: (line: string) => void,
  logOf: (part: string) => Log,
  notice: { stop(): Promise<void> },
): Promise<{ done: Promise<void>; stop(): Promise<void> }> => {
  const clock = createPastClock(await startOf(settings, logOf('stack'), Date.now()));
  // Its own secret: no token of this time is valid later.
  const jwtSecret = randomBytes(32).toString('base64url');
  const hidden = { ...settings, jwtSecret, jwtSecretPrevious: undefined, metricsPort: undefined };
  const stack = await startStack(hidden, { logOf, hidden: { clock } });
  const tokens = createTokens({ clock, secret: jwtSecret });
  const { serviceUrls, gatewayUrl } = stack.addresses;
  const internal = createInternalClient({ serviceUrls, serviceKeys: settings.serviceKeys }, clock);
  const done = ensureDemoData({
    gateway: gatewayUrl,
    internal,
    print,
    past: {
      moveTo: async (time) => {
        await untilSettled([...stack.services.values()]);
        clock.moveTo(time);
      },
      settled: () => untilSettled([...stack.services.values()]),
      signAccess: tokens.signAccess,
    },
  });
  const stop = async () => {
    await notice.stop();
    await stack.stop();
  };
  return { done, stop };
};
