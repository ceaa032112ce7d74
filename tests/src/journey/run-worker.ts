import { MIN_WITHDRAWAL_COINS, PAYMENT_SYSTEMS, type Task } from '@piecework/contracts';
import { type DemoAnswer, workFields } from '@piecework/stack/demo';
import type { Random } from '../simulation/random';
import { type JourneyContext, type Person, thinkTime } from './context';

const PAGE_SIZE = 12;

/** Runs a worker who finds tasks, submits work, reads the decisions and withdraws the earnings. */
export const runWorker = async (
  context: JourneyContext,
  me: Person,
  answersFor: (title: string) => DemoAnswer,
  random: Random,
) => {
  const { calls, expectedState, iteration } = context;
  /** Tasks with a pending or approved submission of this worker. */
  const taken = new Set<string>();
  let count = 0;

  const find = async (): Promise<Task | undefined> => {
    const query = {
      open: 1,
      sort: random.pick(['newest', 'pay']),
      limit: PAGE_SIZE,
      offset: random.int(0, Math.floor(expectedState.open() / PAGE_SIZE)) * PAGE_SIZE,
    };
    const shown: Task[] = await calls.get('listTasks', { as: me, query });
    // The stack may have tasks outside the journey too, such as the demo data.
    const suitable = shown.filter(({ _id }) => expectedState.tasks.has(_id) && !taken.has(_id));
    return suitable.length > 0 ? random.pick(suitable) : undefined;
  };

  const submit = async (task: Task) => {
    const seen = await calls.ask('getTask', { as: me, params: { id: task._id }, refusals: [404] });
    if (!seen) return;
    const body = { taskId: task._id, ...workFields(answersFor(task.taskTitle)) };
    const key = `${me.id}-${iteration}-${++count}`;
    const asked = { as: me, body, key, refusals: [404] };
    const made = await calls.ask('createSubmission', asked);
    // The task has become full or deleted.
    if (!made || !('insertedId' in made)) return;
    taken.add(task._id);
    if (random.chance(0.05)) {
      const again = await calls.ask('createSubmission', asked);
      if (!again || !('insertedId' in again) || again.insertedId !== made.insertedId)
        throw new Error(`A repeated submission for '${task.taskTitle}' got another answer than the first`);
    }
    if (random.chance(0.05)) {
      const twice = await calls.ask('createSubmission', { ...asked, key: `${key}-twice` });
      if (twice && 'insertedId' in twice && !(await wasRejected(task._id)))
        throw new Error(`${me.name} could submit twice for '${task.taskTitle}'`);
    }
  };

  const wasRejected = async (taskId: string): Promise<boolean> =>
    (await calls.get('listSubmissions', { as: me, query: { taskId, status: 'reject' } })).length > 0;

  /** Reads the own submissions. A task whose submission was rejected can be submitted again. */
  const readSubmissions = async () => {
    const { count: total } = await calls.get('countSubmissions', { as: me });
    const start = random.int(0, Math.max(0, Math.ceil(total / 10) - 1)) * 10;
    await calls.get('listSubmissions', { as: me, query: { start } });
    const all = await calls.get('listSubmissions', { as: me, query: { limit: 200 } });
    const live = new Set(all.filter(({ status }) => status !== 'reject').map(({ taskId }) => taskId));
    for (const { taskId } of all) if (!live.has(taskId)) taken.delete(taskId);
    if (random.chance(0.1)) await calls.get('totals', { as: me });
  };

  const withdraw = async () => {
    const coins = (await calls.get('getUser', { as: me })).userAvailableCoin ?? 0;
    const own = await calls.get('listWithdrawals', { as: me, query: { status: 'pending' } });
    if (own.length > 0 || coins < MIN_WITHDRAWAL_COINS) return;
    // 20 % request more than the balance: the form does not block that.
    const withdrawalCoin = random.chance(0.2) ? coins + 50 : random.int(MIN_WITHDRAWAL_COINS, coins);
    const body = { withdrawalCoin, paymentSystem: random.pick(PAYMENT_SYSTEMS) };
    await calls.insert('createWithdrawal', { as: me, body, key: `${me.id}-${iteration}-out-${++count}` });
  };

  while (!context.buyersAreDone) {
    const task = await find();
    if (task) await submit(task);
    await thinkTime(random);
    if (!task || random.chance(0.2)) await readSubmissions();
    if (random.chance(0.1)) await withdraw();
  }
  await withdraw();
};
