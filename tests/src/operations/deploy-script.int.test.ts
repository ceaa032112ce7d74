import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// The decisions of docker/deploy.sh, with a double of Docker. tests/src/compose runs it with the real one.

interface Container {
  service: string;
  release: string;
  state: 'running' | 'exited';
  health: 'healthy' | 'unhealthy';
}

const [, order = ''] = /^order="(.*)"$/m.exec(readFileSync('docker/deploy.sh', 'utf8')) ?? [];
const PROGRAMS = order.split(/[ ,]/);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-deploy-'));
  writeFileSync(
    join(folder, 'docker'),
    `#!/bin/sh\nexec ${process.execPath} ${resolve('tests/src/operations/docker-double.mjs')} "$@"\n`,
    { mode: 0o755 },
  );
  // Without the pause after a drain.
  symlinkSync('/bin/true', join(folder, 'sleep'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const container = (service: string, differs: Partial<Container> = {}): Container => ({
  service,
  release: 'old',
  state: 'running',
  health: 'healthy',
  ...differs,
});
const stackOf = (differs: (service: string) => Partial<Container> | undefined = () => undefined) =>
  ['mongodb', 'kafka', 'proxy', 'gateway-2', ...PROGRAMS].map((service) =>
    container(service, {
      ...(['mongodb', 'kafka', 'proxy'].includes(service) && { release: 'new' }),
      ...differs(service),
    }),
  );

/** Deploys the release `new` over these containers. */
const deploy = async (
  containers: readonly Container[],
  { services = [], ...more }: { services?: string[]; broken?: string[]; outdated?: string[]; replicas?: object } = {},
) => {
  const file = join(folder, 'state.json');
  const ids = containers.map((one, index) => ({ ...one, id: `old-${one.service}-${index}.` }));
  writeFileSync(
    file,
    JSON.stringify({
      release: 'new',
      created: 0,
      drained: [],
      broken: [],
      outdated: [],
      replicas: {},
      ...more,
      containers: ids,
    }),
  );
  writeFileSync(`${file}.log`, '');
  const { code, output } = await new Promise<{ code: number; output: string }>((done) => {
    execFile(
      'sh',
      ['docker/deploy.sh', ...services],
      { env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, DOCKER_DOUBLE: file } },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
  const after = JSON.parse(readFileSync(file, 'utf8')) as { containers: Container[]; drained: string[] };
  return {
    code,
    output,
    log: readFileSync(`${file}.log`, 'utf8').trim().split('\n'),
    drained: after.drained,
    of: (service: string) =>
      after.containers
        .filter((one) => one.service === service)
        .map(({ release, state, health }) => `${release} ${state} ${health}`),
  };
};

const NEW = 'new running healthy';
const OLD = 'old running healthy';

test('replaces every program, and takes rights away last', async () => {
  const { code, log, of, drained, output } = await deploy(stackOf());
  expect([code, output]).toEqual([0, expect.not.stringContaining('leaves it')]);
  for (const service of ['gateway-2', ...PROGRAMS]) expect([service, of(service)]).toEqual([service, [NEW]]);
  expect([log.slice(0, 4), log.at(-1)]).toEqual([
    ['job replica-set', 'job indexes', 'job topics topics keep', 'up notification'],
    'job topics',
  ]);
  expect(log).toEqual(expect.arrayContaining(['up gateway (drained: gateway)', 'up gateway-2 (drained: gateway-2)']));
  expect(drained).toEqual([]);
});

test('replaces a service of which no container is healthy, such as one that the last release broke', async () => {
  const broken = stackOf((service) => (service === 'wallet' ? { health: 'unhealthy' } : undefined));
  const { code, of } = await deploy(broken, { services: ['wallet'] });
  expect([code, of('wallet')]).toEqual([0, [NEW]]);
  const current = stackOf((service) => (service === 'wallet' ? { release: 'new', health: 'unhealthy' } : undefined));
  expect((await deploy(current, { services: ['wallet'] })).code).toBe(0);
});

test('removes the broken replica of a service before it adds new ones', async () => {
  const containers = [...stackOf(), container('wallet', { health: 'unhealthy' })];
  const { code, of } = await deploy(containers, { services: ['wallet'], replicas: { wallet: 2 } });
  expect([code, of('wallet')]).toEqual([0, [NEW, NEW]]);
});

test('removes what does not become healthy, and the old one continues', async () => {
  const { code, of, output } = await deploy(stackOf(), { services: ['wallet'], broken: ['wallet'] });
  expect([code, of('wallet')]).toEqual([1, [OLD]]);
  expect(output).toContain('The new wallet has not become healthy');
});

test('removes all of a group of which one does not become healthy, and the old ones continue', async () => {
  const { code, of, output } = await deploy(stackOf(), { services: ['mf-worker', 'mf-buyer'], broken: ['mf-buyer'] });
  expect([code, of('mf-worker'), of('mf-buyer')]).toEqual([1, [OLD], [OLD]]);
  expect(output).toContain('The new mf-worker mf-buyer has not become healthy');
});

test.each(['wallet', 'gateway'])('starts no stopped container of the last release: %s', async (service) => {
  const stopped = stackOf((one) => (one.startsWith(service) ? { state: 'exited', health: 'unhealthy' } : undefined));
  const { code, of } = await deploy(stopped, { services: [service] });
  expect([code, of(service)]).toEqual([0, [NEW]]);
  if (service === 'gateway') expect(of('gateway-2')).toEqual([NEW]);
});

test('begins with the gateway that is not healthy, and directs no call to it', async () => {
  const one = stackOf((service) => (service === 'gateway-2' ? { health: 'unhealthy' } : undefined));
  const { code, log } = await deploy(one, { services: ['gateway'] });
  expect([code, log.slice(0, 2)]).toEqual([0, ['up gateway-2 (drained: gateway-2)', 'up gateway (drained: gateway)']]);
});

test('takes no gateway out of the proxy while the other is not healthy', async () => {
  const none = stackOf((service) => (service.startsWith('gateway') ? { health: 'unhealthy' } : undefined));
  const { code, log } = await deploy(none, { services: ['gateway'] });
  expect([code, log.slice(0, 2)]).toEqual([0, ['up gateway', 'up gateway-2 (drained: gateway-2)']]);
});

test('removes a gateway that does not become healthy, and leaves every call to the other', async () => {
  const { code, of, drained } = await deploy(stackOf(), { services: ['gateway'], broken: ['gateway'] });
  expect([code, of('gateway'), of('gateway-2'), drained]).toEqual([1, [], [OLD], []]);
});

test('replaces no gateway when the proxy cannot take it out', async () => {
  const noProxy = stackOf((service) => (service === 'proxy' ? { state: 'exited' } : undefined));
  const { code, of } = await deploy(noProxy, { services: ['gateway'] });
  expect([code, of('gateway')]).toEqual([1, [OLD]]);
});

test('names what has changed and is left as it is', async () => {
  const { code, output } = await deploy(stackOf(), { services: ['shell'], outdated: ['proxy'] });
  expect([code, output.match(/^.* leaves it as it is.*$/gm)]).toEqual([
    0,
    ['proxy has changed or is not healthy. This script leaves it as it is: docs/operations.md, Upgrade.'],
  ]);
});
