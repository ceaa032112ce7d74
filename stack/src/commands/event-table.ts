import {
  EVENT_TYPES,
  EVENTS,
  type EventType,
  OPERATIONS,
  type OperationId,
  SERVICES,
  type ServiceName,
} from '@piecework/contracts';
import type { Service } from '@piecework/service-runtime';

/** The call, the timer or the event that causes a service to emit an event. */
interface Source {
  service: ServiceName;
  cause: { start: string } | { event: EventType };
}

export interface Declared {
  sources: ReadonlyMap<EventType, readonly Source[]>;
  listeners: ReadonlyMap<EventType, readonly ServiceName[]>;
}

export const collectSources = (services: Record<ServiceName, Service>): Declared => {
  const sources = new Map<EventType, Source[]>(EVENT_TYPES.map((type) => [type, []]));
  for (const service of SERVICES) {
    const { operations, consumers, internal = {}, timers = [] } = services[service];
    const add = (emits: readonly EventType[], cause: Source['cause']) => {
      for (const type of emits) sources.get(type)?.push({ service, cause });
    };
    for (const [id, { emits }] of Object.entries(operations)) {
      const { method, path } = OPERATIONS[id as OperationId];
      add(emits, { start: `${method} ${path}` });
    }
    for (const [name, { emits }] of Object.entries(internal)) add(emits, { start: `internal ${name}` });
    for (const { name, emits } of timers) add(emits, { start: `timer ${name}` });
    for (const { on, emits } of consumers) add(emits, { event: on });
  }
  const listening = (type: EventType) =>
    SERVICES.filter((service) => services[service].consumers.some(({ on }) => on === type));
  return { sources, listeners: new Map(EVENT_TYPES.map((type) => [type, listening(type)])) };
};

const sourcesOf = ({ sources }: Declared, type: EventType) => sources.get(type) ?? [];

export const tableOfEvents = (declared: Declared): string => {
  const rows = EVENT_TYPES.map((type) => {
    const sources = sourcesOf(declared, type);
    const producers = [...new Set(sources.map(({ service }) => service))];
    const causes = sources.map(({ cause }) => `\`${'event' in cause ? cause.event : cause.start}\``);
    const cells = [producers, declared.listeners.get(type) ?? [], causes].map((cell) => cell.join(', '));
    return `| ${[`\`${type}\``, EVENTS[type].version, ...cells].join(' | ')} |`;
  });
  return ['| event | version | producer | consumers | in response to |', '|---|---|---|---|---|', ...rows].join('\n');
};

/** Events that follow from no call and no timer, and events of a producer that does not own their topic. */
export const eventFaults = (declared: Declared): string[] => {
  const reached = new Set<EventType>();
  const isReached = (type: EventType) =>
    sourcesOf(declared, type).some(({ cause }) => 'start' in cause || reached.has(cause.event));
  for (let before = -1; before < reached.size; ) {
    before = reached.size;
    for (const type of EVENT_TYPES) if (isReached(type)) reached.add(type);
  }
  return EVENT_TYPES.flatMap((type) => [
    ...(reached.has(type) ? [] : [`${type} follows from no call and no timer.`]),
    ...sourcesOf(declared, type)
      .filter(({ service }) => service !== EVENTS[type].topic)
      .map(({ service }) => `${service} emits ${type}, an event of the topic ${EVENTS[type].topic}.`),
  ]);
};
