import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ROLES } from '@piecework/contracts/constants';
import { FRONT_PORTS, FRONTS, type FrontName, REMOTES } from '@piecework/federation/fronts';
import { addressOf, pageKeyOf } from '@piecework/federation/page-addresses';
import type { RemoteManifest } from '@piecework/web-kit';
import ownPages from '../../shell/public/own-pages.json';
import { tableUnder } from './support/operations-page';

// Files that cannot derive from packages/federation/src/fronts.mjs and mf-*/src/manifest.mjs agree with them. A failure shows the text that has to be added.

const COMPOSE = readFileSync('docker-compose.yml', 'utf8');
/** A port in docker-compose.yml: PORT_PREFIX is its first two digits. */
const portOf = (front: FrontName, prefix = `\${PORT_PREFIX}`) =>
  `${prefix}${String(FRONT_PORTS[front]).padStart(2, '0')}`;

const missing = (from: string, parts: readonly string[]) => parts.filter((part) => !from.includes(part));

const manifests: RemoteManifest[] = [];
beforeAll(async () => {
  for (const front of REMOTES) manifests.push((await import(`../../${front}/src/manifest.mjs`)).manifest);
});
const pagesOf = (role: RemoteManifest['role']) =>
  manifests.flatMap((manifest) => (manifest.role === role ? manifest.pages : []));

test('remotes have distinct ports and pages, and none of the shell’s', () => {
  const ports = Object.values(FRONT_PORTS);
  expect(new Set(ports).size).toBe(ports.length);
  const owned = manifests.flatMap(({ role, pages }) => [
    ...new Set(pages.map((page) => pageKeyOf(addressOf(role, page)))),
  ]);
  const all = [...owned, ...ownPages.map(pageKeyOf)];
  expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
});

test('menus and first views lead to pages of the role', () => {
  for (const { role, menu, pages, firstViews = [] } of manifests) {
    expect(
      missing(
        pagesOf(role).join('\n'),
        menu.map(({ to }) => to),
      ),
    ).toEqual([]);
    for (const page of firstViews) expect(pages).toContain(page);
  }
});

test.each(ROLES)(
  'the web app manifest of a %s differs in its shortcuts only, which lead to pages of the role',
  (role) => {
    const read = (name: string) => JSON.parse(readFileSync(`shell/public/${name}.webmanifest`, 'utf8'));
    const { shortcuts, ...rest } = read(role);
    expect(rest).toEqual(read('manifest'));
    expect(shortcuts.length).toBeGreaterThan(1);
    for (const { url, icons } of shortcuts) {
      expect(pagesOf(role)).toContain(url.replace('/dashboard/', ''));
      for (const { src } of icons) expect(existsSync(`shell/public/${src}`)).toBe(true);
    }
  },
);

test('the mf-* folders are the remotes of the manifest', () => {
  const folders = readdirSync('.').filter((name) => name.startsWith('mf-'));
  expect(folders.sort()).toEqual([...REMOTES].sort());
  for (const front of FRONTS) expect([front, existsSync(`${front}/src`)]).toEqual([front, true]);
});

test('docker-compose.yml has a service for each remote', () => {
  const blocks = REMOTES.map(
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
  const ports = REMOTES.map((front) => `- "\${PUBLISH_ADDRESS:-127.0.0.1}:${portOf(front)}:${portOf(front)}"`);
  expect(missing(COMPOSE, ports)).toEqual([]);
  const nginx = readFileSync('docker/proxy/nginx.conf', 'utf8');
  const prefixed = REMOTES.map((front) => [front, portOf(front, 'PREFIX')] as const);
  const lines = prefixed.flatMap(([front, port]) => [`    ${port} ${front}:${port};\n`, `    listen ${port};\n`]);
  expect(missing(nginx, lines)).toEqual([]);
  const names = prefixed.map(([front, port]) => `  ${front}.TLS_HOST ${front}:${port};\n`);
  expect(missing(readFileSync('docker/proxy/tls.conf', 'utf8'), names)).toEqual([]);
  const [, order = ''] = /^order="(.*)"$/m.exec(readFileSync('docker/deploy.sh', 'utf8')) ?? [];
  expect(missing(order, REMOTES)).toEqual([]);
});

test('docker/compose.logs.yml collects the logs of every container', () => {
  const services = COMPOSE.slice(COMPOSE.indexOf('\nservices:\n'), COMPOSE.indexOf('\nvolumes:\n'));
  const lines = [...services.matchAll(/^ {2}([\w-]+):/gm)].map(([, name]) => `\n  ${name}: *logged\n`);
  expect(lines.length).toBeGreaterThan(REMOTES.length);
  expect(missing(readFileSync('docker/compose.logs.yml', 'utf8'), lines)).toEqual([]);
});

test('the shell of docker-compose.yml reads the first views of each remote', () => {
  const manifests = REMOTES.map(
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
  for (const front of REMOTES) expect([front, ports[front]]).toEqual([front, `P+${FRONT_PORTS[front]}`]);
});
