import { COIN_PACKAGES, STARTING_COINS, type Submission, type Task } from '@piecework/contracts';
import type { Random } from '../simulation/random';
import { type DemoTask, type JourneyContext, type Person, pauseLikeAPerson } from './context';

const GOOD_CARD = '4242424242424242';
const DECLINED_CARD = '4000000000000002';
/** Of three decisions in twenty, the work is sent back. */
const REJECTS = 0.15;
const CHANGES_MIND = 0.12;

interface Plan {
  task: DemoTask;
  /** Decisions after which the buyer deletes it; none: it is left to be completed. */
  deletedAfter: number | null;
}

const planFor = (task: DemoTask, random: Random): Plan => ({
  task,
  deletedAfter: random.chance(CHANGES_MIND) ? random.int(0, task.places - 1) : null,
});

const DAY = 24 * 3600 * 1000;
const fieldsOf = (task: DemoTask) => ({
  taskTitle: task.title,
  taskDetail: task.detail,
  submissionInfo: task.info,
  requiredWorkers: task.places,
  payableAmount: task.pay,
  completionDate: new Date(Date.now() + task.days * DAY).toISOString().slice(0, 10),
  taskImageURL: `https://pictures.example/${task.key}.webp`,
});

/** The packages that bring at least so many coins: large ones, then the smallest that is enough. */
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

/** Somebody who posts tasks, looks through what comes in, and now and then takes a task back. */
export const createBuyer = (
  { calls, book, coinCredit, life }: JourneyContext,
  me: Person,
  wanted: readonly DemoTask[],
  random: Random,
) => {
  const plans = new Map<string, Plan>();
  const decisions = new Map<string, number>();
  /** What the wallet says, which knows first. */
  const coins = async () => {
    const [last] = await calls.get('statement', { as: me, query: { limit: 1 } });
    return last?.balance ?? 0;
  };

  const untilCoins = async (atLeast: number) => {
    while ((await coins()) < atLeast) await pauseLikeAPerson(random);
  };

  const buy = async (price: number, index: number) => {
    const key = `${me.id}-${life}-buy-${index}`;
    const { clientSecret } = await calls.get('createPaymentIntent', { as: me, body: { price }, key });
    const confirm = (cardNumber: string) =>
      calls.ask('confirmSimulatedPayment', {
        as: me,
        body: { clientSecret, cardNumber },
        refusals: [400, 402, 409],
      });
    if (random.chance(0.2)) await confirm(DECLINED_CARD);
    await confirm(GOOD_CARD);
    const intent = await calls.insert('storePayment', { as: me, body: { amount: price }, key });
    if (coinCredit === 'automatic') book.credited(intent, me.id, price);
  };

  const buyCoins = async () => {
    const cost = wanted.reduce((total, { places, pay }) => total + places * pay, 0);
    // Strictly more than the cost has to be there.
    const prices = packagesFor(cost + 1 - (await coins()));
    for (const [index, price] of prices.entries()) await buy(price, index);
    await untilCoins(cost + 1);
  };

  /** Many find out only by trying that they cannot afford it yet. */
  const tryTooEarly = async () => {
    await untilCoins(STARTING_COINS.buyer);
    const [dear] = wanted.filter(({ places, pay }) => places * pay >= STARTING_COINS.buyer);
    if (!dear || !random.chance(0.4)) return;
    const made = await calls.ask('createTask', { as: me, body: fieldsOf(dear), refusals: [409] });
    if (made) throw new Error(`${me.name} has posted a task that costs more than they had`);
  };

  const post = async (task: DemoTask) => {
    const key = `${me.id}-${life}-${task.key}`;
    const id = await calls.insert('createTask', { as: me, body: fieldsOf(task), key });
    book.posted({ id, buyerId: me.id, pay: task.pay, places: task.places });
    plans.set(id, planFor(task, random));
    // The answer was lost on the way and the browser asks again: it is the same task.
    if (random.chance(0.1)) {
      const again = await calls.insert('createTask', { as: me, body: fieldsOf(task), key });
      if (again !== id) throw new Error(`A repeat of posting '${task.title}' made a second task`);
    }
  };

  const decide = async (submission: Submission) => {
    const status = random.chance(REJECTS) ? 'reject' : 'approved';
    const asked = { as: me, params: { id: submission._id }, body: { status } };
    const { modifiedCount } = await calls.get('decideSubmission', asked);
    if (modifiedCount !== 1 && !calls.losesAnswers)
      throw new Error(`A pending submission was not decided: ${submission._id}`);
    decisions.set(submission.taskId, (decisions.get(submission.taskId) ?? 0) + 1);
    if (status === 'approved') book.approved(submission.taskId, submission.workerEmail);
    if (!random.chance(0.05)) return;
    // A double click, or second thoughts that come too late.
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

  const changeMinds = async () => {
    for (const [id, { task, deletedAfter }] of plans) {
      const seen = decisions.get(id) ?? 0;
      if (book.tasks.get(id)?.end) continue;
      if (deletedAfter !== null && seen >= deletedAfter) {
        const { deletedCount } = await calls.get('deleteTask', { as: me, params: { id } });
        // An admin may have been first.
        if (deletedCount === 1 || book.tasks.get(id)?.end === null) book.ended(id, 'deleted');
        await calls.get('deleteTask', { as: me, params: { id } });
      } else if (random.chance(0.02)) {
        const submissionInfo = `${task.info} Thank you!`;
        await calls.ask('changeTask', { as: me, params: { id }, body: { submissionInfo }, refusals: [404] });
      }
    }
  };

  const lookAtTasks = async () => {
    const mine: Task[] = await calls.get('listTasks', { as: me, query: { mine: 1, sort: 'completion' } });
    for (const { _id, taskStatus } of mine) if (taskStatus === 'completed') book.ended(_id, 'completed');
    if (random.chance(0.1)) await calls.get('totals', { as: me });
  };

  const isOver = async (): Promise<boolean> => {
    if (![...plans.keys()].every((id) => book.tasks.get(id)?.end)) return false;
    // Asked after the end of the last task is known: nothing can be handed in any more.
    return (
      (await calls.get('listSubmissions', { as: me, query: { status: 'pending', limit: 1 } })).length === 0
    );
  };

  return {
    prepare: async () => {
      if (life === 1) await tryTooEarly();
      await buyCoins();
      for (const task of wanted) await post(task);
    },
    reviewAll: async () => {
      while (!(await isOver())) {
        await review();
        await changeMinds();
        await lookAtTasks();
        await pauseLikeAPerson(random);
      }
    },
  };
};
