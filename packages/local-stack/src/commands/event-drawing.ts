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
import type { Flow } from './event-flows';

/** The call, the timer or the event that causes a service to emit an event. */
interface Source {
  service: ServiceName;
  cause: { call: string } | { timer: string } | { event: EventType };
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
      add(emits, { call: `${method} ${path}` });
    }
    for (const [name, { emits }] of Object.entries(internal)) add(emits, { call: `internal ${name}` });
    for (const { name, emits } of timers) add(emits, { timer: `timer ${name}` });
    for (const { on, emits } of consumers) add(emits, { event: on });
  }
  const listening = (type: EventType) =>
    SERVICES.filter((service) => services[service].consumers.some(({ on }) => on === type));
  return { sources, listeners: new Map(EVENT_TYPES.map((type) => [type, listening(type)])) };
};

/** As a flow names its start; undefined for an event. */
const startOf = (cause: Source['cause']): string | undefined =>
  'call' in cause ? cause.call : 'timer' in cause ? cause.timer : undefined;

const node = (text: string) => text.replace(/[^a-zA-Z0-9]+/g, '_');

const event = (type: EventType) => `${node(type)}(["${type}"])`;
const shapeOf = (cause: Source['cause']): string => {
  if ('event' in cause) return event(cause.event);
  return 'call' in cause
    ? `${node(cause.call)}["${cause.call}"]`
    : `${node(cause.timer)}(("${cause.timer}"))`;
};

/** The subgraph of the declared events that a flow covers. A label names the service that consumes one event and emits another. */
const diagram = ({ title, calls, events }: Flow, { sources, listeners }: Declared): string => {
  const lines: string[] = [];
  /** `event service` pairs of consumers that emit in response: they already label an arrow. */
  const responders = new Set<string>();
  for (const type of events) {
    const emitters = (sources.get(type) ?? []).filter(({ cause }) =>
      'event' in cause ? events.includes(cause.event) : calls.includes(startOf(cause) ?? ''),
    );
    if (emitters.length === 0) throw new Error(`In the flow '${title}' nothing leads to ${type}`);
    for (const { service, cause } of emitters) {
      if ('event' in cause) responders.add(`${cause.event} ${service}`);
      const from = shapeOf(cause);
      lines.push(`  ${from} -- ${service} --> ${event(type)}`);
    }
  }
  for (const type of events) {
    for (const listener of listeners.get(type) ?? []) {
      if (!responders.has(`${type} ${listener}`))
        lines.push(`  ${event(type)} -.-> ${listener}{{"${listener}"}}`);
    }
  }
  return `### ${title}\n\n${['```mermaid', 'flowchart LR', ...lines, '```'].join('\n')}`;
};

const causeOf = ({ cause }: Source) => `\`${'event' in cause ? cause.event : startOf(cause)}\``;

export const drawEvents = (declared: Declared, flows: readonly Flow[]): string => {
  const rows = EVENT_TYPES.map(
    (type) =>
      `| \`${type}\` | ${EVENTS[type].topic} | ${EVENTS[type].version} | ${(declared.sources.get(type) ?? []).map(causeOf).join('<br>')} | ${(declared.listeners.get(type) ?? []).join(', ')} |`,
  );
  return `Emitting an undeclared event throws, so these diagrams are complete. Boxes are calls, circles are timers, round shapes are events. A solid arrow names the
service that emits the second in response to the first, a dotted one leads to a service that consumes the event without emitting another.

${flows.map((flow) => diagram(flow, declared)).join('\n\n')}

### Every event

| event | topic | version | emitted in response to | consumed by |
|---|---|---|---|---|
${rows.join('\n')}`;
};

/** Events that no service emits, and events, calls and timers that no flow covers. */
export const leftOut = ({ sources }: Declared, flows: readonly Flow[]): string[] => {
  const isInFlow = (type: EventType) => flows.some(({ events }) => events.includes(type));
  const starts = [...sources.values()].flat().flatMap(({ cause }) => startOf(cause) ?? []);
  return [
    ...EVENT_TYPES.filter((type) => sources.get(type)?.length === 0).map(
      (type) => `${type} is emitted by no service.`,
    ),
    ...EVENT_TYPES.filter((type) => !isInFlow(type)).map(
      (type) => `${type} is in no flow of event-flows.ts.`,
    ),
    ...[...new Set(starts)]
      .filter((start) => !flows.some((flow) => flow.calls.includes(start)))
      .map((start) => `${start} is in no flow of event-flows.ts.`),
  ];
};
