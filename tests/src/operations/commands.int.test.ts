import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { TOPICS } from '@piecework/contracts';
import type { EventRecord } from '@piecework/event-log';
import { type ParkedRow, parkedRows } from '@piecework/service-runtime/rows';
import { openBus, openStore } from '@piecework/service-runtime/run';
import { accounts } from '@piecework/wallet/stores';
import {
  hasStackTrace,
  newFolder,
  npmRun,
  npmStart,
  type ProgramResult,
  type RunningStack,
  startStackOver,
  stopped,
} from '../support/child-program';
import { type Client, createClient } from '../support/client';
import { PASSWORD, type People, type Person, peopleOn } from '../support/people';
import { eventually } from '../support/stack';

// One installation. Each test continues with the state of the previous one: running, stopped, and running again.

let dataDir: string;
let stack: RunningStack;
let client: Client;
let people: People;
let worker: Person;
let buyer: Person;

const command = (name: string, args: readonly string[] = [], input?: string): Promise<ProgramResult> =>
  npmRun(name, [...args, '--data', dataDir], {
    // Another installation may run at the default port.
    env: { PORT: String(stack.port) },
    ...(input !== undefined && { input }),
  });

const expectOutput = (ended: ProgramResult, code: number, sentence: string) => {
  expect(ended.output).toBe(`${sentence}\n`);
  expect(ended.code).toBe(code);
};

const start = async () => {
  stack = await startStackOver(dataDir, stack && { port: stack.port });
  client ??= createClient(stack.gateway);
};
const stop = async () => expect((await stopped(stack)).code).toBe(0);

beforeAll(async () => {
  dataDir = await newFolder();
  await start();
  people = peopleOn(stack, client);
  worker = await people.signUp('worker', 'Wilma');
  buyer = await people.signUp('buyer', 'Bella');
});
afterAll(() => client.close());

/** By name, of the files of a folder. */
const contentsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(folder, name), 'base64')]),
  );

const signIn = async (email: string, password: string) =>
  (await client.ask('signIn', { body: { email, password } })).status;

describe('while the stack runs', () => {
  test('npm run admin makes a user an admin, and reports if they already are', async () => {
    expectOutput(await command('admin', [worker.email]), 0, `${worker.email} is now an admin.`);
    await eventually('the gateway knows it', 60_000, async () =>
      (await client.ask('listParked', { as: worker })).status === 200 ? true : undefined,
    );
    expectOutput(await command('admin', [worker.email]), 0, `${worker.email} is already an admin.`);
  });

  test('npm run admin refuses a missing, unregistered or invalid email', async () => {
    expectOutput(await command('admin'), 1, 'Usage: npm run admin -- EMAIL');
    expectOutput(
      await command('admin', ['unknown@people.example']),
      1,
      'No user is registered as unknown@people.example. Sign up first, then run this command again.',
    );
    expectOutput(await command('admin', ['wilma']), 1, 'Email must look like name@example.com');
  });

  test('npm run password sets the password from stdin', async () => {
    const password = ' Another Word 2! ';
    expectOutput(
      await command('password', [worker.email], `${password}\n`),
      0,
      `The password of ${worker.email} is set, and all its sessions are signed out.`,
    );
    expect(await signIn(worker.email, PASSWORD)).toBe(400);
    expect(await signIn(worker.email, password)).toBe(200);
  });

  test('npm run password refuses a weak or missing password and an unknown email', async () => {
    expectOutput(await command('password', [], 'x'), 1, 'Usage: npm run password -- EMAIL');
    expectOutput(await command('password', [buyer.email], ''), 1, 'No password was entered, so none was set.');
    const weak = await command('password', [buyer.email], 'secret\n');
    expect(weak.output).toMatch(/^Password must contain at least one uppercase letter/);
    expect(weak.code).toBe(1);
    expectOutput(
      await command('password', ['unknown@people.example'], `${PASSWORD}\n`),
      1,
      'There is no account with the email unknown@people.example.',
    );
    expect(await signIn(buyer.email, PASSWORD)).toBe(200);
  });

  test('npm run parked reports that no event is parked', async () => {
    expectOutput(await command('parked'), 0, 'No event is parked.');
  });

  test('npm run audit is clean during concurrent registrations', async () => {
    let isOver = false;
    const keepRegistering = async () => {
      while (!isOver) await people.newcomer('worker');
    };
    const registrations = [keepRegistering(), keepRegistering(), keepRegistering()];
    const { code, output } = await command('audit');
    isOver = true;
    await Promise.all(registrations);
    expect(output).toContain('Clean: every invariant holds.');
    expect(code).toBe(0);
  });

  test('npm run reset refuses a running installation', async () => {
    expectOutput(
      await command('reset'),
      1,
      `Process ${stack.pid} uses ${dataDir}. Stop it (Ctrl-C), then run this command again.`,
    );
    expect((await fetch(`${stack.gateway}/readyz`)).status).toBe(200);
  });

  test('a command with a different secret is refused', async () => {
    const env = { JWT_SECRET: 'another secret that is long enough for all' };
    expectOutput(
      await npmRun('admin', [buyer.email, '--data', dataDir], { env }),
      1,
      `The user service at ${stack.settings.serviceUrls.user} refused the assertion of this command. Run it with the JWT_SECRET of that service, or with PORT=N if that service belongs to another installation.`,
    );
  });
});

describe('while the stack is stopped', () => {
  beforeAll(stop);

  test('npm run admin and npm run password work', async () => {
    expectOutput(await command('admin', [buyer.email]), 0, `${buyer.email} is now an admin.`);
    expect((await command('password', [buyer.email], 'Third-Word3!\n')).code).toBe(0);
    expectOutput(
      await command('admin', ['unknown@people.example']),
      1,
      'No user is registered as unknown@people.example. Sign up first, then run this command again.',
    );
    await start();
    // The new password has ended every session from before.
    expect((await client.ask('listParked', { as: buyer })).status).toBe(401);
    const { idToken } = await client.get('signIn', { body: { email: buyer.email, password: 'Third-Word3!' } });
    const { token } = await client.get('jwt', { token: idToken, body: { email: buyer.email } });
    await eventually('the gateway knows it', 60_000, async () =>
      (await client.ask('listParked', { token })).status === 200 ? true : undefined,
    );
    await stop();
  });

  test('no command needs a secret of a service or a key of a provider', async () => {
    const env = {
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: 'http://localhost:3000',
      STORE: 'sqlite',
      EVENTS: 'sqlite',
      IDENTITY: 'embedded',
      PAYMENTS: 'stripe',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      IMAGES: 'imgbb',
      MAIL: 'smtp',
      COIN_CREDIT: 'manual',
      PORT: String(stack.port),
    };
    const there = (name: string, args: readonly string[], folder: string, input = '') =>
      npmRun(name, [...args, '--data', folder], { env, input });
    const file = join(await newFolder(), 'back-up');
    expectOutput(await there('admin', [buyer.email], dataDir), 0, `${buyer.email} is already an admin.`);
    expect((await there('password', [buyer.email], dataDir, 'Third-Word3!\n')).code).toBe(0);
    expectOutput(await there('parked', [], dataDir), 0, 'No event is parked.');
    expect((await there('audit', [], dataDir)).output).toContain('Clean: every invariant holds.');
    expect((await there('replay', ['task'], dataDir)).code).toBe(0);
    expect((await there('backup', [file], dataDir)).code).toBe(0);
    const copy = await newFolder();
    expect((await there('restore', [file], copy)).output).toMatch(/^Restored as of/);
    expect((await there('reset', ['--yes'], copy)).output).toMatch(/^Deleted:/);
  });

  test('a command releases the lock of the data folder', () => {
    expect(existsSync(join(dataDir, 'stack.pid'))).toBe(false);
  });
});

describe('an event that cannot be handled', () => {
  let id: string;

  const withBus = async <R>(
    settings: Settings,
    work: (bus: Awaited<ReturnType<typeof openBus>>) => Promise<R>,
  ): Promise<R> => {
    const bus = await openBus(settings, silentLog);
    try {
      return await work(bus);
    } finally {
      await bus.close();
    }
  };

  /** A copy of the user's last `wallet.balance-changed`, with an unknown version. */
  const unknownVersionOf = async (userId: string): Promise<EventRecord> =>
    withBus(stack.settings, async (bus) => {
      const found: EventRecord[] = [];
      const reader = await bus.subscribe({
        group: null,
        topics: TOPICS,
        handler: async (record) => {
          if (record.value.includes('"wallet.balance-changed"') && record.value.includes(userId)) found.push(record);
        },
      });
      await reader.caughtUp;
      await reader.stop();
      const { topic, key, value } = found.at(-1) as EventRecord;
      const event = { ...JSON.parse(value), eventId: 'from-the-future', version: 99 };
      return { topic, key, value: JSON.stringify(event) };
    });

  test('is parked, and npm run parked lists its id, type and reason', async () => {
    const record = await unknownVersionOf(worker.userId);
    await withBus(stack.settings, (bus) => bus.publish([record]));
    await start();
    const listed = await eventually('it is parked', 60_000, async () => {
      const ended = await command('parked');
      return ended.output.includes('1 parked.') ? ended : undefined;
    });
    expect(listed.code).toBe(0);
    expect(listed.output).toContain(`wallet.balance-changed of ${record.key}`);
    expect(listed.output).toContain('99');
    id = listed.output.split('\n')[0] ?? '';
    expect(id).toMatch(/^user:/);
  });

  test('stays parked when a retry fails again, with exit code 1', async () => {
    const { code, output } = await command('parked', ['retry', id]);
    expect(output).toMatch(/^Still parked: .+99/);
    expect(hasStackTrace(output)).toBe(false);
    expect(code).toBe(1);
  });

  test('is listed while the stack is stopped, and a retry after the repair handles it', async () => {
    await stop();
    expect((await command('parked')).output).toContain(id);
    const store = await openStore(stack.settings, 'user');
    const parked = store.collection(parkedRows);
    const row = (await parked.findOne({ _id: id.slice('user:'.length) })) as ParkedRow;
    await parked.updateOne({ _id: row._id }, { $set: { value: row.value.replace('"version":99', '"version":1') } });
    await store.close();
    expectOutput(await command('parked', ['retry', id]), 0, 'Handled events, queued ones included: 1.');
    expectOutput(await command('parked'), 0, 'No event is parked.');
  });

  test('a record that is no event is listed, and discarded once', async () => {
    await withBus(stack.settings, (bus) => bus.publish([{ topic: 'wallet', key: 'k', value: 'rubbish' }]));
    await start();
    const listed = await eventually('it is quarantined', 60_000, async () => {
      const ended = await command('parked');
      return ended.output.includes(' quarantined.') ? ended : undefined;
    });
    await stop();
    const [record = ''] = listed.output.match(/^\w+:wallet:\S+$/m) ?? [];
    expect(listed.output).toContain(`${record}\n  no event: 7 bytes of k, quarantined `);
    expectOutput(
      await command('parked', ['discard', record]),
      0,
      'Discarded. The admin trail has its size and SHA-256.',
    );
    expectOutput(await command('parked', ['discard', record]), 1, `${record} is not quarantined.`);
    expect((await command('parked')).output).not.toContain(record);
    const [service = ''] = record.split(':');
    expectOutput(await command('parked', ['discard', service]), 0, 'Discarded: 0. The admin trail has a hash of them.');
  });

  test('a retry of an unknown event or a wrong usage prints one sentence', async () => {
    expectOutput(await command('parked', ['retry', id]), 1, `${id} is not parked.`);
    const usage =
      'Usage: npm run parked -- retry SERVICE:ID, -- discard SERVICE:ID for a quarantined record, or -- discard SERVICE for all of them (npm run parked lists the ids)';
    for (const words of [['retry'], ['retry', 'unknown:1'], ['drop', id]])
      expectOutput(await command('parked', words), 1, usage);
  });
});

describe('npm run audit while the stack is stopped', () => {
  test('is clean', async () => {
    const { code, output } = await command('audit');
    expect(output).toContain('Clean: every invariant holds.');
    expect(code).toBe(0);
  });

  test('is clean over a copy of the folder: a copy is a valid backup', async () => {
    const copy = join(await newFolder(), 'copy');
    cpSync(dataDir, copy, { recursive: true });
    const { code, output } = await npmRun('audit', ['--data', copy]);
    expect(output).toContain('Clean: every invariant holds.');
    expect(code).toBe(0);
  });

  test('names an account with a manipulated balance', async () => {
    const store = await openStore(stack.settings, 'wallet');
    const account = `user:${worker.userId}` as const;
    await store.collection(accounts).updateOne({ _id: account }, { $inc: { balance: 1 } });
    await store.close();
    const { code, output } = await command('audit');
    const broken = output.split('\n').filter((line) => line.startsWith('✗'));
    expect(broken.some((line) => line.includes(account))).toBe(true);
    // And no other account.
    expect(broken.filter((line) => /user:[0-9a-z]{26}/.test(line) && !line.includes(account))).toEqual([]);
    expect(code).toBe(1);
  });
});

describe('data of another version', () => {
  test.each([
    ['before 1.0', undefined, 'is older than version 1.0'],
    ['of a later major version', '{"version":"2.3.4"}', 'is of version 2.3.4'],
  ])('%s is refused by every start and command, and stays as it is', async (_what, release, reason) => {
    const copy = join(await newFolder(), 'copy');
    cpSync(dataDir, copy, { recursive: true });
    rmSync(join(copy, 'release.json'));
    if (release) writeFileSync(join(copy, 'release.json'), release);
    const before = contentsOf(copy);
    const options = { env: { PORT: String(stack.port) } };
    const ends = [
      await npmStart(['--no-fronts', '--data', copy], options).ended,
      await npmRun('audit', ['--data', copy], options),
      await npmRun('backup', [join(copy, 'back-up'), '--data', copy], options),
      await npmRun('admin', [worker.email, '--data', copy], options),
    ];
    for (const { code, output } of ends) {
      expect(output).toContain(`The data folder ${copy} ${reason}, which version`);
      expect(output.trim().split('\n')).toHaveLength(1);
      expect(code).toBe(1);
    }
    expect(contentsOf(copy)).toEqual(before);
  });
});

describe('npm run reset', () => {
  test('removes the data folder, and reports if there is none', async () => {
    expectOutput(await command('reset'), 0, `${dataDir} is deleted. npm start creates a new one.`);
    expect(existsSync(dataDir)).toBe(false);
    expectOutput(await command('reset'), 0, `There is no ${dataDir}: nothing to reset.`);
  });

  test('refuses a folder without data of Piecework', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'thesis.txt'), 'years of work');
    const { code, output } = await command('reset');
    expect(output).toContain('does not look like a data folder of Piecework');
    expect(code).toBe(1);
    expect(existsSync(join(dataDir, 'thesis.txt'))).toBe(true);
  });
});

test.each(['admin', 'password', 'parked', 'audit'])(
  'npm run %s without data prints what to do and creates none',
  async (name) => {
    const folder = await newFolder();
    const ended = await npmRun(name, ['someone@people.example', '--data', folder], { input: `${PASSWORD}\n` });
    expect(ended.output).toMatch(/^There is no .*: run npm start first, or name another folder with --data DIR\.\n$/);
    expect(ended.code).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  },
);
