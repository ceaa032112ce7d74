import { readFileSync, writeFileSync } from 'node:fs';
import {
  EVENT_TYPES,
  EVENTS,
  type EventType,
  OPERATIONS,
  type OperationId,
  SERVICES,
  type ServiceName,
} from '@piecework/contracts';
import { declaredServices } from '../services';
import { FLOWS, type Flow } from './event-flows';
import { readCommand, runCommand } from './with-services';

const FILE = 'docs/architecture.md';
const BEGIN = '<!-- npm run docs:events draws what follows from the code; do not edit it -->';
const END = '<!-- end of what is drawn -->';

/** The call or the event that causes a service to emit an event. */
interface Source {
  service: ServiceName;
  cause: { call: string } | { event: EventType };
}

interface Declared {
  sources: ReadonlyMap<EventType, readonly Source[]>;
  listeners: ReadonlyMap<EventType, readonly ServiceName[]>;
}

const readDeclared = (): Declared => {
  const services = declaredServices();
  const sources = new Map<EventType, Source[]>(EVENT_TYPES.map((type) => [type, []]));
  for (const service of SERVICES) {
    const { operations, consumers, internal = {} } = services[service];
    const add = (emits: readonly EventType[], cause: Source['cause']) => {
      for (const type of emits) sources.get(type)?.push({ service, cause });
    };
    for (const [id, { emits }] of Object.entries(operations)) {
      const { method, path } = OPERATIONS[id as OperationId];
      add(emits, { call: `${method} ${path}` });
    }
    for (const [name, { emits }] of Object.entries(internal)) add(emits, { call: `internal ${name}` });
    for (const { on, emits } of consumers) add(emits, { event: on });
  }
  const listening = (type: EventType) =>
    SERVICES.filter((service) => services[service].consumers.some(({ on }) => on === type));
  return { sources, listeners: new Map(EVENT_TYPES.map((type) => [type, listening(type)])) };
};

const node = (text: string) => text.replace(/[^a-zA-Z0-9]+/g, '_');

/** The subgraph of the declared events that a flow covers. A label names the service that consumes one event and emits another. */
const diagram = ({ title, calls, events }: Flow, { sources, listeners }: Declared): string => {
  const event = (type: EventType) => `${node(type)}(["${type}"])`;
  const lines: string[] = [];
  /** `event service` pairs of consumers that emit in response: they already label an arrow. */
  const speakers = new Set<string>();
  for (const type of events) {
    const told = (sources.get(type) ?? []).filter(({ cause }) =>
      'call' in cause ? calls.includes(cause.call) : events.includes(cause.event),
    );
    if (told.length === 0) throw new Error(`In the flow '${title}' nothing leads to ${type}`);
    for (const { service, cause } of told) {
      if ('event' in cause) speakers.add(`${cause.event} ${service}`);
      const from = 'call' in cause ? `${node(cause.call)}["${cause.call}"]` : event(cause.event);
      lines.push(`  ${from} -- ${service} --> ${event(type)}`);
    }
  }
  for (const type of events) {
    for (const listener of listeners.get(type) ?? []) {
      if (!speakers.has(`${type} ${listener}`))
        lines.push(`  ${event(type)} -.-> ${listener}{{"${listener}"}}`);
    }
  }
  return `### ${title}\n\n${['```mermaid', 'flowchart LR', ...lines, '```'].join('\n')}`;
};

const causeOf = ({ cause }: Source) => `\`${'call' in cause ? cause.call : cause.event}\``;

const drawn = (declared: Declared): string => {
  const rows = EVENT_TYPES.map(
    (type) =>
      `| \`${type}\` | ${EVENTS[type].topic} | ${EVENTS[type].version} | ${(declared.sources.get(type) ?? []).map(causeOf).join('<br>')} | ${(declared.listeners.get(type) ?? []).join(', ')} |`,
  );
  return `Emitting an undeclared event throws, so these diagrams are complete. Boxes are calls, round shapes are events. A solid arrow names the
service that emits the second in response to the first, a dotted one leads to a service that consumes the event without emitting another.

${FLOWS.map((flow) => diagram(flow, declared)).join('\n\n')}

### Every event

| event | topic | version | emitted in response to | consumed by |
|---|---|---|---|---|
${rows.join('\n')}`;
};

/** The page with its generated part redrawn from the code. */
const redrawn = (page: string): string => {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) {
    throw new Error(`${FILE} has no section for the events: add these two lines:\n${BEGIN}\n${END}`);
  }
  return `${page.slice(0, begin + BEGIN.length)}\n\n${drawn(readDeclared())}\n\n${page.slice(end)}`;
};

/** Events that no service emits, and events and calls that no flow covers. */
const leftOut = (): string[] => {
  const { sources } = readDeclared();
  const isInFlow = (type: EventType) => FLOWS.some(({ events }) => events.includes(type));
  const calls = [...sources.values()].flat().flatMap(({ cause }) => ('call' in cause ? [cause.call] : []));
  return [
    ...EVENT_TYPES.filter((type) => sources.get(type)?.length === 0).map(
      (type) => `${type} is emitted by no service.`,
    ),
    ...EVENT_TYPES.filter((type) => !isInFlow(type)).map(
      (type) => `${type} is in no flow of event-flows.ts.`,
    ),
    ...[...new Set(calls)]
      .filter((call) => !FLOWS.some((flow) => flow.calls.includes(call)))
      .map((call) => `${call} is in no flow of event-flows.ts.`),
  ];
};

/** `npm run docs:events` draws the event flows in docs/architecture.md; with `--check` it only reports whether they differ from the code. */
void runCommand(async () => {
  const { values } = readCommand({ check: { type: 'boolean' } });
  const faults = leftOut();
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    return 1;
  }
  const before = readFileSync(FILE, 'utf8');
  const now = redrawn(before);
  if (values.check && before !== now) {
    console.error(`${FILE} has drifted from the code: run npm run docs:events and commit it.`);
    return 1;
  }
  if (!values.check) writeFileSync(FILE, now);
  console.log(values.check ? `${FILE} is up to date.` : `${FILE} is drawn.`);
  return 0;
});
