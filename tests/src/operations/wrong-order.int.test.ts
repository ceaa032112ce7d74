import { testSettings } from '@piecework/config/testing';
import type { ServiceModule } from '@piecework/service-runtime';
import { type Stack, startStack } from '@piecework/stack';
import { newFolder, npmRun } from '../support/child-program';
import { createClient } from '../support/client';
import { peopleOn } from '../support/people';
import { freeBasePort } from '../support/ports';
import { eventually } from '../support/stack';

// docs/operations.md, Upgrade: the routes of a new event are released before its consumers.

const NEW_EVENT = 'submission.rejection-reversed';
let mockConsumersAreOld = true;

jest.mock('@piecework/service-runtime/run', () => {
  const actual = jest.requireActual('@piecework/service-runtime/run');
  const older = (module: ServiceModule): ServiceModule => ({
    ...module,
    create: (deps) => {
      const service = module.create(deps);
      return { ...service, consumers: service.consumers.filter(({ on }) => on !== NEW_EVENT) };
    },
  });
  return {
    ...actual,
    startService: (module: ServiceModule, options: unknown) =>
      actual.startService(mockConsumersAreOld ? older(module) : module, options),
  };
});

const quiet = ({ services }: Stack) =>
  eventually('no event is pending', 60_000, async () => {
    const gauges = [...services.values()].flatMap(({ runtime }) => [
      runtime.gauges.piecework_outbox_pending?.value() ?? 0,
      runtime.gauges.piecework_consumer_lag?.value() ?? 0,
    ]);
    return (await Promise.all(gauges)).every((pending) => pending === 0) || undefined;
  });

test('the audit names an event that came before its consumers, and a replay heals it', async () => {
  const dataDir = await newFolder();
  const port = await freeBasePort();
  const settings = testSettings({ DATA_DIR: dataDir, PORT: String(port) });
  const command = (name: string, ...args: string[]) =>
    npmRun(name, [...args, '--data', dataDir], { env: { PORT: String(port) } });
  const client = createClient(`http://127.0.0.1:${port + 80}`);
  const people = peopleOn({ settings }, client);

  let stack = await startStack(settings);
  const worker = await people.newcomer('worker', 'Wilma');
  const buyer = await people.newcomer('buyer', 'Bella');
  const admin = await people.newcomer('admin', 'Ada');
  await quiet(stack);
  const id = await people.submit(worker, await people.post(buyer, { payableAmount: 5 }));
  await people.decide(buyer, id, 'reject');
  const as = { params: { id } };
  await client.insert('fileAppeal', { ...as, as: worker, body: { text: 'All the birds are named.' } });
  const body = { outcome: 'upheld', note: 'All the birds are named indeed.' };
  expect(await client.get('decideAppeal', { ...as, as: admin, body })).toMatchObject({ paidBy: 'escrow' });
  await quiet(stack);
  expect(await people.balance(worker)).toBe(10);
  await stack.stop();

  const broken = await command('audit');
  expect(broken.code).toBe(1);
  const consumers = ['wallet', 'task', 'notification'];
  for (const service of consumers)
    expect(broken.output).toMatch(
      new RegExp(`✗ every event is in the inbox of each service .*: ${service} \\w+ \\(${NEW_EVENT}\\)`),
    );
  expect(broken.output).toMatch(/✗ .*escrow/);

  // The consumers alone do not come back to it.
  mockConsumersAreOld = false;
  stack = await startStack(settings);
  await quiet(stack);
  expect(await people.balance(worker)).toBe(10);
  await stack.stop();

  for (const service of consumers) expect(await command('replay', service)).toMatchObject({ code: 0 });
  stack = await startStack(settings);
  await quiet(stack);
  expect(await people.balance(worker)).toBe(15);
  const healed = await command('audit');
  expect(healed.output).toContain('Clean: every invariant holds.');
  expect(healed.code).toBe(0);
  await client.close();
  await stack.stop();
});
