import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithDocker } from '@piecework/base/testing/docker';
import { type KafkaContainer, startKafkaContainer } from '@piecework/event-log/testing/kafka';
import { openStore } from '@piecework/service-runtime/run';
import { openMongoDatabases } from '@piecework/store/mongo-databases';
import { type MongoContainer, startMongoContainer } from '@piecework/store/testing/mongo';
import { accounts } from '@piecework/wallet/stores';
import {
  hasStackTrace,
  newFolder,
  npmRun,
  type ProgramResult,
  type RunningStack,
  startStackOver,
  stopped,
} from '../support/child-program';
import { type Client, createClient } from '../support/client';
import { type People, type Person, peopleOn, taskFields } from '../support/people';
import { eventually } from '../support/stack';

// One installation on MongoDB and Kafka. Each test continues with the state of the previous one: commands while it runs and while it is
// stopped, a backup, a reset and a restore.
describeWithDocker('the commands of an installation on MongoDB and Kafka', () => {
  let mongo: MongoContainer;
  let kafka: KafkaContainer;
  let env: Record<string, string>;
  let dataDir: string;
  let stack: RunningStack;
  let client: Client;
  let people: People;
  let worker: Person;
  let buyer: Person;
  let file: string;

  const command = (
    name: string,
    args: readonly string[] = [],
    more: Record<string, string> = {},
  ): Promise<ProgramResult> =>
    npmRun(name, [...args, '--data', dataDir], { env: { ...env, PORT: String(stack.port), ...more } });
  const expectOutput = ({ output, code }: ProgramResult, expected: number, sentence: string | RegExp) => {
    expect(output).toMatch(sentence);
    expect(hasStackTrace(output)).toBe(false);
    expect(code).toBe(expected);
  };
  const start = async () => {
    stack = await startStackOver(dataDir, { env, ...(stack && { port: stack.port }) });
    client = createClient(stack.gateway);
    people = peopleOn(stack, client);
  };
  const stop = async () => {
    await client.close();
    expect((await stopped(stack)).code).toBe(0);
  };
  /** Retries: while a new consumer group is rebalancing, events take longer than a call waits. */
  const earn = async (coins: number) => {
    const key = `earn-${coins}`;
    const body = taskFields({ requiredWorkers: 1, payableAmount: coins });
    const taskId = await eventually('the task is posted', 60_000, async () => {
      const posted = await client.ask('createTask', { as: buyer, key, body });
      return posted.status === 503 ? undefined : (posted.body as { insertedId: string }).insertedId;
    });
    const submission = await eventually('the task is known', 60_000, () =>
      people.submit(worker, taskId).catch((error: Error) => {
        if (!error.message.includes('answered 404')) throw error;
        return undefined;
      }),
    );
    await people.decide(buyer, submission, 'approved');
  };
  const balanceIs = (person: Person, coins: number) =>
    eventually(`${person.name} has ${coins} coins`, 60_000, async () =>
      (await people.balance(person)) === coins ? true : undefined,
    );

  beforeAll(async () => {
    [mongo, kafka] = await Promise.all([
      startMongoContainer({ inMemory: true }),
      startKafkaContainer({ inMemory: true }),
    ]);
    dataDir = await newFolder();
    env = {
      JWT_SECRET: 'a secret for this installation, long enough',
      STORE: 'mongodb',
      MONGODB_URI: mongo.uri,
      EVENTS: 'kafka',
      KAFKA_BROKERS: kafka.brokers.join(','),
      IMAGES: 'gridfs',
    };
    file = join(await newFolder(), 'back-up');
  });
  afterAll(async () => {
    await Promise.all([mongo?.stop(), kafka?.stop()]);
  });

  test('a command without data reports that, and creates none', async () => {
    stack = { port: 1 } as RunningStack;
    for (const name of ['audit', 'parked'])
      expectOutput(
        await command(name),
        1,
        /^There is no database piecework_user at .+: start the installation first, or name/,
      );
    expectOutput(await command('reset', ['--yes']), 0, /^These engines have no data of Piecework/);
    stack = undefined as unknown as RunningStack;
  });

  test('npm start runs on them, and stores no data in the data folder', async () => {
    await start();
    worker = await people.signUp('worker', 'Wilma');
    buyer = await people.signUp('buyer', 'Bella');
    await balanceIs(buyer, 50);
    await earn(9);
    await balanceIs(worker, 19);
    expect(existsSync(join(dataDir, 'stack.pid'))).toBe(true);
    expect(existsSync(join(dataDir, 'user.sqlite')) || existsSync(join(dataDir, 'events.sqlite'))).toBe(false);
  });

  test('the commands work while it runs', async () => {
    const ada = await people.signUp('worker', 'Ada');
    expectOutput(await command('admin', [ada.email]), 0, `${ada.email} is now an admin.`);
    expectOutput(await command('parked'), 0, 'No event is parked.');
    expectOutput(await command('audit'), 0, 'Clean: every invariant holds.');
    expectOutput(await command('backup', [file]), 1, /^Piecework is running/);
    expectOutput(await command('reset', ['--yes']), 1, /^Process \d+ uses/);
  });

  test('the commands find a running installation with another data folder, as in a container', async () => {
    const elsewhere = await newFolder();
    const there = (name: string, args: readonly string[] = []) =>
      npmRun(name, [...args, '--data', elsewhere], { env: { ...env, PORT: String(stack.port) } });
    expectOutput(await there('audit'), 0, 'Clean: every invariant holds.');
    expectOutput(await there('reset', ['--yes']), 1, /^The user service answers at/);
    // With other addresses, by its consumer groups on Kafka.
    expectOutput(
      await npmRun('reset', ['--yes', '--data', elsewhere], { env: { ...env, PORT: '1' } }),
      1,
      /^The consumer group piecework\.\w+ has members/,
    );
  });

  test('the commands and the backup work while it is stopped', async () => {
    await stop();
    expectOutput(await command('parked'), 0, 'No event is parked.');
    expectOutput(await command('audit'), 0, 'Clean: every invariant holds.');
    expectOutput(await command('backup', [file]), 0, /: \d+ documents, \d+ events and 0 pictures\.$/m);
    expectOutput(await command('backup', [file]), 1, /already exists. Name another file/);
  });

  test('the audit names an account with a manipulated balance', async () => {
    const store = await openStore(stack.settings, 'wallet');
    const changeBalance = (by: number) =>
      store.collection(accounts).updateOne({ _id: `user:${worker.userId}` }, { $inc: { balance: by } });
    await changeBalance(1);
    expectOutput(await command('audit'), 1, new RegExp(`✗ a balance is the sum of its entries: user:${worker.userId}`));
    await changeBalance(-1);
    await store.close();
  });

  test('restore refuses a non-empty installation and a truncated backup', async () => {
    expectOutput(await command('restore', [file]), 1, /is restored into an empty installation only/);
    const half = `${file}.half`;
    const bytes = readFileSync(file);
    writeFileSync(half, bytes.subarray(0, bytes.length - 40));
    expectOutput(await command('restore', [half]), 1, /cannot be read|is not a complete back-up/);
  });

  test('npm run reset lists what it removes, and keeps databases and topics of others', async () => {
    await start();
    await earn(3);
    await balanceIs(worker, 22);
    await stop();
    const databases = await openMongoDatabases(env.MONGODB_URI ?? '');
    await databases.database('piecework_thesis').collection('chapters').insertOne({ title: 'years of work' });
    await kafka.tool('kafka-topics.sh', ['--create', '--topic', 'piecework.thesis', '--partitions', '1']);

    const asked = await command('reset');
    expectOutput(asked, 1, /^This permanently deletes:\n/);
    for (const name of ['topic piecework.wallet', 'consumer group piecework.wallet', 'database piecework_wallet'])
      expect(asked.output).toContain(name);
    expect(asked.output).not.toContain('thesis');
    expectOutput(await command('audit'), 0, 'Clean: every invariant holds.');

    expectOutput(await command('reset', ['--yes']), 0, /^Deleted:\n/);
    expectOutput(await command('audit'), 1, /^There is no database piecework_user/);
    expect(await databases.existing(['piecework_thesis', 'piecework_wallet'])).toEqual(['piecework_thesis']);
    await databases.close();
    const topics = (await kafka.tool('kafka-topics.sh', ['--list'])).split('\n').map((line) => line.trim());
    expect(topics.filter((name) => name.startsWith('piecework.'))).toEqual(['piecework.thesis']);
  });

  test('a restored backup replays every event, passes the audit and can be used', async () => {
    expectOutput(
      await command('restore', [file]),
      0,
      /^Restored as of 20.+: \d+ documents, \d+ events and 0 pictures\./,
    );
    expectOutput(await command('audit'), 0, 'Clean: every invariant holds.');
    await start();
    // Without the 3 coins earned after the backup.
    await balanceIs(worker, 19);
    expectOutput(await command('parked'), 0, 'No event is parked.');
    const audited = await command('audit');
    expectOutput(audited, 0, 'Clean: every invariant holds.');
    expect(audited.output).not.toContain('on their way');
    await earn(4);
    await balanceIs(worker, 23);
    expectOutput(await command('audit'), 0, 'Clean: every invariant holds.');
    await stop();
  });

  test('the same backup can be restored on SQLite', async () => {
    const embedded = await newFolder();
    const more = { env: { JWT_SECRET: env.JWT_SECRET ?? '', PORT: '1' } };
    expectOutput(await npmRun('restore', [file, '--data', embedded], more), 0, /^Restored as of/);
    const own = await startStackOver(embedded, { env: { JWT_SECRET: env.JWT_SECRET ?? '' } });
    const there = createClient(own.gateway);
    const [last] = await there.get('statement', { as: worker, query: { limit: 1 } });
    expect(last?.balance).toBe(19);
    await there.close();
    expect((await stopped(own)).code).toBe(0);
    expectOutput(await npmRun('audit', ['--data', embedded], more), 0, 'Clean: every invariant holds.');
  });
});
