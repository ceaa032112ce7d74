import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  hasStackTrace,
  newFolder,
  npmRun,
  npmStart,
  READY,
  type RunningProgram,
  type RunningStack,
  startStackOver,
  stopped,
} from '../support/child-program';
import { answers } from '../support/child-stack';
import { type Client, createClient, outcome } from '../support/client';
import { type People, type Person, peopleOn } from '../support/people';
import { areFree, freeBasePort } from '../support/ports';
import { eventually } from '../support/stack';

/** The info log has the process ids. */
const INFO_LOG = { LOG_LEVEL: 'info' };

/** Id of the current process of a program. */
const pidOf = ({ output }: RunningProgram, program: string): number => {
  const lines = output()
    .split('\n')
    .filter((line) => line.includes(`"${program} is started"`));
  return (JSON.parse(lines.at(-1) ?? '{}') as { pid?: number }).pid ?? 0;
};
const countInOutput = ({ output }: RunningProgram, text: string) => output().split(text).length - 1;

const untilAllGone = (port: number) =>
  eventually('its ports are free', 60_000, async () => ((await areFree(port)) ? true : undefined));

let dataDir: string;
let stack: RunningStack;
let client: Client;
let people: People;
let buyer: Person;
let worker: Person;

beforeAll(async () => {
  dataDir = await newFolder();
  stack = await startStackOver(dataDir, { processes: true, env: INFO_LOG });
  client = createClient(stack.gateway);
  people = peopleOn(stack, client);
  [buyer, worker] = await Promise.all([people.newcomer('buyer', 'Bella'), people.newcomer('worker', 'Wilma')]);
});
afterAll(() => client.close());

const untilBalance = (person: Person, coins: number) =>
  eventually(`${person.name} has ${coins} coins`, 60_000, async () =>
    (await people.balance(person)) === coins ? true : undefined,
  );

const ask = (operation: 'statement' | 'listTasks' | 'countSubmissions') => client.ask(operation, { as: worker });

describe('npm start -- --processes', () => {
  test('runs the whole product', async () => {
    await untilBalance(buyer, 50);
    await people.earn(worker, buyer, 7);
    await untilBalance(worker, 17);
  });

  test('calls of a killed service answer 503 with Retry-After, and the others work', async () => {
    const taskId = await people.post(buyer, { requiredWorkers: 1, payableAmount: 5 });
    const submissionId = await people.submit(worker, taskId);
    process.kill(pidOf(stack, 'services/wallet'), 'SIGKILL');
    const refused = await eventually('the wallet is missed', 60_000, async () => {
      const answer = await ask('statement');
      return answer.status === 503 ? answer : undefined;
    });
    expect(outcome(refused)).toBe('503 unavailable');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await answers(`${stack.gateway}/readyz`)).toBe(true);
    expect(outcome(await ask('listTasks'))).toBe('200');
    expect(outcome(await ask('countSubmissions'))).toBe('200');
    expect(await people.decide(buyer, submissionId, 'approved')).toEqual({ modifiedCount: 1 });
  });

  test('the service is restarted, and consumes the missed events', async () => {
    await eventually('the wallet answers', 60_000, async () =>
      (await ask('statement')).status === 200 ? true : undefined,
    );
    expect(stack.output()).toContain('services/wallet has ended and is restarted');
    await untilBalance(worker, 22);
  });

  test('a killed gateway is restarted, and knows all users', async () => {
    process.kill(pidOf(stack, 'gateway'), 'SIGKILL');
    await eventually('the gateway is ready', 60_000, async () =>
      countInOutput(stack, '"gateway is started"') === 2 && (await answers(`${stack.gateway}/readyz`))
        ? true
        : undefined,
    );
    expect(outcome(await ask('statement'))).toBe('200');
  });

  test('the audit of the running product is clean', async () => {
    const { code, output } = await npmRun('audit', ['--data', dataDir]);
    expect(output).toContain('Clean: every invariant holds.');
    expect(code).toBe(0);
  });

  test('Ctrl-C stops all processes', async () => {
    const { code, output } = await stopped(stack, 'SIGINT');
    expect(code).toBe(0);
    expect(hasStackTrace(output)).toBe(false);
    expect(await areFree(stack.port)).toBe(true);
    expect(existsSync(join(dataDir, 'stack.pid'))).toBe(false);
  });

  test('all processes exit when their supervisor is killed', async () => {
    const other = await startStackOver(dataDir, { processes: true });
    expect((await stopped(other, 'SIGKILL')).signal).toBe('SIGKILL');
    await untilAllGone(other.port);
  });

  test('all processes exit when their supervisor is killed during the start', async () => {
    const port = await freeBasePort();
    const folder = await newFolder();
    const starting = npmStart(['--port', port, '--data', folder, '--processes', '--no-demo'], { env: INFO_LOG });
    await starting.untilOutput('"gateway is started"');
    await stopped(starting, 'SIGKILL');
    const children = ['user', 'task', 'submission', 'wallet', 'media', 'notification']
      .map((name) => pidOf(starting, `services/${name}`))
      .concat(pidOf(starting, 'gateway'));
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await eventually('all of them have ended', 60_000, async () => (children.some(isAlive) ? undefined : true));
  });

  test('the gateway is not ready before the demo data is loaded', async () => {
    const port = await freeBasePort();
    const folder = await newFolder();
    const starting = npmStart(['--port', port, '--data', folder, '--processes']);
    await starting.untilOutput('Loading the demo data');
    const { status, body } = await fetch(`http://127.0.0.1:${port + 80}/readyz`).then(async (response) => ({
      status: response.status,
      body: await response.json(),
    }));
    expect({ status, body }).toEqual({ status: 503, body: { ok: false, reason: 'other parts are still starting' } });
    const { code, output } = await stopped(starting, 'SIGINT');
    expect(output).not.toContain(READY);
    expect(hasStackTrace(output)).toBe(false);
    expect(code).toBe(0);
    expect(await areFree(port)).toBe(true);
  });
});
