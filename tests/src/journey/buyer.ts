import { DAY_MS, utcDayOf } from '@piecework/base';
import { COIN_PACKAGES, STARTING_COINS, type Submission, type Task, TEST_CARDS } from '@piecework/contracts';
import type { Random } from '../simulation/random';
import { type DemoTask, type JourneyContext, type Person, thinkTime } from './context';

/** Probability of a rejection. */
const REJECTS = 0.15;
/** Probability that the buyer plans to delete a task. */
const DELETES = 0.12;

interface Plan {
  task: DemoTask;
  /** Number of decisions after which the buyer deletes the task; null: never. */
  deletedAfter: number | null;
}

const planFor = (task: DemoTask, random: Random): Plan => ({
  task,
  deletedAfter: random.chance(DELETES) ? random.int(0, task.places - 1) : null,
});

const fieldsOf = (task: DemoTask) => ({
  taskTitle: task.title,
  taskDetail: task.detail,
  submissionInfo: task.info,
  requiredWorkers: task.places,
  payableAmount: task.pay,
  completionDate: utcDayOf(Date.now() + task.days * DAY_MS),
  taskImageURL: `https://pictures.example/${task.key}.webp`,
  ...(task.form && { form: task.form }),
});

/** Prices of packages with at least so many coins: the largest ones, then the smallest that suffices. */
export const packagesFor = (coins: number): number[] => {
  const prices: number[] = [];
  for (let missing = coins; missing > 0; ) {
    const largest = COIN_PACKAGES[COIN_PACKAGES.length - 1] as (typeof COIN_PACKAGES)[number];
    const chosen = COIN_PACKAGES.find((found) => found.coins >= missing) ?? largest;
    prices.push(chosen.price);
    missing -= chosen.coins;
  }
  return prices;
};

/** A buyer who buys coins, posts tasks, reviews submissions and deletes a few tasks. */
export const createBuyer = (
  { calls, expectedState, coinCredit, iteration }: JourneyContext,
  me: Person,
  wanted: readonly DemoTask[],
  random: Random,
) => {
  const plans = new Map<string, Plan>();
  const decisions = new Map<string, number>();
  /** Balance of the wallet, which precedes that of the user record. */
  const coins = async () => {
    const [last] = await calls.get('statement', { as: me, query: { limit: 1 } });
    return last?.balance ?? 0;
  };

  const untilCoins = async (atLeast: number) => {
    while ((await coins()) < atLeast) await thinkTime(random);
  };

  const buy = async (price: number, index: number) => {
    const key = `${me.id}-${iteration}-buy-${index}`;
    const { clientSecret } = await calls.get('createPaymentIntent', { as: me, body: { price }, key });
    const confirm = (cardNumber: string) =>
      calls.ask('confirmSimulatedPayment', { as: me, body: { clientSecret, cardNumber }, refusals: [400, 402, 409] });
    if (random.chance(0.2)) await confirm(TEST_CARDS.declined);
    await confirm(TEST_CARDS.succeeds);
    const intent = await calls.insert('storePayment', { as: me, body: { amount: price }, key });
    if (coinCredit === 'automatic') expectedState.credited(intent, me.id, price);
  };

  const buyCoins = async () => {
    const cost = wanted.reduce((total, { places, pay }) => total + places * pay, 0);
    // A task must cost less than the balance.
    const prices = packagesFor(cost + 1 - (await coins()));
    for (const [index, price] of prices.entries()) await buy(price, index);
    await untilCoins(cost + 1);
  };

  /** Tries to post a task that the buyer cannot afford yet. */
  const postUnaffordable = async () => {
    await untilCoins(STARTING_COINS.buyer);
    const [expensive] = wanted.filter(({ places, pay }) => places * pay >= STARTING_COINS.buyer);
    if (!expensive || !random.chance(0.4)) return;
    const made = await calls.ask('createTask', { as: me, body: fieldsOf(expensive), refusals: [409] });
    if (made) throw new Error(`${me.name} has posted a task that costs more than they had`);
  };

  const post = async (task: DemoTask) => {
    const key = `${me.id}-${iteration}-${task.key}`;
    const id = await calls.insert('createTask', { as: me, body: fieldsOf(task), key });
    expectedState.posted({ id, buyerId: me.id, pay: task.pay, places: task.places });
    plans.set(id, planFor(task, random));
    // Retry with the same Idempotency-Key, as after a lost answer: no second task.
    if (random.chance(0.1)) {
      const again = await calls.insert('createTask', { as: me, body: fieldsOf(task), key });
      if (again !== id) throw new Error(`A repeat of posting '${task.title}' made a second task`);
    }
  };

  const decide = async (submission: Submission) => {
    const status = random.chance(REJECTS) ? 'reject' : 'approved';
    const asked = { as: me, params: { id: submission._id }, body: { status } };
    const { modifiedCount } = await calls.get('decideSubmission', asked);
    if (modifiedCount !== 1 && !calls.mayLoseAnswers)
      throw new Error(`A pending submission was not decided: ${submission._id}`);
    decisions.set(submission.taskId, (decisions.get(submission.taskId) ?? 0) + 1);
    if (status === 'approved') expectedState.approved(submission.taskId, submission.workerEmail);
    else expectedState.rejected(submission.taskId);
    if (!random.chance(0.05)) return;
    // A repeat changes nothing, and the opposite decision is refused.
    const twice = await calls.get('decideSubmission', asked);
    if (twice.modifiedCount !== 0) throw new Error(`A decision counted twice: ${submission._id}`);
    const opposite = status === 'reject' ? 'approved' : 'reject';
    await calls.ask('decideSubmission', { ...asked, body: { status: opposite }, refusals: [409] });
  };

  const review = async () => {
    const query = { status: 'pending', limit: random.int(5, 20) };
    const pending = await calls.get('listSubmissions', { as: me, query });
    for (const submission of pending) await decide(submission);
  };

  const changeOrDeleteTasks = async () => {
    for (const [id, { task, deletedAfter }] of plans) {
      const seen = decisions.get(id) ?? 0;
      if (expectedState.tasks.get(id)?.end) continue;
      if (deletedAfter !== null && seen >= deletedAfter) {
        const { deletedCount } = await calls.get('deleteTask', { as: me, params: { id } });
        // An admin may have deleted it first.
        if (deletedCount === 1 || expectedState.tasks.get(id)?.end === null) expectedState.ended(id, 'deleted');
        await calls.get('deleteTask', { as: me, params: { id } });
      } else if (random.chance(0.02)) {
        const submissionInfo = `${task.info} Thank you!`;
        await calls.ask('changeTask', { as: me, params: { id }, body: { submissionInfo }, refusals: [404] });
      }
    }
  };

  const readTasks = async () => {
    const mine: Task[] = await calls.get('listTasks', { as: me, query: { mine: 1, sort: 'completion' } });
    for (const { _id, taskStatus } of mine) if (taskStatus === 'completed') expectedState.ended(_id, 'completed');
    if (random.chance(0.1)) await calls.get('totals', { as: me });
  };

  const isOver = async (): Promise<boolean> => {
    if (![...plans.keys()].every((id) => expectedState.tasks.get(id)?.end)) return false;
    // Read after the end of the last task is known: no submission can follow.
    return (await calls.get('listSubmissions', { as: me, query: { status: 'pending', limit: 1 } })).length === 0;
  };

  return {
    prepare: async () => {
      if (iteration === 1) await postUnaffordable();
      await buyCoins();
      for (const task of wanted) await post(task);
    },
    reviewAll: async () => {
      while (!(await isOver())) {
        await review();
        await changeOrDeleteTasks();
        await readTasks();
        await thinkTime(random);
      }
    },
  };
};
