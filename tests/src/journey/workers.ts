import { MIN_WITHDRAWAL_COINS, PAYMENT_SYSTEMS, type Task } from '@piecework/contracts';
import type { Random } from '../simulation/random';
import { type JourneyContext, type Person, pauseLikeAPerson } from './context';

const PAGE = 12;

/** Somebody who looks for tasks, does them, looks what became of the work, and withdraws what was earned. */
export const liveAsWorker = async (
  context: JourneyContext,
  me: Person,
  answersFor: (title: string) => string,
  random: Random,
) => {
  const { calls, book, life } = context;
  /** Tasks for which something of mine is pending or approved. */
  const taken = new Set<string>();
  let count = 0;

  const find = async (): Promise<Task | undefined> => {
    const query = {
      open: 1,
      sort: random.pick(['newest', 'pay']),
      limit: PAGE,
      offset: random.int(0, Math.floor(book.open() / PAGE)) * PAGE,
    };
    const shown: Task[] = await calls.get('listTasks', { as: me, query });
    // Somebody else's tasks may be there too: those of the demo, or of a person who looks on.
    const suitable = shown.filter(({ _id }) => book.tasks.has(_id) && !taken.has(_id));
    return suitable.length > 0 ? random.pick(suitable) : undefined;
  };

  const handIn = async (task: Task) => {
    const seen = await calls.ask('getTask', { as: me, params: { id: task._id }, refusals: [404] });
    if (!seen) return;
    const body = { taskId: task._id, submissionDetails: answersFor(task.taskTitle) };
    const key = `${me.id}-${life}-${++count}`;
    const asked = { as: me, body, key, refusals: [404] };
    const made = await calls.ask('createSubmission', asked);
    // Full by now, or deleted.
    if (!made || !('insertedId' in made)) return;
    taken.add(task._id);
    if (random.chance(0.05)) {
      const again = await calls.ask('createSubmission', asked);
      if (!again || !('insertedId' in again) || again.insertedId !== made.insertedId)
        throw new Error(`A repeat of handing in for '${task.taskTitle}' was not answered like the first`);
    }
    if (random.chance(0.05)) {
      const twice = await calls.ask('createSubmission', { ...asked, key: `${key}-twice` });
      if (twice && 'insertedId' in twice && !(await wasRejected(task._id)))
        throw new Error(`${me.name} could hand in twice for '${task.taskTitle}'`);
    }
  };

  const wasRejected = async (taskId: string): Promise<boolean> =>
    (await calls.get('listSubmissions', { as: me, query: { taskId, status: 'reject' } })).length > 0;

  /** What was sent back can be done again. */
  const lookAtWork = async () => {
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
    // One in five asks for more than is there, which the form does not block.
    const withdrawalCoin = random.chance(0.2) ? coins + 50 : random.int(MIN_WITHDRAWAL_COINS, coins);
    const body = { withdrawalCoin, paymentSystem: random.pick(PAYMENT_SYSTEMS) };
    await calls.insert('createWithdrawal', { as: me, body, key: `${me.id}-${life}-out-${++count}` });
  };

  while (!context.buyersAreDone) {
    const task = await find();
    if (task) await handIn(task);
    await pauseLikeAPerson(random);
    if (!task || random.chance(0.2)) await lookAtWork();
    if (random.chance(0.1)) await withdraw();
  }
  await withdraw();
};
