import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { describeWithDocker } from '@piecework/base/testing/docker';
import type { OperationId } from '@piecework/contracts';
import { FRONT_PORTS, FRONTS } from '@piecework/federation/fronts';
import { createTokens } from '@piecework/identity';
import type { Browser, Page } from 'playwright-core';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { chooseProfilePicture, goTo, heading, loadTimeOf, press, untilCoins } from '../browser/steps';
import { DESK, demoPerson, findChromium, launchChromium, signIn } from '../support/chromium';
import { type Answer, type Ask, type Client, createClient } from '../support/client';
import { createPeople, PASSWORD, type People, type Person, taskFields } from '../support/people';
import { eventually } from '../support/stack';
import { canReach, containersOf, fetchInside, memoryOf, sizeOverBase } from './containers';
import { randomSecrets } from './engines';
import { type Prometheus, startPrometheus } from './prometheus';
import { type CommandResult, type ComposeStack, prepareComposeStack } from './stack';

/** Differs from the ports of a local stack and of the chaos tests. */
const PORT_PREFIX = 43;
const PROJECT = `piecework-compose-${PORT_PREFIX}`;
const ENGINES = ['mongodb', 'kafka'];
const JOBS = ['replica-set', 'indexes', 'topics', 'demo'];
const SERVICES = ['user', 'task', 'submission', 'wallet', 'media', 'notification'];
const GATEWAYS = ['gateway', 'gateway-2'];
const BACK = [...SERVICES, ...GATEWAYS];
/** They call hosts outside the installation. */
const CALLERS = ['user', 'wallet', 'media', 'notification'];
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries([...ENGINES, ...BACK].map((name) => [name, ['back']])),
  ...Object.fromEntries(CALLERS.map((name) => [name, ['back', 'egress']])),
  ...Object.fromEntries(FRONTS.map((name) => [name, ['front']])),
  shell: ['front', 'metrics'],
  ...Object.fromEntries(GATEWAYS.map((name) => [name, ['back', 'front']])),
  proxy: ['edge', 'front'],
};
/** The build of the images needs this host. */
const OUTSIDE = ['registry.npmjs.org', 443] as const;
const MB = 1_000_000;
/** Milliseconds, including the build of all images on two cores. */
const BUILD_WITHIN = 20 * 60_000;
const UP_WITHIN = 5 * 60_000;
/** Milliseconds from `up` to the first sign-up. */
const SIGN_UP_WITHIN = 90_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

const prometheusBinary = findProgram('prometheus');
if (!prometheusBinary) process.stderr.write('Skipped without prometheus (a Debian package): scraping a stack\n');
const withPrometheus = prometheusBinary ? test : test.skip;

describeWithDocker('docker compose', () => {
  let stack: ComposeStack;
  beforeAll(() => {
    stack = prepareComposeStack(PORT_PREFIX);
  });
  afterAll(() => stack.remove());

  describe('config', () => {
    const variables = () => [
      ...new Set(
        [...readFileSync(join(stack.folder, 'docker-compose.yml'), 'utf8').matchAll(/\$\{(\w+):\?/g)].map(
          ([, name = '']) => name,
        ),
      ),
    ];
    const lineOf = (name: string) =>
      new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(join(stack.folder, '.env.example'), 'utf8'))?.[1];

    const SECRETS = Object.keys(randomSecrets());

    test('.env.example has every required variable, and only the secrets are empty', () => {
      expect(variables().length).toBeGreaterThan(10);
      expect(variables()).toEqual(expect.arrayContaining(SECRETS));
      for (const name of variables())
        expect([name, lineOf(name)]).toEqual([name, SECRETS.includes(name) ? '' : expect.stringMatching(/./)]);
    });

    test('docker/secrets.sh fills empty secrets with distinct values, and keeps existing ones', () => {
      const file = join(stack.folder, '.env');
      const filled = readFileSync(file, 'utf8');
      const given = [...filled.matchAll(/^([A-Z_]+)=([0-9a-f]{64})$/gm)].map(([, name, value]) => [name, value]);
      expect(given.map(([name]) => name)).toEqual(SECRETS);
      expect(new Set(given.map(([, value]) => value)).size).toBe(SECRETS.length);
      expect(filled.replace(/=[0-9a-f]{64}$/gm, '=')).toBe(readFileSync(join(stack.folder, '.env.example'), 'utf8'));
      execFileSync('sh', ['docker/secrets.sh'], { cwd: stack.folder });
      expect(readFileSync(file, 'utf8')).toBe(filled);
    });

    test('each program gets only its own secrets', async () => {
      const outside = {
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        IMGBB_API_KEY: '0123456789abcdef',
      };
      const secrets: Record<string, string> = { ...randomSecrets(), ...outside };
      const { code, output } = await stack.run(
        ['--file', 'docker-compose.yml', '--profile', '*', 'config', '--format', 'json'],
        secrets,
      );
      expect(code).toBe(0);
      const { services } = JSON.parse(output) as { services: Record<string, Record<string, unknown>> };
      const servicesWith = (secret: string) =>
        Object.keys(services)
          .filter((name) => JSON.stringify(services[name]).includes(secret))
          .sort();
      const seen = Object.entries(secrets).map(([name, secret]) => [name, servicesWith(secret)] as const);
      const own = (name: string, ...others: string[]) => [name, ...others].sort();
      const expected: Record<string, string[]> = {
        JWT_SECRET: [...GATEWAYS, 'user'].sort(),
        PAYOUT_KEY: ['wallet'],
        USER_KEY: own('user', 'demo', ...GATEWAYS, 'tools'),
        MONGODB_ROOT_PASSWORD: ['mongodb', 'replica-set'],
        TOOLS_MONGODB_PASSWORD: ['indexes', 'replica-set', 'tools'],
        GATEWAY_KAFKA_PASSWORD: [...GATEWAYS, 'topics'],
        TOOLS_KAFKA_PASSWORD: ['tools', 'topics'],
        STRIPE_SECRET_KEY: ['wallet'],
        STRIPE_WEBHOOK_SECRET: ['wallet'],
        IMGBB_API_KEY: ['media'],
      };
      for (const service of SERVICES) {
        expected[`${service.toUpperCase()}_KEY`] ??= own(service, ...GATEWAYS, 'tools');
        expected[`${service.toUpperCase()}_MONGODB_PASSWORD`] = own(service, 'replica-set');
        expected[`${service.toUpperCase()}_KAFKA_PASSWORD`] = own(service, 'topics');
      }
      expect(Object.fromEntries(seen)).toEqual(expected);
    });

    test('reports a missing variable and its place', async () => {
      const file = readFileSync(join(stack.folder, 'docker-compose.yml'), 'utf8');
      for (const [, message] of file.matchAll(/\$\{\w+:\?([^}]*)\}/g)) expect(message).toMatch(/ in \.env, /);
      const [name = ''] = variables();
      const { code, output } = await stack.run(['config', '--quiet'], { [name]: '' });
      expect(code).not.toBe(0);
      expect(output).toMatch(`required variable ${name} is missing a value: `);
    });
  });

  const withBrowser = findChromium() ? describe : describe.skip;
  withBrowser('up', () => {
    let browser: Browser;
    let client: Client;
    let people: People;
    let page: Page;
    let prometheus: Prometheus | undefined;
    let backups: string;

    const newPage = async (): Promise<Page> => {
      const context = await browser.newContext({ baseURL: stack.origin, viewport: DESK, reducedMotion: 'reduce' });
      context.setDefaultTimeout(30_000);
      return context.newPage();
    };
    const containers = () => containersOf(PROJECT);
    const baseImage = () =>
      /^NODE_IMAGE=(.+)$/m.exec(readFileSync(join(stack.folder, '.env.example'), 'utf8'))?.[1] ?? '';

    beforeAll(async () => {
      backups = mkdtempSync(join(tmpdir(), 'piecework-backups-'));
      // Written by the user of the container.
      chmodSync(backups, 0o777);
      await stack.compose('--profile', 'tools', 'build');
      browser = await launchChromium();
      client = createClient(stack.gateway);
      people = createPeople({
        client,
        tokens: createTokens({ clock: systemClock, secret: stack.jwtSecret }),
        internal: async () => {
          throw new Error('The services are not reachable from outside');
        },
        settle: async () => {},
      });
    }, BUILD_WITHIN);
    afterAll(async () => {
      prometheus?.remove();
      await browser?.close();
      await client?.close();
      rmSync(backups, { recursive: true, force: true });
    });

    test(
      'the first sign-up completes within 90 s after `up`',
      async () => {
        const began = Date.now();
        await stack.compose('up', '--detach', '--wait');
        const waited = Date.now() - began;
        page = await newPage();
        await page.goto('/register');
        await page.getByLabel('Name').fill('Fiona First');
        await page.getByLabel('Email').fill('fiona@people.example');
        await chooseProfilePicture(page);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await press(page, 'Register');
        await page.waitForURL('**/dashboard/workerHome');
        await untilCoins(page, 10);
        const took = Date.now() - began;
        print(`up --wait ${(waited / 1000).toFixed(1)} s, signed up after ${(took / 1000).toFixed(1)} s`);
        expect(took).toBeLessThan(SIGN_UP_WITHIN);
        // It scrapes during the following tests.
        if (prometheusBinary) prometheus = startPrometheus(prometheusBinary, PROJECT, baseImage());
      },
      UP_WITHIN,
    );

    test('the page shows an uploaded picture from GridFS under its Content-Security-Policy', async () => {
      const picture = page.getByRole('banner').locator(`img[src^="${stack.gateway}/images/"]`).first();
      await picture.waitFor();
      const isShown = (image: HTMLElement | SVGElement) => (image as HTMLImageElement).naturalWidth > 0;
      await page.waitForFunction(isShown, await picture.elementHandle());
    });

    test('every job has succeeded, and every other container is healthy', () => {
      const all = containers();
      expect([...all.keys()].sort()).toEqual([...ENGINES, ...JOBS, ...BACK, ...FRONTS, 'proxy'].sort());
      for (const [service, found] of all) {
        const state = found.map(({ State }) => State.Health?.Status ?? `ended with ${State.ExitCode}`);
        expect([service, ...state]).toEqual([service, JOBS.includes(service) ? 'ended with 0' : 'healthy']);
      }
    });

    test('containers run with minimal privileges and limits', () => {
      for (const [service, found] of containers()) {
        const [{ Config, HostConfig }] = found as [(typeof found)[0]];
        const isOurs = !ENGINES.includes(service);
        expect([service, HostConfig]).toEqual([
          service,
          expect.objectContaining({
            CapDrop: ['ALL'],
            SecurityOpt: ['no-new-privileges:true'],
            ReadonlyRootfs: true,
            RestartPolicy: expect.objectContaining({ Name: JOBS.includes(service) ? 'no' : 'unless-stopped' }),
            LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '3' } },
          }),
        ]);
        const { Memory, PidsLimit, NanoCpus } = HostConfig;
        expect([service, Memory > 0, PidsLimit > 0, NanoCpus > 0]).toEqual([service, true, true, true]);
        if (isOurs) expect([service, Config.User]).toEqual([service, '1000:1000']);
        expect(Config.Image).toMatch(/:(?!latest$).+$/);
      }
    });

    test('each container is only in the networks that it needs, and `back` has no way out', async () => {
      const all = containers();
      const nameOf = (service: string) => all.get(service)?.[0]?.Name.slice(1) ?? '';
      for (const [service, expected] of Object.entries(NETWORKS)) {
        const networks = Object.keys(all.get(service)?.[0]?.NetworkSettings.Networks ?? {});
        expect([service, networks.sort()]).toEqual([service, expected.map((name) => `${PROJECT}_${name}`)]);
      }
      const isolated = ['task', 'submission', ...GATEWAYS, 'shell', ...ENGINES];
      const reached = [...CALLERS, ...isolated].map(
        async (service) => [service, await canReach(nameOf(service), ...OUTSIDE)] as const,
      );
      expect(await Promise.all(reached)).toEqual([
        ...CALLERS.map((service) => [service, true]),
        ...isolated.map((service) => [service, false]),
      ]);
    });

    test('metrics of the gateway are reachable from `back` only, and those of the shell from `metrics`', async () => {
      const nameOf = (service: string) => containers().get(service)?.[0]?.Name.slice(1) ?? '';
      expect(await canReach(nameOf('task'), 'gateway', 9464)).toBe(true);
      expect(await canReach(nameOf('shell'), 'gateway', 9464)).toBe(false);
      expect(await canReach(nameOf('shell'), 'gateway', PORT_PREFIX * 100 + 80)).toBe(true);
      // The shell's, in a network that no other front end is in.
      expect(await canReach(nameOf('shell'), 'shell-metrics', 9464)).toBe(true);
      expect(await canReach(nameOf('mf-worker'), 'shell', 9464)).toBe(false);
    });

    test('Kafka does not answer unauthenticated clients', async () => {
      // A Metadata request of the wire protocol. The answer at the internal listener proves that it is valid.
      const request = String.raw`\0\0\0\x0e\0\3\0\0\0\0\0\1\xff\xff\0\0\0\0`;
      const bytesFrom = async (address: string) => {
        const script = `exec 3<>/dev/tcp/${address} && printf '${request}' >&3 && timeout 10 head -c 8 <&3 | wc -c`;
        return (await stack.compose('exec', '-T', 'kafka', 'bash', '-c', script)).trim();
      };
      expect(await bytesFrom('localhost/9094')).toBe('8');
      expect(await bytesFrom('kafka/9092')).toBe('0');
    });

    test("Kafka refuses a service's user what the service does not declare", async () => {
      const password = /^TASK_KAFKA_PASSWORD=(.+)$/m.exec(readFileSync(join(stack.folder, '.env'), 'utf8'))?.[1];
      const login = [
        'security.protocol=SASL_PLAINTEXT',
        'sasl.mechanism=SCRAM-SHA-512',
        `sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username="task" password="${password}";`,
      ];
      const outputOf = async (tool: string, ...args: string[]) => {
        const file = `<(printf '%s\\n' ${login.map((line) => `'${line}'`).join(' ')})`;
        const script = `echo '{}' | /opt/kafka/bin/${tool} --bootstrap-server kafka:9092 --command-config ${file} ${args.join(' ')} || true`;
        return (await stack.run(['exec', '-T', 'kafka', 'bash', '-c', script])).output;
      };
      const refused = 'TopicAuthorizationException';
      expect(await outputOf('kafka-console-producer.sh', '--sync', '--topic', 'piecework.wallet')).toContain(refused);
      // Without the group, in which the service itself is.
      const read = ['--partition', '0', '--offset', 'earliest', '--timeout-ms', '20000'];
      expect(await outputOf('kafka-console-consumer.sh', '--topic', 'piecework.notification', ...read)).toContain(
        refused,
      );
    });

    test('only the proxy publishes ports, on localhost only', () => {
      const published = [...containers()].flatMap(([service, found]) =>
        found.flatMap(({ HostConfig }) =>
          Object.values(HostConfig.PortBindings ?? {})
            .flat()
            .map(({ HostIp, HostPort }) => `${service} ${HostIp}:${HostPort}`),
        ),
      );
      const ports = [...Object.values(FRONT_PORTS), 80];
      expect(published.sort()).toEqual(ports.map((port) => `proxy 127.0.0.1:${PORT_PREFIX * 100 + port}`).sort());
    });

    test("the shell's page has the first views of the remotes", async () => {
      for (const path of ['/', '/login', '/dashboard']) {
        const answer = await fetch(`${stack.origin}${path}`, { headers: { accept: 'text/html' } });
        expect([path, await answer.text()]).toEqual([path, expect.stringContaining('data-for="')]);
      }
    });

    test("the shell's server reads tasks at the gateway", async () => {
      expect((await fetch(`${stack.origin}/task/no-such-task`)).status).toBe(404);
    });

    test('images are small without their base', () => {
      const base = baseImage();
      const all = containers();
      const nameOf = (service: string) => all.get(service)?.[0]?.Name.slice(1) ?? '';
      const memory = memoryOf([...ENGINES, ...BACK, ...FRONTS].map(nameOf));
      for (const service of [...BACK, ...FRONTS]) {
        const bytes = sizeOverBase(all.get(service)?.[0]?.Config.Image ?? '', base);
        print(`${service}: image ${(bytes / MB).toFixed(1)} MB over its base, memory ${memory.get(nameOf(service))}`);
        expect([service, bytes < (Object.hasOwn(FRONT_PORTS, service) ? 40 : 200) * MB]).toEqual([service, true]);
      }
      for (const service of ENGINES) print(`${service}: memory ${memory.get(nameOf(service))}`);
    });

    /** Commands of docs/operations.md. */
    const documented = (): string[] =>
      [...readFileSync('docs/operations.md', 'utf8').matchAll(/^\| `npm run (\w+)/gm)].map(([, name = '']) => name);
    /** Arguments and input of each, for the account `email`. */
    const commandsOn = (email: string): Record<string, { args?: string[]; input?: string }> => ({
      audit: {},
      admin: { args: [email] },
      password: { args: [email], input: `${PASSWORD}\n` },
      parked: {},
      backup: { args: ['/backups/one'] },
      restore: { args: ['/backups/one'] },
      replay: { args: ['task'] },
      reset: {},
    });
    const runCommand = (name: string, email: string): Promise<CommandResult> => {
      const { args = [], input = '' } = commandsOn(email)[name] ?? {};
      return stack.run(['run', '--rm', '-T', '-v', `${backups}:/backups`, 'tools', name, ...args], {}, input);
    };
    const outcome = (code: number, text: string | RegExp) => ({ code, output: expect.stringMatching(text) });

    test("the operators' commands run beside the stack, or refuse to", async () => {
      const { email } = await people.signUp('worker');
      // One that calls a service, one that the stores refuse and one that the services refuse; all of them run at rest below.
      const expected: Record<string, unknown> = {
        admin: outcome(0, `${email} is now an admin`),
        backup: outcome(1, 'Piecework is running'),
        reset: outcome(1, 'service answers at'),
      };
      for (const name of Object.keys(expected))
        expect([name, await runCommand(name, email)]).toEqual([name, expected[name]]);
      expect(await stack.tools()).toEqual(outcome(1, 'Usage: one of admin, audit, '));
    });

    test(
      'an open page switches to the new build of a redeployed remote at a later navigation',
      async () => {
        const birth = await loadTimeOf(page);
        const before = containers();
        const file = join(stack.folder, 'mf-worker/src/features/submissions/MySubmissions.tsx');
        const source = readFileSync(file, 'utf8');
        const changed = source.replace("title={t('My Submissions')}", 'title="My Submissions, shipped alone"');
        expect(changed).not.toBe(source);
        writeFileSync(file, changed);

        const began = Date.now();
        await stack.compose('up', '--detach', '--wait', '--build', 'mf-worker');
        print(`mf-worker shipped alone in ${((Date.now() - began) / 1000).toFixed(1)} s`);

        const replaced = [...containers()].filter(
          ([service, found]) => found[0]?.Name && before.get(service)?.[0]?.Image !== found[0].Image,
        );
        expect(replaced.map(([service]) => service)).toEqual(['mf-worker']);
        await heading(page, 'Hi, Welcome Back').waitFor();
        // A navigation checks for a new build at most every 30 s, and the next one loads it.
        const deadline = Date.now() + 90_000;
        const isNew = () => heading(page, 'My Submissions, shipped alone').isVisible();
        do {
          await goTo(page, 'Withdrawals');
          await heading(page, 'Withdrawals').waitFor();
          await page.waitForTimeout(3000);
          await goTo(page, 'My Submissions');
          await heading(page, /^My Submissions/).waitFor();
        } while (!(await isNew()) && Date.now() < deadline);
        expect(await isNew()).toBe(true);
        expect(await loadTimeOf(page)).toBe(birth);
      },
      UP_WITHIN,
    );

    test(
      'two replicas of a service share the work, and nothing is paid twice',
      async () => {
        await stack.compose('up', '--detach', '--wait', '--scale', 'submission=2', '--scale', 'wallet=2');
        const scaled = containers();
        expect([scaled.get('submission')?.length, scaled.get('wallet')?.length]).toEqual([2, 2]);

        const PLACES = 20;
        const PAY = 2;
        const buyers = await people.crowd('buyer', 3);
        const workers = await people.crowd('worker', PLACES);
        const tasks = await Promise.all(
          buyers.map(async (buyer) => {
            await untilBalance(buyer, 50);
            return post(buyer, { requiredWorkers: PLACES, payableAmount: PAY });
          }),
        );
        const submitted = await Promise.all(
          tasks.flatMap((task, index) =>
            workers.map(async (worker) => ({ buyer: buyers[index], id: await submit(worker, task) })),
          ),
        );
        // Two concurrent decisions each.
        const answers = await Promise.all(
          [...submitted, ...submitted].map(({ buyer, id }) =>
            untilAnswered(() =>
              client.ask('decideSubmission', { as: buyer, params: { id }, body: { status: 'approved' } }),
            ),
          ),
        );
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        const modified = answers.map(({ body }) => (body as { modifiedCount: number }).modifiedCount);
        // A lost answer may hide a modification; the balances below are exact.
        expect(modified.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(submitted.length);

        for (const worker of workers) await untilBalance(worker, 10 + buyers.length * PAY);
        for (const buyer of buyers) await untilBalance(buyer, 50 - PLACES * PAY);
        expect(await stack.tools('audit')).toEqual({
          code: 0,
          output: expect.stringContaining('every invariant holds'),
        });
        for (const { Name } of scaled.get('submission') ?? []) {
          const metrics = fetchInside(Name.slice(1), 'http://127.0.0.1:3103/metrics');
          const decided = /^piecework_requests_total\{.*decideSubmission.*\} (\d+)$/m.exec(metrics)?.[1];
          expect([Name, Number(decided) > 0]).toEqual([Name, true]);
        }
      },
      UP_WITHIN,
    );

    describe('a Prometheus on the internal network', () => {
      /** Prometheus discovers and scrapes replicas every 15 s. */
      const seen = (what: string, isSeen: () => boolean | undefined) =>
        eventually(what, 60_000, async () => isSeen() || undefined);

      withPrometheus('discovers and scrapes every replica of every program', async () => {
        const programs = [...SERVICES, 'submission', 'wallet', ...GATEWAYS.map(() => 'gateway'), 'shell'];
        const expected = programs.map((program) => `${program} 1`).sort();
        await seen(`up: ${expected}`, () => {
          const up = prometheus?.query('up').map(({ metric, value }) => `${metric.program} ${value[1]}`);
          return up?.sort().join() === expected.join();
        });
      });

      withPrometheus('has metrics of requests, lag and invariant checks', async () => {
        const read = (expression: string) => Number(prometheus?.query(expression)[0]?.value[1]);
        // The checks first run 5 s after the start.
        await seen('the ledger is balanced', () => read('min(piecework_ledger_balanced)') === 1);
        const decided = 'sum(piecework_requests_total{service="gateway",operation="decideSubmission",status="200"})';
        await seen('120 decisions', () => read(decided) === 120);
        expect(read('min(piecework_ledger_balanced)')).toBe(1);
        expect(read('min(piecework_places_balanced)')).toBe(1);
        expect(read('max(piecework_ledger_imbalance)')).toBe(0);
        expect(read('max(piecework_events_parked)')).toBe(0);
        expect(read('count(count by (service) (piecework_consumer_lag >= 0))')).toBeGreaterThanOrEqual(4);
      });

      withPrometheus('fires no alert for a burst', () => {
        expect(prometheus?.alerts().filter(({ state }) => state === 'firing')).toEqual([]);
      });
    });

    /** Retries 503 as a browser does: too many concurrent calls, or a consumer rebalance. */
    const untilAnswered = async (ask: () => Promise<Answer>): Promise<Answer> => {
      for (let attempt = 1; ; attempt++) {
        const answer = await ask();
        if (answer.status !== 503 || attempt === 10) return answer;
        await pause(500);
      }
    };
    const insert = async (operation: OperationId, asked: Ask): Promise<string> => {
      const { status, body, text } = await untilAnswered(() => client.ask(operation, asked));
      if (status !== 201) throw new Error(`${operation} answered ${status}: ${text}`);
      return (body as { insertedId: string }).insertedId;
    };
    const post = (buyer: Person, changes: Record<string, unknown>): Promise<string> =>
      insert('createTask', { as: buyer, body: taskFields(changes), key: buyer.userId });
    // All workers of a task change the same document; a slow engine refuses some of them for the moment.
    const submit = (worker: Person, taskId: string): Promise<string> =>
      insert('createSubmission', {
        as: worker,
        body: { taskId, submissionDetails: 'Robin, wren, blackbird' },
        key: `${worker.userId}-${taskId}`,
      });

    const untilBalance = async (who: Person, coins: number): Promise<void> => {
      const deadline = Date.now() + 20_000;
      for (;;) {
        const { userAvailableCoin } = await client.get('getUser', { as: who });
        if (userAvailableCoin === coins) return;
        if (Date.now() > deadline) throw new Error(`${who.name} has ${userAvailableCoin} coins, not ${coins}`);
        await pause(100);
      }
    };

    /** Calls without a pause until `stop`. @returns the refused calls, and the longest one in milliseconds */
    const callerOf = (call: () => Promise<number>) => {
      const refused: string[] = [];
      let isStopping = false;
      let count = 0;
      let slowest = 0;
      const loop = (async () => {
        while (!isStopping) {
          const began = Date.now();
          const status = await call().catch((error: Error) => `${error} ${error.cause ?? ''}`);
          if (typeof status === 'string' || status >= 400) refused.push(`${new Date().toISOString()} ${status}`);
          count += 1;
          slowest = Math.max(slowest, Date.now() - began);
          await pause(100);
        }
      })();
      return {
        stop: async () => {
          isStopping = true;
          await loop;
          return { refused, count, slowest };
        },
      };
    };

    /** A reload of nginx replaces them, and closes the idle connections of browsers. */
    const proxyWorkers = (): string[] => {
      const [proxy] = containers().get('proxy') ?? [];
      const processes = execFileSync('docker', ['top', proxy?.Id ?? '', '-o', 'pid,args'], { encoding: 'utf8' });
      return processes.split('\n').filter((line) => line.includes('nginx: worker process'));
    };

    test(
      'docker/deploy.sh replaces every program while each call is answered, and keeps the number of replicas',
      async () => {
        const file = join(stack.folder, '.env');
        const changed = readFileSync(file, 'utf8')
          .replace('LOG_LEVEL=info', 'LOG_LEVEL=warn')
          .replace('SUBMISSION_REPLICAS=1', 'SUBMISSION_REPLICAS=2');
        writeFileSync(file, changed);
        const before = containers();
        const workersBefore = proxyWorkers();
        expect(workersBefore).toHaveLength(2);
        const [buyer] = (await people.crowd('buyer', 1)) as [Person];
        const ask = async (operation: OperationId, asked: Ask) => (await client.ask(operation, asked)).status;
        const pageOf = async (port: number, path: string) => {
          const answer = await fetch(`http://localhost:${PORT_PREFIX * 100 + port}${path}`);
          await answer.arrayBuffer();
          return answer.status;
        };
        const callers = {
          tasks: callerOf(() => ask('listTasks', {})),
          statement: callerOf(() => ask('statement', { as: buyer })),
          submissions: callerOf(() => ask('listSubmissions', { as: buyer })),
          notices: callerOf(() => ask('listNotifications', { as: buyer })),
          edits: callerOf(() => ask('changeProfile', { as: buyer, body: { userName: `Buyer ${Date.now()}` } })),
          page: callerOf(() => pageOf(0, '/')),
          remote: callerOf(() => pageOf(FRONT_PORTS['mf-buyer'], '/mf-manifest.json')),
        };
        const began = Date.now();
        const { code, output } = await stack.deploy();
        const took = Date.now() - began;
        const seen = await Promise.all(
          Object.entries(callers).map(async ([name, caller]) => [name, await caller.stop()] as const),
        );
        print(`deployed in ${(took / 1000).toFixed(1)} s`);
        for (const [name, { count, slowest }] of seen) print(`${name}: ${count} calls, the slowest ${slowest} ms`);
        expect([code, output]).toEqual([0, expect.anything()]);
        expect(Object.fromEntries(seen.map(([name, { refused }]) => [name, refused]))).toEqual(
          Object.fromEntries(seen.map(([name]) => [name, []])),
        );

        const idsOf = (all: typeof before, service: string) => all.get(service)?.map(({ Id }) => Id) ?? [];
        const after = containers();
        for (const service of [...BACK, ...FRONTS])
          expect([service, idsOf(after, service).filter((id) => idsOf(before, service).includes(id))]).toEqual([
            service,
            [],
          ]);
        expect(idsOf(after, 'submission')).toHaveLength(2);
        expect(proxyWorkers()).toEqual(workersBefore);
        for (const service of [...ENGINES, 'proxy'])
          expect([service, idsOf(after, service)]).toEqual([service, idsOf(before, service)]);
        await stack.compose('up', '--detach', '--wait');
        expect(idsOf(containers(), 'submission')).toEqual(idsOf(after, 'submission'));
      },
      2 * UP_WITHIN,
    );

    test(
      'docker/deploy.sh removes a service that does not become healthy, and the old one continues',
      async () => {
        const before = containers().get('task');
        const { code, output } = await stack.deploy(['task'], { ALLOWED_ORIGINS: 'no origin' });
        expect([code, output]).toEqual([1, expect.stringContaining('The new task has not become healthy')]);
        expect(
          containers()
            .get('task')
            ?.map(({ Id }) => Id),
        ).toEqual(before?.map(({ Id }) => Id));
        expect((await client.ask('listTasks', {})).status).toBe(200);
      },
      UP_WITHIN,
    );

    test(
      'a back-up restores the installation after the loss of its volumes, and the commands run at rest',
      async () => {
        const { email } = await people.signUp('buyer');
        prometheus?.remove();
        prometheus = undefined;
        await stack.compose('stop', ...BACK);
        const expected: Record<string, unknown> = {
          password: outcome(0, `The password of ${email} is set`),
          parked: outcome(0, 'No event is parked.'),
          replay: outcome(0, 'The task service handles every event again'),
          backup: outcome(0, /: \d+ documents, \d+ events and 1 pictures/),
        };
        const last: Record<string, unknown> = {
          restore: outcome(0, /^Restored as of .+: \d+ documents, \d+ events and 1 pictures/),
          reset: outcome(1, 'This permanently deletes:'),
          audit: outcome(0, 'every invariant holds'),
          admin: outcome(0, `${email} is now an admin`),
        };
        expect(Object.keys({ ...expected, ...last }).sort()).toEqual(documented().sort());
        for (const name of Object.keys(expected))
          expect([name, await runCommand(name, email)]).toEqual([name, expected[name]]);

        // tests/src/operations/commands.engines.test.ts starts the product over restored engines.
        await stack.compose('down', '--volumes', '--timeout', '5');
        await stack.compose('run', '--rm', '-T', 'indexes');
        await stack.compose('run', '--rm', '-T', 'topics');
        for (const name of Object.keys(last)) expect([name, await runCommand(name, email)]).toEqual([name, last[name]]);
      },
      2 * UP_WITHIN,
    );

    test(
      'DEMO_DATA=1 fills an empty store before the stack is ready',
      async () => {
        expect(await stack.tools('reset', '--yes')).toEqual(outcome(0, '^Deleted:'));
        const { code, output } = await stack.run(['up', '--detach', '--wait'], {
          DEMO_DATA: '1',
          ALLOW_INSECURE: 'demo-data',
        });
        expect([code, output]).toEqual([0, expect.anything()]);
        const fresh = await newPage();
        await signIn(fresh, demoPerson('worker'));
        expect((await client.get('listTasks')).length).toBeGreaterThanOrEqual(50);
        expect(await stack.tools('audit')).toEqual({
          code: 0,
          output: expect.stringContaining('every invariant holds'),
        });
      },
      2 * UP_WITHIN,
    );

    test('docker/compose.tls.yml serves each part by its name over TLS, and a renewed certificate', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'piecework-tls-'));
      const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
      const name = 'piecework.example';
      const issue = () => {
        const [subject, names] = [`/CN=${name}`, `subjectAltName=DNS:${name},DNS:*.${name}`];
        const files = ['-keyout', key, '-out', certificate];
        const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', subject, '-addext', names];
        execFileSync('openssl', ['req', ...options, ...files], { stdio: 'ignore' });
        return readFileSync(certificate);
      };
      const first = issue();
      // Read by the user of the container.
      for (const file of [folder, key, certificate]) chmodSync(file, 0o755);
      const [port, plainPort] = [PORT_PREFIX * 100 + 43, PORT_PREFIX * 100 + 44];
      const env = {
        COMPOSE_FILE: `${stack.files}:docker/compose.tls.yml`,
        TLS_HOST: name,
        TLS_CERTIFICATES: folder,
        TLS_ADDRESS: '127.0.0.1',
        TLS_PORT: String(port),
        TLS_REDIRECT_PORT: String(plainPort),
      };
      const { code, output } = await stack.run(['up', '--detach', '--wait', '--no-deps', 'proxy'], env);
      expect([code, output]).toEqual([0, expect.anything()]);
      const statusOf = (host: string, path: string, ca = first) =>
        new Promise<number | undefined>((resolve, reject) => {
          const options = { host: '127.0.0.1', port, path, ca, servername: host, headers: { host } };
          get(options, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          }).once('error', reject);
        });
      expect(await statusOf(name, '/')).toBe(200);
      expect(await statusOf(`api.${name}`, '/readyz')).toBe(200);
      for (const front of FRONTS.filter((one) => one !== 'shell'))
        expect([front, await statusOf(`${front}.${name}`, '/mf-manifest.json')]).toEqual([front, 200]);
      const plain = await fetch(`http://127.0.0.1:${plainPort}/jobs?a=1`, { redirect: 'manual' });
      expect(plain.headers.get('location')).toBe(`https://127.0.0.1:${port}/jobs?a=1`);

      const second = issue();
      expect(await stack.run(['exec', '-T', 'proxy', 'sh', '/proxy/start.sh'], env)).toMatchObject({ code: 0 });
      await eventually('the renewed certificate', 10_000, () => statusOf(name, '/', second).catch(() => undefined));
      // For a moment the workers from before the reload still accept connections.
      await eventually('the end of the old certificate', 10_000, () =>
        statusOf(name, '/', first).then(
          () => undefined,
          ({ message }: Error) => message.includes('certificate') || undefined,
        ),
      );
      rmSync(folder, { recursive: true });
    });
  });
});
