import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@piecework/base';
import { loadSettings } from '@piecework/config';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import { createTokens } from '@piecework/identity';
import { createInternalClient } from '@piecework/stack';
import { newFolder, npmRun, occupy, type RunningProgram, run, stopped } from '../support/child-program';
import { createClient } from '../support/client';
import { createPeople } from '../support/people';
import { freeBasePort } from '../support/ports';
import { eventually } from '../support/stack';

/** Runs the start script of a package as `npm start -w FOLDER` does. */
const startAlone = (folder: string, env: Record<string, string>): RunningProgram => {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const [program, ...args] = scripts.start.split(' ');
  expect(program).toBe('node');
  return run(args, { cwd: folder, env: { LOG_LEVEL: 'info', ...env } });
};

/** Settings with service addresses other than those of the base port. */
const customAddresses = async () => {
  const base = await freeBasePort();
  const ports: Record<ServiceName, number> = {
    user: base,
    task: base + 1,
    submission: base + 2,
    wallet: base + 3,
    media: base + 4,
    notification: base + 5,
  };
  const env: Record<string, string> = { DATA_DIR: await newFolder(), PORT: String(base) };
  for (const name of SERVICES) env[`${name.toUpperCase()}_URL`] = `http://127.0.0.1:${ports[name]}`;
  return { base, ports, env };
};

test('separately started services and gateway, with addresses from the settings, form the product', async () => {
  const { base, env } = await customAddresses();
  const services = SERVICES.map((name) => startAlone(`services/${name}`, env));
  const gateway = startAlone('gateway', env);
  await Promise.all([
    ...services.map((service, index) => service.untilOutput(`${SERVICES[index]} service is ready`)),
    gateway.untilOutput('gateway is ready'),
  ]);
  const url = `http://127.0.0.1:${base + 80}`;
  const whatIsDown = async () => {
    const health = (await (await fetch(`${url}/healthz`)).json()) as { dependencies: object };
    return Object.entries(health.dependencies).flatMap(([name, isUp]) => (isUp ? [] : [name]));
  };
  await eventually('all are ready', 60_000, async () => (await whatIsDown()).length === 0 || undefined);

  const settings = loadSettings(env);
  const client = createClient(url);
  const people = createPeople({
    client,
    tokens: createTokens({ clock: systemClock, secret: settings.jwtSecret }),
    internal: createInternalClient(settings),
    settle: async () => {},
  });
  const buyer = await people.newcomer('buyer');
  const worker = await people.newcomer('worker');
  await eventually('the buyer has coins', 60_000, async () =>
    (await people.balance(buyer)) === 50 ? true : undefined,
  );
  await people.earn(worker, buyer, 9);
  await eventually('the worker is paid', 60_000, async () =>
    (await people.balance(worker)) === 19 ? true : undefined,
  );

  const command = (name: string, args: string[] = []) =>
    npmRun(name, [...args, '--data', env.DATA_DIR as string], { env });
  expect(await command('admin', [worker.email])).toMatchObject({
    code: 0,
    output: `${worker.email} is now an admin.\n`,
  });
  await eventually('the gateway knows it', 60_000, async () =>
    (await client.ask('listParked', { as: worker })).status === 200 ? true : undefined,
  );
  expect(await command('reset')).toMatchObject({
    code: 1,
    output: `The user service answers at ${env.USER_URL} and may use ${env.DATA_DIR}. Stop it, or set PORT=N of this installation if that service belongs to another one, then run this command again.\n`,
  });
  expect(existsSync(join(env.DATA_DIR as string, 'events.sqlite'))).toBe(true);
  await client.close();

  const [user] = services;
  expect((await stopped(user as RunningProgram)).code).toBe(0);
  await eventually('the user service is down', 60_000, async () =>
    (await whatIsDown()).join() === 'user' ? true : undefined,
  );
  // The command must not start a stack: the other services run already.
  expect(await command('admin', [worker.email])).toMatchObject({
    code: 1,
    output: `The user service does not answer at ${env.USER_URL}. Check that it is running, then run this command again.\n`,
  });
  for (const program of [gateway, ...services.slice(1)]) expect((await stopped(program)).code).toBe(0);
});

describe('a service that cannot start prints one sentence', () => {
  test('if its port is in use', async () => {
    const { ports, env } = await customAddresses();
    const release = await occupy(ports.task);
    const { code, output } = await startAlone('services/task', env).ended;
    await release();
    // Before it opens the event log.
    expect(existsSync(join(env.DATA_DIR as string, 'events.sqlite'))).toBe(false);
    expect(output).toBe(
      `Port ${ports.task} (task) is in use. Stop the other program, or choose another base port with --port N (alone: PORT=N, or a service's own address such as USER_URL).\n`,
    );
    expect(code).toBe(1);
  });

  test('if its data folder is a file', async () => {
    const { env } = await customAddresses();
    const file = join(await newFolder(), 'notes.txt');
    writeFileSync(file, 'notes');
    const { code, output } = await startAlone('services/wallet', { ...env, DATA_DIR: file }).ended;
    expect(output).toBe(
      `The data folder ${file} cannot be used, because there is a file of that name. Fix that, or choose another folder with --data DIR or DATA_DIR.\n`,
    );
    expect(code).toBe(1);
  });

  test('if its settings are invalid', async () => {
    const { env } = await customAddresses();
    const { code, output } = await startAlone('gateway', { ...env, USER_URL: 'user' }).ended;
    expect(output).toBe('Some settings are wrong:\n  USER_URL: Invalid URL\n');
    expect(code).toBe(1);
  });
});
