import { readFileSync, writeFileSync } from 'node:fs';
import {
  EVENT_TYPES,
  EVENTS,
  type EventType,
  OPERATIONS,
  type OperationId,
  SERVICES,
} from '@piecework/contracts';
import { declaredServices } from '../services';
import { readCommand, runCommand } from './with-services';

const FILE = 'docs/events.md';

/** Who says an event: an operation or a consumer of a service. */
interface Source {
  service: string;
  cause: string;
}

const sourcesOf = (services: ReturnType<typeof declaredServices>): Map<EventType, Source[]> => {
  const sources = new Map<EventType, Source[]>(EVENT_TYPES.map((type) => [type, []]));
  for (const service of SERVICES) {
    const { operations, consumers, internal = {} } = services[service];
    for (const [id, { emits }] of Object.entries(operations)) {
      const { method, path } = OPERATIONS[id as OperationId];
      for (const type of emits) sources.get(type)?.push({ service, cause: `${method} ${path}` });
    }
    for (const [name, { emits }] of Object.entries(internal)) {
      for (const type of emits) sources.get(type)?.push({ service, cause: `internal ${name}` });
    }
    for (const { on, emits } of consumers)
      for (const type of emits) sources.get(type)?.push({ service, cause: on });
  }
  return sources;
};

const listenersOf = (services: ReturnType<typeof declaredServices>, type: EventType): string[] =>
  SERVICES.filter((service) => services[service].consumers.some(({ on }) => on === type));

const node = (text: string) => text.replace(/[^a-zA-Z0-9]+/g, '_');

/** One picture per topic's owner: what sets it off, what it says, who listens. */
const diagram = (
  services: ReturnType<typeof declaredServices>,
  sources: Map<EventType, Source[]>,
  service: string,
): string => {
  const lines = new Set<string>();
  const own = EVENT_TYPES.filter((type) => sources.get(type)?.some((source) => source.service === service));
  for (const type of own) {
    for (const { service: by, cause } of sources.get(type) ?? []) {
      if (by !== service) continue;
      const isEvent = Object.hasOwn(EVENTS, cause);
      lines.add(
        `  ${node(cause)}${isEvent ? `(["${cause}"])` : `["${cause}"]`} --> ${node(type)}(["${type}"])`,
      );
    }
    for (const listener of listenersOf(services, type))
      lines.add(`  ${node(type)} -.-> ${listener}_service{{"${listener}"}}`);
  }
  return ['```mermaid', 'flowchart LR', ...[...lines].sort(), '```'].join('\n');
};

const page = (): string => {
  const services = declaredServices();
  const sources = sourcesOf(services);
  const rows = EVENT_TYPES.map((type) => {
    const said = (sources.get(type) ?? []).map(({ cause }) => `\`${cause}\``);
    return `| \`${type}\` | ${EVENTS[type].topic} | ${EVENTS[type].version} | ${said.join('<br>')} | ${listenersOf(services, type).join(', ')} |`;
  });
  const emitting = SERVICES.filter((service) =>
    [...sources.values()].flat().some((source) => source.service === service),
  );
  return `# Events

Drawn from the code by \`npm run docs:events\`; do not edit. Emitting an event that is not declared throws, so what stands here is what happens.
Boxes are calls, round shapes are events, hexagons are services that take them in.

| event | topic | version | said because of | taken in by |
|---|---|---|---|---|
${rows.join('\n')}

${emitting.map((service) => `## The ${service} service\n\n${diagram(services, sources, service)}`).join('\n\n')}
`;
};

/** `npm run docs:events` writes ${FILE}; with `--check` it only says whether the page has drifted from the code. */
void runCommand(async () => {
  const { values } = readCommand({ check: { type: 'boolean' } });
  const now = page();
  const dead = [...sourcesOf(declaredServices())]
    .filter(([, said]) => said.length === 0)
    .map(([type]) => type);
  if (dead.length > 0) {
    console.error(`Events that nobody says: ${dead.join(', ')}`);
    return 1;
  }
  if (!values.check) {
    writeFileSync(FILE, now);
    console.log(`${FILE} is written.`);
    return 0;
  }
  if (readFileSync(FILE, 'utf8') === now) {
    console.log(`${FILE} is what the code says.`);
    return 0;
  }
  console.error(`${FILE} has drifted from the code: run npm run docs:events and commit it.`);
  return 1;
});
