import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithDocker, runLabels } from '@piecework/base/testing/docker';
import { type KafkaContainer, startKafkaContainer } from '@piecework/event-log/testing/kafka';
import { openStore } from '@piecework/service-runtime/run';
import { openMongoDatabases } from '@piecework/store/mongo-databases';
import { accounts } from '@piecework/wallet/stores';
import { MongoDBContainer, type StartedMongoDBContainer } from '@testcontainers/mongodb';
import {
  type Ended,
  hasStackTrace,
  newFolder,
  npmRun,
  type RunningStack,
  startStackOver,
  stopped,
} from '../support/child-program';
import { type Client, createClient } from '../support/client';
import { type People, type Person, peopleOn, taskFields } from '../support/people';
import { eventually } from '../support/stack';

// One installation on MongoDB and Kafka through its life: the commands beside it and at rest, a back-up, a loss, and the restore.
describeWithDocker('the commands of an installation on MongoDB and Kafka', () => {
  jest.setTimeout(240_000);
  let mongo: StartedMongoDBContainer;
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
  ): Promise<Ended> =>
    npmRun(name, [...args, '--data', dataDir], { env: { ...env, PORT: String(stack.port), ...more } });
  const says = ({ output, code }: Ended, expected: number, sentence: string | RegExp) => {
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
  /** Consumers of a group that has just come together may take longer than a call waits for them. */
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
      new MongoDBContainer('mongo:7.0').withLabels(runLabels()).start(),
      startKafkaContainer(),
    ]);
    dataDir = await newFolder();
    env = {
      JWT_SECRET: 'a secret for this installation, long enough',
      STORE: 'mongodb',
      MONGODB_URI: `${mongo.getConnectionString()}/?directConnection=true`,
      EVENTS: 'kafka',
      KAFKA_BROKERS: kafka.brokers.join(','),
      IMAGES: 'gridfs',
    };
    file = join(await newFolder(), 'back-up');
  });
  afterAll(async () => {
    await Promise.all([mongo?.stop(), kafka?.stop()]);
  });

  test('without data a command says so, and makes none', async () => {
    stack = { port: 1 } as RunningStack;
    for (const name of ['audit', 'parked'])
      says(
        await command(name),
        1,
        /^There is no database piecework_user at .+: start the installation first, or name/,
      );
    says(await command('reset', ['--yes']), 0, /^There is nothing of Piecework on these engines/);
    stack = undefined as unknown as RunningStack;
  });

  test('npm start runs over them, and nothing but the lock is in the data folder', async () => {
    await start();
    worker = await people.signUp('worker', 'Wilma');
    buyer = await people.signUp('buyer', 'Bella');
    await balanceIs(buyer, 50);
    await earn(9);
    await balanceIs(worker, 19);
    expect(existsSync(join(dataDir, 'stack.pid'))).toBe(true);
    expect(existsSync(join(dataDir, 'user.sqlite')) || existsSync(join(dataDir, 'events.sqlite'))).toBe(
      false,
    );
  });

  test('the commands work beside it', async () => {
    const ada = await people.signUp('worker', 'Ada');
    says(await command('admin', [ada.email]), 0, `${ada.email} is now an admin.`);
    says(await command('parked'), 0, 'No event is parked.');
    says(await command('audit'), 0, 'Clean: every invariant holds.');
    says(await command('backup', [file]), 1, /^Piecework is running/);
    says(await command('reset', ['--yes']), 1, /^Process \d+ is running over/);
  });

  test('they find it by its addresses where its data folder is elsewhere, as in a container', async () => {
    const elsewhere = await newFolder();
    const there = (name: string, args: readonly string[] = []) =>
      npmRun(name, [...args, '--data', elsewhere], { env: { ...env, PORT: String(stack.port) } });
    says(await there('audit'), 0, 'Clean: every invariant holds.');
    says(await there('reset', ['--yes']), 1, /^The user service answers at/);
    // And at other addresses by what it does on Kafka.
    says(
      await npmRun('reset', ['--yes', '--data', elsewhere], { env: { ...env, PORT: '1' } }),
      1,
      /^The consumer group piecework\.\w+ has members/,
    );
  });

  test('they work at rest, and a back-up is made', async () => {
    await stop();
    says(await command('parked'), 0, 'No event is parked.');
    says(await command('audit'), 0, 'Clean: every invariant holds.');
    says(await command('backup', [file]), 0, /: \d+ documents, \d+ events and 0 pictures\.$/m);
    says(await command('backup', [file]), 1, /is there already: name another file/);
  });

  test('the audit names an account that somebody has touched', async () => {
    const store = await openStore(stack.settings, 'wallet');
    const touch = (by: number) =>
      store.collection(accounts).updateOne({ _id: `user:${worker.userId}` }, { $inc: { balance: by } });
    await touch(1);
    says(
      await command('audit'),
      1,
      new RegExp(`✗ a balance is the sum of its entries: user:${worker.userId}`),
    );
    await touch(-1);
    await store.close();
  });

  test('a back-up is not restored over anything, nor one that is not whole', async () => {
    says(await command('restore', [file]), 1, /is restored into an empty installation only/);
    const half = `${file}.half`;
    const bytes = readFileSync(file);
    writeFileSync(half, bytes.subarray(0, bytes.length - 40));
    says(await command('restore', [half]), 1, /cannot be read|is no whole back-up/);
  });

  test('npm run reset says what it removes, and removes nothing that is not ours', async () => {
    await start();
    await earn(3);
    await balanceIs(worker, 22);
    await stop();
    const databases = await openMongoDatabases(env.MONGODB_URI ?? '');
    await databases.database('piecework_thesis').collection('chapters').insertOne({ title: 'years of work' });
    await kafka.tool('kafka-topics.sh', ['--create', '--topic', 'piecework.thesis', '--partitions', '1']);

    const asked = await command('reset');
    says(asked, 1, /^This removes for ever:\n/);
    for (const name of [
      'topic piecework.wallet',
      'consumer group piecework.wallet',
      'database piecework_wallet',
    ])
      expect(asked.output).toContain(name);
    expect(asked.output).not.toContain('thesis');
    says(await command('audit'), 0, 'Clean: every invariant holds.');

    says(await command('reset', ['--yes']), 0, /^Gone:\n/);
    says(await command('audit'), 1, /^There is no database piecework_user/);
    expect(await databases.existing(['piecework_thesis', 'piecework_wallet'])).toEqual(['piecework_thesis']);
    await databases.close();
    const topics = (await kafka.tool('kafka-topics.sh', ['--list'])).split('\n').map((line) => line.trim());
    expect(topics.filter((name) => name.startsWith('piecework.'))).toEqual(['piecework.thesis']);
  });

  test('an older back-up is restored, every event is replayed, the audit is clean, and life goes on', async () => {
    says(
      await command('restore', [file]),
      0,
      /^Restored as of 20.+: \d+ documents, \d+ events and 0 pictures\./,
    );
    says(await command('audit'), 0, 'Clean: every invariant holds.');
    await start();
    // What was done after the back-up is gone: 3 coins.
    await balanceIs(worker, 19);
    says(await command('parked'), 0, 'No event is parked.');
    const audited = await command('audit');
    says(audited, 0, 'Clean: every invariant holds.');
    expect(audited.output).not.toContain('on their way');
    await earn(4);
    await balanceIs(worker, 23);
    says(await command('audit'), 0, 'Clean: every invariant holds.');
    await stop();
  });

  test('and so it moves to other engines: the same back-up on SQLite', async () => {
    const embedded = await newFolder();
    const more = { env: { JWT_SECRET: env.JWT_SECRET ?? '', PORT: '1' } };
    says(await npmRun('restore', [file, '--data', embedded], more), 0, /^Restored as of/);
    const own = await startStackOver(embedded, { env: { JWT_SECRET: env.JWT_SECRET ?? '' } });
    const there = createClient(own.gateway);
    const [last] = await there.get('statement', { as: worker, query: { limit: 1 } });
    expect(last?.balance).toBe(19);
    await there.close();
    expect((await stopped(own)).code).toBe(0);
    says(await npmRun('audit', ['--data', embedded], more), 0, 'Clean: every invariant holds.');
  });
});
