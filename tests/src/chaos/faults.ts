import { pause } from '@piecework/base/testing';
import {
  EVENTS,
  type EventType,
  type ParkedEvent,
  SERVICES,
  type ServiceName,
  type TOPICS,
} from '@piecework/contracts';
import { consumedEvents } from '@piecework/stack';
import { CommandError } from './docker-commands';
import type { Stack } from './stack';

export interface Fault {
  name: string;
  /** Part of the short form. */
  isShort?: true;
  /** Milliseconds from the end of `inject` until every service is ready and has caught up. */
  recoversWithin: number;
  /** Why this stack does not support the fault, or null. */
  unavailableReason?: (stack: Stack) => string | null;
  /** Injects the fault, and ends it if it lasts. The recovery time starts when this resolves. */
  inject(stack: Stack): Promise<void>;
  /** Removes effects that would disturb the next fault. */
  cleanUp?: (stack: Stack) => Promise<void>;
  /** Events that must be parked afterwards, as `service:key`. */
  parkedEvents?: () => readonly string[];
}

/** Recovery bound of a killed service. */
const SERVICE_WITHIN = 15_000;
/** Engines start slowly and elect a leader before the services can reconnect. */
const ENGINE_WITHIN = 60_000;

const KAFKA = '/opt/kafka/bin';
/** The listener without authentication. */
const BROKER = ['--bootstrap-server', 'localhost:9094'];
const inKafka = async (stack: Stack, script: string, args: readonly string[], input?: string) => {
  const { code, output } = await stack.exec('kafka', [`${KAFKA}/${script}`, ...BROKER, ...args], input);
  if (code !== 0) throw new CommandError(`${script} ended with ${code}:\n${output}`);
  return output;
};

const killed = (service: ServiceName | 'gateway'): Fault => ({
  name: `kill −9 ${service}`,
  recoversWithin: SERVICE_WITHIN,
  inject: (stack) => stack.kill(service),
});

const engineKilled = (engine: 'kafka' | 'mongodb'): Fault => ({
  name: `kill −9 ${engine}`,
  recoversWithin: ENGINE_WITHIN,
  inject: (stack) => stack.kill(engine),
  ...(engine === 'mongodb' && { cleanUp: (stack: Stack) => stack.setMongoParameters() }),
});

const FROZEN_MS = 30_000;
const kafkaFrozen: Fault = {
  name: 'Kafka frozen for 30 s',
  recoversWithin: ENGINE_WITHIN,
  inject: async (stack) => {
    await stack.compose('pause', 'kafka');
    try {
      await pause(FROZEN_MS);
    } finally {
      await stack.compose('unpause', 'kafka');
    }
  },
};

const toxiproxy = async (stack: Stack, method: string, path: string, body?: unknown) => {
  const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const { status, text } = await stack.request(`http://toxiproxy:8474${path}`, init);
  if (status < 200 || status > 299) throw new CommandError(`toxiproxy answered ${status} to ${path}: ${text}`);
};
const setProxy = (stack: Stack, enabled: boolean) => toxiproxy(stack, 'POST', '/proxies/mongodb', { enabled });

const mongoSlow: Fault = {
  name: 'wallet ↔ MongoDB slow by 2 s, then cut',
  recoversWithin: ENGINE_WITHIN,
  unavailableReason: ({ hasToxiproxy }) => (hasToxiproxy ? null : 'no toxiproxy between them'),
  inject: async (stack) => {
    const latency = { name: 'slow', type: 'latency', attributes: { latency: 2000, jitter: 0 } };
    await toxiproxy(stack, 'POST', '/proxies/mongodb/toxics', latency);
    await pause(10_000);
    // Closes open connections and refuses new ones.
    await setProxy(stack, false);
    await toxiproxy(stack, 'DELETE', '/proxies/mongodb/toxics/slow');
    await pause(5_000);
    await setProxy(stack, true);
  },
};

const gatewayRestarted: Fault = {
  name: 'gateway restarted in mid-request',
  isShort: true,
  recoversWithin: SERVICE_WITHIN,
  inject: async (stack) => {
    await stack.compose('restart', 'gateway');
  },
};

const scale = (stack: Stack, to: number) =>
  stack.compose(
    ...['up', '--detach', '--no-deps', '--no-recreate', '--wait'],
    ...['--scale', `submission=${to}`, '--scale', `wallet=${to}`, 'submission', 'wallet'],
  );
const scaledUpAndDown: Fault = {
  name: 'submission and wallet scaled to 2 and back',
  recoversWithin: SERVICE_WITHIN,
  inject: async (stack) => {
    await scale(stack, 2);
    await pause(5_000);
    await scale(stack, 1);
  },
};

const RESET = ['submission', 'wallet'] as const satisfies readonly ServiceName[];
const offsetsReset: Fault = {
  name: 'offsets of submission and wallet reset to earliest',
  recoversWithin: ENGINE_WITHIN,
  inject: async (stack) => {
    await stack.compose('stop', ...RESET);
    for (const service of RESET)
      await inKafka(stack, 'kafka-consumer-groups.sh', [
        ...['--group', `piecework.${service}`, '--all-topics'],
        ...['--reset-offsets', '--to-earliest', '--execute'],
      ]);
    await stack.compose('start', ...RESET);
  },
};

const FILLER = '/log/filler';
const FULL_MS = 20_000;
const diskFull: Fault = {
  name: 'disk of the event log full',
  recoversWithin: 2 * ENGINE_WITHIN,
  unavailableReason: ({ hasSmallDisk }) => (hasSmallDisk ? null : 'its disk must not be filled'),
  inject: async (stack) => {
    // Ends when the disk is full.
    await stack.exec('log-disk', ['sh', '-c', `cat /dev/zero > ${FILLER}`]);
    await pause(FULL_MS);
    await stack.exec('log-disk', ['rm', FILLER]);
  },
};

/** Services that consume a matching event type. */
const consumersOf = (matches: (type: EventType) => boolean): ServiceName[] =>
  SERVICES.filter((service) => consumedEvents()[service].some(matches));

const MALFORMED = 'chaos-malformed';
const UNKNOWN_VERSION = 'chaos-unknown-version';
const OVERSIZED = 'chaos-oversized';
const TOPIC = 'submission' satisfies (typeof TOPICS)[number];
const TYPE = 'submission.approved' satisfies EventType;

/** A valid event except for its version. */
const eventOfUnknownVersion = () => ({
  eventId: `${UNKNOWN_VERSION}-${Date.now()}`,
  type: TYPE,
  version: EVENTS[TYPE].version + 1,
  occurredAt: new Date().toISOString(),
  aggregateId: UNKNOWN_VERSION,
  correlationId: UNKNOWN_VERSION,
  causationId: null,
  actor: null,
  data: {},
});

const produce = (stack: Stack, key: string, value: string) =>
  inKafka(
    stack,
    'kafka-console-producer.sh',
    ['--topic', `piecework.${TOPIC}`, '--property', 'parse.key=true', '--property', 'key.separator=|'],
    `${key}|${value}\n`,
  );

const badEvents: Fault = {
  name: 'malformed, oversized and unknown events',
  isShort: true,
  recoversWithin: SERVICE_WITHIN,
  inject: async (stack) => {
    await produce(stack, MALFORMED, '{"this is": no JSON');
    await produce(stack, UNKNOWN_VERSION, JSON.stringify(eventOfUnknownVersion()));
    await produce(stack, OVERSIZED, JSON.stringify({ filler: 'x'.repeat(900_000) }));
  },
  parkedEvents: () => {
    // The others are no events and are quarantined.
    return consumersOf((type) => type === TYPE).map((service) => `${service}:${UNKNOWN_VERSION}`);
  },
};

/** In this order: faults with lasting effects come last. */
export const FAULTS: readonly Fault[] = [
  ...(['user', 'task', 'submission', 'media', 'gateway'] as const).map(killed),
  { ...killed('wallet'), isShort: true },
  { ...engineKilled('kafka'), isShort: true },
  engineKilled('mongodb'),
  kafkaFrozen,
  mongoSlow,
  gatewayRestarted,
  scaledUpAndDown,
  offsetsReset,
  diskFull,
  badEvents,
];

/** Key of a parked event in `Fault.parkedEvents`. */
export const parkedEventKey = ({ service, aggregateId }: ParkedEvent): string => `${service}:${aggregateId}`;
