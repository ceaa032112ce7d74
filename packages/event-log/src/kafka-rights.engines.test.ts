import { silentLog } from '@piecework/base';
import { describeWithDocker } from '@piecework/base/testing/docker';
import type { Topic } from '@piecework/contracts';
import { type KafkaContainer, startKafkaContainer } from '../testing/kafka.container';
import type { EventBus, EventRecord } from './bus';
import { openKafkaBus } from './kafka-bus';
import { withKafkaCleanup } from './kafka-cleanup';
import { ensureRights, type KafkaRights } from './kafka-rights';
import { ensureTopics } from './kafka-topics';
import { ensureUsers } from './kafka-users';

const PASSWORD = 'of-every-user';
const GROUP_AUTHORIZATION_FAILED = 30;
/** KafkaJS asks for the group first, and hides why the broker refuses. */
const NO_GROUP = 'Failed to find group coordinator';
const TASK: KafkaRights = { user: 'task', writes: ['task'], reads: ['user', 'wallet'], group: { name: 'task' } };
const WALLET: KafkaRights = { user: 'wallet', writes: ['wallet'], reads: ['task'], group: { name: 'wallet' } };
const GATEWAY: KafkaRights = { user: 'gateway', writes: [], reads: ['task', 'wallet'], group: 'private' };
const TOOLS: KafkaRights = { user: 'tools', writes: ['task'], reads: ['task'], group: 'all' };
const RIGHTS = [TASK, WALLET, GATEWAY, TOOLS];

const record = (topic: Topic): EventRecord => ({ topic, key: 'k', value: '{}' });

describeWithDocker('the rights of a user of Kafka', () => {
  let kafka: KafkaContainer;
  const access = (username: string) => ({ brokers: kafka.brokers, login: { username, password: PASSWORD } });
  const open: EventBus[] = [];
  const busOf = async (username: string) => {
    const bus = await openKafkaBus({ ...access(username), log: silentLog, fetchWaitMs: 50 });
    open.push(bus);
    return bus;
  };
  /** Records that a new reader gets within a time in which a permitted one gets all of them. */
  const readBy = async (bus: EventBus, group: string | null, topic: Topic): Promise<number> => {
    let count = 0;
    const reader = await bus.subscribe({
      group,
      topics: [topic],
      handler: async () => {
        count++;
      },
    });
    await Promise.race([reader.caughtUp, new Promise((resolve) => setTimeout(resolve, 5_000).unref())]);
    await reader.stop();
    return count;
  };

  beforeAll(async () => {
    kafka = await startKafkaContainer({ inMemory: true, hasUsers: true });
    const names = ['root', ...RIGHTS.map(({ user }) => user)];
    const passwords = (password: string) => names.map((name) => ({ name, password }));
    await ensureUsers({ brokers: [kafka.insideBroker], users: passwords('the first') });
    await ensureUsers({ brokers: [kafka.insideBroker], users: passwords(PASSWORD) });
    await ensureTopics(access('root'));
    await ensureRights({ ...access('root'), rights: RIGHTS });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((bus) => bus.close()));
  });
  afterAll(() => kafka.stop());

  test('need its password', async () => {
    const login = { username: 'task', password: 'the first' };
    const bus = openKafkaBus({ brokers: kafka.brokers, login, log: silentLog });
    await expect(bus).rejects.toThrow(/authentication failed/i);
    const users = [{ name: '', password: PASSWORD }];
    await expect(ensureUsers({ brokers: [kafka.insideBroker], users })).rejects.toThrow(/username/i);
  });

  test('include its own topics only', async () => {
    const task = await busOf('task');
    await task.publish([record('task')]);
    await expect(task.publish([record('wallet')])).rejects.toThrow(/not authorized/i);
    const wallet = await busOf('wallet');
    await wallet.publish([record('wallet')]);
    await expect((await busOf('gateway')).publish([record('task')])).rejects.toThrow(/not authorized/i);
  });

  test('include the topics that it consumes, in its own group only', async () => {
    const wallet = await busOf('wallet');
    expect(await readBy(wallet, 'wallet', 'task')).toBe(1);
    expect(await wallet.lag('wallet')).toEqual({ task: 0 });
    expect(await readBy(wallet, 'wallet', 'user')).toBe(0);
    await expect(readBy(wallet, 'task', 'task')).rejects.toThrow(NO_GROUP);
    await expect(readBy(wallet, null, 'task')).resolves.toBe(0);
    await expect(wallet.resetToBeginning('wallet')).rejects.toMatchObject({
      cause: { groups: [{ errorCode: GROUP_AUTHORIZATION_FAILED }] },
    });
  });

  test('include private groups of the gateway', async () => {
    const gateway = await busOf('gateway');
    expect(await readBy(gateway, null, 'wallet')).toBe(1);
    await expect(readBy(gateway, 'task', 'wallet')).rejects.toThrow(NO_GROUP);
  });

  test('include everything for the commands', async () => {
    const tools = await busOf('tools');
    await tools.resetToBeginning('wallet');
    await tools.publish([record('wallet')]);
    expect(await readBy(tools, null, 'wallet')).toBe(2);
    await withKafkaCleanup(access('tools'), ({ remove }) => remove());
    await ensureTopics(access('tools'));
    await expect(ensureRights({ ...access('tools'), rights: RIGHTS })).rejects.toThrow('Cluster authorization failed');
  });

  test('end when they are not declared any more', async () => {
    const other: KafkaRights = { ...WALLET, reads: ['user'] };
    const changed = { ...access('root'), rights: [TASK, other, GATEWAY, TOOLS] };
    await ensureRights({ ...changed, keepsOutdated: true });
    await (await busOf('task')).publish([record('task')]);
    expect(await readBy(await busOf('wallet'), 'wallet', 'task')).toBeGreaterThan(0);
    await ensureRights(changed);
    await (await busOf('task')).publish([record('task')]);
    const wallet = await busOf('wallet');
    expect(await readBy(wallet, 'wallet', 'task')).toBe(0);
    await wallet.publish([record('wallet')]);
  });
});
