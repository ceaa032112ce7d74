import {
  EVENTS,
  type EventType,
  type ParkedEvent,
  SERVICES,
  type ServiceName,
  type TOPICS,
} from '@piecework/contracts';
import { consumedEvents } from '@piecework/local-stack';
import { CommandError } from './docker';
import type { Stack } from './stack';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface Fault {
  name: string;
  /** Part of the short form. */
  isShort?: true;
  /** Milliseconds from the end of `strike` until everybody is ready and has caught up. */
  recoversWithin: number;
  /** Why it cannot be had on this stack, or null. */
  whyNot?: (stack: Stack) => string | null;
  /** Brings it about, and where it lasts ends it: the time to recover begins when this resolves. */
  strike(stack: Stack): Promise<void>;
  /** Puts right what would be in the way of the next one. */
  tidy?: (stack: Stack) => Promise<void>;
  /** Events that have to be parked afterwards, by `service:key`. */
  parks?: () => readonly string[];
}

/** The issue's own bound for a service that was killed. */
const SERVICE_WITHIN = 15_000;
/** The engines take their time to start and to elect; the services, which wait, come after them. */
const ENGINE_WITHIN = 60_000;

const KAFKA = '/opt/kafka/bin';
/** Where nobody has to log in. */
const BROKER = ['--bootstrap-server', 'localhost:9094'];
const inKafka = async (stack: Stack, script: string, args: readonly string[], input?: string) => {
  const { code, said } = await stack.exec('kafka', [`${KAFKA}/${script}`, ...BROKER, ...args], input);
  if (code !== 0) throw new CommandError(`${script} ended with ${code}:\n${said}`);
  return said;
};

const killed = (service: ServiceName | 'gateway'): Fault => ({
  name: `kill −9 ${service}`,
  recoversWithin: SERVICE_WITHIN,
  strike: (stack) => stack.kill(service),
});

const engineKilled = (engine: 'kafka' | 'mongodb'): Fault => ({
  name: `kill −9 ${engine}`,
  recoversWithin: ENGINE_WITHIN,
  strike: (stack) => stack.kill(engine),
  ...(engine === 'mongodb' && { tidy: (stack: Stack) => stack.setMongo() }),
});

const FROZEN_MS = 30_000;
const frozen: Fault = {
  name: 'Kafka frozen for 30 s',
  recoversWithin: ENGINE_WITHIN,
  strike: async (stack) => {
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
  const { status, text } = await stack.ask(`http://toxiproxy:8474${path}`, init);
  if (status < 200 || status > 299)
    throw new CommandError(`toxiproxy answered ${status} to ${path}: ${text}`);
};
const setProxy = (stack: Stack, enabled: boolean) =>
  toxiproxy(stack, 'POST', '/proxies/mongodb', { enabled });

const slow: Fault = {
  name: 'wallet ↔ MongoDB slow by 2 s, then cut',
  recoversWithin: ENGINE_WITHIN,
  whyNot: ({ hasToxiproxy }) => (hasToxiproxy ? null : 'there is no toxiproxy between them'),
  strike: async (stack) => {
    const latency = { name: 'slow', type: 'latency', attributes: { latency: 2000, jitter: 0 } };
    await toxiproxy(stack, 'POST', '/proxies/mongodb/toxics', latency);
    await pause(10_000);
    // Cuts what is open and refuses what is new.
    await setProxy(stack, false);
    await toxiproxy(stack, 'DELETE', '/proxies/mongodb/toxics/slow');
    await pause(5_000);
    await setProxy(stack, true);
  },
};

const restarted: Fault = {
  name: 'gateway restarted in mid-request',
  isShort: true,
  recoversWithin: SERVICE_WITHIN,
  strike: async (stack) => {
    await stack.compose('restart', 'gateway');
  },
};

const scale = (stack: Stack, to: number) =>
  stack.compose(
    ...['up', '--detach', '--no-deps', '--no-recreate', '--wait'],
    ...['--scale', `submission=${to}`, '--scale', `wallet=${to}`, 'submission', 'wallet'],
  );
const rebalanced: Fault = {
  name: 'submission and wallet scaled to 2 and back',
  recoversWithin: SERVICE_WITHIN,
  strike: async (stack) => {
    await scale(stack, 2);
    await pause(5_000);
    await scale(stack, 1);
  },
};

const RESET = ['submission', 'wallet'] as const satisfies readonly ServiceName[];
const reset: Fault = {
  name: 'offsets of submission and wallet reset to earliest',
  recoversWithin: ENGINE_WITHIN,
  strike: async (stack) => {
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
const full: Fault = {
  name: 'disk of the event log full',
  recoversWithin: 2 * ENGINE_WITHIN,
  whyNot: ({ hasSmallDisk }) => (hasSmallDisk ? null : 'its disk is not ours to fill'),
  strike: async (stack) => {
    // Ends when nothing more fits in.
    await stack.exec('log-disk', ['sh', '-c', `cat /dev/zero > ${FILLER}`]);
    await pause(FULL_MS);
    await stack.exec('log-disk', ['rm', FILLER]);
  },
};

/** Services that hear of events on a topic, by what they say themselves. */
const hearersOf = (hears: (type: EventType) => boolean): ServiceName[] =>
  SERVICES.filter((service) => consumedEvents()[service].some(hears));

const MALFORMED = 'chaos-malformed';
const UNKNOWN_VERSION = 'chaos-unknown-version';
const OVERSIZED = 'chaos-oversized';
const TOPIC = 'submission' satisfies (typeof TOPICS)[number];
const TYPE = 'submission.approved' satisfies EventType;

/** An event that is right but for its version. */
const ofTomorrow = () => ({
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

const bad: Fault = {
  name: 'malformed, oversized and unknown events',
  isShort: true,
  recoversWithin: SERVICE_WITHIN,
  strike: async (stack) => {
    await produce(stack, MALFORMED, '{"this is": no JSON');
    await produce(stack, UNKNOWN_VERSION, JSON.stringify(ofTomorrow()));
    await produce(stack, OVERSIZED, JSON.stringify({ filler: 'x'.repeat(900_000) }));
  },
  parks: () => {
    const ofTopic = hearersOf((type) => EVENTS[type].topic === TOPIC);
    const ofType = hearersOf((type) => type === TYPE);
    return [
      ...ofTopic.map((service) => `${service}:${MALFORMED}`),
      ...ofType.map((service) => `${service}:${UNKNOWN_VERSION}`),
      ...ofTopic.map((service) => `${service}:${OVERSIZED}`),
    ];
  },
};

/** In the order in which they come: what leaves something behind comes last. */
export const FAULTS: readonly Fault[] = [
  ...(['user', 'task', 'submission', 'media', 'gateway'] as const).map(killed),
  { ...killed('wallet'), isShort: true },
  { ...engineKilled('kafka'), isShort: true },
  engineKilled('mongodb'),
  frozen,
  slow,
  restarted,
  rebalanced,
  reset,
  full,
  bad,
];

/** How a parked event is known here. */
export const nameOfParked = ({ service, aggregateId }: ParkedEvent): string => `${service}:${aggregateId}`;
