import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { FRONT_PORTS, FRONTS, type FrontName } from '@piecework/contracts/fronts';
import { REMOTES } from '@piecework/contracts/remotes';
import { tableUnder } from './support/operations-page';

// Files that cannot derive from packages/contracts/src/remotes.mjs agree with it. A failure shows the text that has to be added.

const COMPOSE = readFileSync('docker-compose.yml', 'utf8');
const remotes = FRONTS.filter((front) => front !== 'shell');
/** A port in docker-compose.yml: PORT_PREFIX is its first two digits. */
const portOf = (front: FrontName, prefix = `\${PORT_PREFIX}`) =>
  `${prefix}${String(FRONT_PORTS[front]).padStart(2, '0')}`;

const missing = (from: string, parts: readonly string[]) => parts.filter((part) => !from.includes(part));

test('remotes have distinct ports and paths', () => {
  const all = Object.values(REMOTES);
  const ports = all.map(({ port }) => port);
  expect(new Set(ports).size).toBe(ports.length);
  const owned = all.flatMap(({ role, paths }) => {
    const base = role ? '/dashboard/' : '/';
    return [...new Set(paths.map((path) => `${base}${path.split('/')[0]?.toLowerCase()}`))];
  });
  expect(new Set(owned).size).toBe(owned.length);
});

test('the mf-* folders are the remotes of the manifest', () => {
  const folders = readdirSync('.').filter((name) => name.startsWith('mf-'));
  expect(folders.sort()).toEqual([...remotes].sort());
  for (const front of FRONTS) expect([front, existsSync(`${front}/src`)]).toEqual([front, true]);
});

test('docker-compose.yml has a service for each remote', () => {
  const blocks = remotes.map(
    (front) => `
  ${front}:
    <<: *front
    image: piecework/${front}:\${PIECEWORK_VERSION}
    build: { dockerfile: docker/front.Dockerfile, args: { FRONT: ${front}, NODE_IMAGE: "\${NODE_IMAGE}" } }
    healthcheck: { <<: *health, test: [CMD, health.sh, "${portOf(front)}", /mf-manifest.json] }
`,
  );
  expect(missing(COMPOSE, blocks)).toEqual([]);
  const built = [...COMPOSE.matchAll(/args: \{ FRONT: ([\w-]+),/g)].map(([, front]) => front);
  expect(built.sort()).toEqual([...FRONTS].sort());
});

test('the proxy of docker-compose.yml publishes each remote, and a deploy replaces it', () => {
  const ports = remotes.map(
    (front) => `- "\${PUBLISH_ADDRESS:-127.0.0.1}:${portOf(front)}:${portOf(front)}"`,
  );
  expect(missing(COMPOSE, ports)).toEqual([]);
  const nginx = readFileSync('docker/proxy/nginx.conf', 'utf8');
  const prefixed = remotes.map((front) => [front, portOf(front, 'PREFIX')] as const);
  const lines = prefixed.flatMap(([front, port]) => [
    `    ${port} ${front}:${port};\n`,
    `    listen ${port};\n`,
  ]);
  expect(missing(nginx, lines)).toEqual([]);
  const names = prefixed.map(([front, port]) => `  ${front}.TLS_HOST ${front}:${port};\n`);
  expect(missing(readFileSync('docker/proxy/tls.conf', 'utf8'), names)).toEqual([]);
  const [, order = ''] = /^order="(.*)"$/m.exec(readFileSync('docker/deploy.sh', 'utf8')) ?? [];
  expect(missing(order, remotes)).toEqual([]);
});

test('docker/compose.logs.yml collects the logs of every container', () => {
  const services = COMPOSE.slice(COMPOSE.indexOf('\nservices:\n'), COMPOSE.indexOf('\nvolumes:\n'));
  const lines = [...services.matchAll(/^ {2}([\w-]+):/gm)].map(([, name]) => `\n  ${name}: *logged\n`);
  expect(lines.length).toBeGreaterThan(remotes.length);
  expect(missing(readFileSync('docker/compose.logs.yml', 'utf8'), lines)).toEqual([]);
});

test('the shell of docker-compose.yml reads the first views of each remote', () => {
  const manifests = remotes.map(
    (front) => `${front.replaceAll('-', '_')}=http://${front}:${portOf(front)}/mf-manifest.json`,
  );
  expect(missing(COMPOSE, [`INTERNAL_REMOTES: "${manifests.join(', ')}"`])).toEqual([]);
});

test('the shell of docker-compose.yml reads tasks at the gateways', () => {
  const shell = /\n {2}shell:\n([\s\S]*?)\n\n/.exec(COMPOSE)?.[1] ?? '';
  expect(missing(shell, [`GATEWAY_URL: http://proxy:\${PORT_PREFIX}80\n`])).toEqual([]);
});

test('docs/operations.md has the port of each remote', () => {
  const ports = Object.fromEntries(tableUnder('Ports').map(([port, what]) => [what, port]));
  for (const front of remotes) expect([front, ports[front]]).toEqual([front, `P+${FRONT_PORTS[front]}`]);
});
