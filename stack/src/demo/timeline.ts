import { AUTO_APPROVE_HOURS, ROLE_COINS, STARTING_COINS } from '@piecework/contracts';
import { ANSWERS, BATCHES, batchCost, type DemoBatch, type PlannedAnswer } from './batches';
import { ADMIN, PEOPLE, type Person } from './people';
import {
  isApproved,
  isPaidFor,
  isRejected,
  type PlannedSubmission,
  type PlannedWithdrawal,
  PURCHASES,
  type Purchase,
  priceInCoins,
  SUBMISSIONS,
  WITHDRAWALS,
} from './plan';
import { REVIEWS } from './reviews';
import { type DemoTask, TASKS } from './tasks';

/** When what of the plan happens: eight weeks of growing activity, deterministic. An age is in days before the end of the seed. */

export const OLDEST_DAYS = 56;
/** The age of the last steps: their effect is there at the end. */
const LATEST = 0.06;

export interface Bought extends Purchase {
  buyer: string;
  /** Position among the purchases of the buyer. */
  index: number;
}

export type Act =
  | { kind: 'sign-up' | 'join'; person: Person }
  | { kind: 'buy' | 'credit'; bought: Bought }
  | { kind: 'post' | 'add-places' | 'pause' | 'close' | 'expire'; task: DemoTask }
  | { kind: 'reserve'; task: DemoTask; worker: string }
  | { kind: 'post-batch'; batch: DemoBatch }
  | { kind: 'answer' | 'approve-answer'; answer: PlannedAnswer }
  | { kind: 'submit' | 'decide' | 'send-back' | 'resubmit' | 'appeal' | 'judge'; work: PlannedSubmission }
  | { kind: 'ask' | 'hold' | 'settle' | 'pay-out'; withdrawal: PlannedWithdrawal };

export type Step = Act & { age: number };

/** From 0 up to 1, the same for the same key. */
const chance = (key: string): number => {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
};

const BUYERS = Object.keys(PURCHASES);

const postedAges = (): ReadonlyMap<DemoTask, number> => {
  const rest = BUYERS.map((key) => TASKS.filter(({ buyer, hero }) => buyer === key && !hero));
  const inTurns: DemoTask[] = [];
  for (let turn = 0; rest.some((own) => turn < own.length); turn++)
    for (const own of rest) inTurns.push(...own.slice(turn, turn + 1));
  // More and more tasks per day, the three at the top of the home last.
  const last = inTurns.length - 1;
  const ages = new Map(
    inTurns.map((task, n) => [task, 3.3 + 50 * (1 - (n / last) ** (2 / 3)) + 0.4 * chance(task.key)]),
  );
  for (const [n, task] of TASKS.filter(({ hero }) => hero).entries()) ages.set(task, 2.9 - 0.45 * n);
  return ages;
};
export const POSTED: ReadonlyMap<DemoTask, number> = postedAges();

/** Days until an unreviewed submission is approved. */
const patienceOf = ({ autoApproveHours = AUTO_APPROVE_HOURS.default }: DemoTask): number =>
  autoApproveHours === 0 ? 7 : autoApproveHours / 24;

type WorkStep = Step & { work: PlannedSubmission };

/** What has come to an end long ago: approvals, rejections, decided appeals. */
const settledSteps = (task: DemoTask, works: readonly PlannedSubmission[]): WorkStep[] => {
  const posted = POSTED.get(task) ?? 0;
  const hasAppeal = works.some(({ outcome }) => outcome === 'U' || outcome === 'D');
  const first = posted - Math.min(0.6, posted / 6);
  const days = hasAppeal ? 5 : 1.5 + 2 * works.length;
  const last = Math.max(0.7, first - days);
  const steps: WorkStep[] = [];
  const sent = works.map(
    (work, n) =>
      first - ((first - last) * (n + 0.5 * chance(`${task.key} ${work.worker}`))) / Math.max(1, works.length),
  );
  const lastSent = Math.min(...sent);
  for (const [n, work] of works.entries()) {
    const submitted = sent[n] ?? 0;
    // A rejection is quick: the next submission takes its place.
    const wait = isRejected(work.outcome) ? 0.2 : 0.15 + 1.3 * chance(`${work.worker} ${task.key}`);
    const decided = submitted - Math.min(wait, 0.6 * patienceOf(task), submitted / 2);
    steps.push({ kind: 'submit', age: submitted, work }, { kind: 'decide', age: decided, work });
    if (work.outcome !== 'U' && work.outcome !== 'D') continue;
    const appealed = decided * 0.93;
    // After the last submission: Piecework pays an upheld appeal of a task without an open place.
    const judged = Math.min(appealed * 0.93, lastSent * 0.97);
    steps.push({ kind: 'appeal', age: appealed, work }, { kind: 'judge', age: judged, work });
  }
  return steps;
};

/** What is still under way: everything within its deadline. */
const recentSteps = (task: DemoTask, work: PlannedSubmission): WorkStep[] => {
  const most = (POSTED.get(task) ?? 0) - 0.4;
  const steps = (...planned: readonly (readonly [WorkStep['kind'], number])[]): WorkStep[] => {
    const scale = Math.min(1, most / (planned[0]?.[1] ?? 1));
    return planned.map(([kind, age]) => ({ kind, age: age * scale, work }) as WorkStep);
  };
  switch (work.outcome) {
    case 'O':
      return steps(['submit', 4.6], ['decide', 3.3], ['appeal', 1.4]);
    case 'S':
      return steps(['submit', 2.6], ['send-back', 1.1]);
    case 'N':
      return steps(['submit', 3.6], ['send-back', 2.7], ['resubmit', 0.9]);
    case 'R':
      return steps(['submit', 2.5], ['decide', 1.2]);
    default:
      return steps(['submit', patienceOf(task) * (0.1 + 0.5 * chance(`${work.worker} ${task.key} waits`))]);
  }
};

const isRecent = ({ outcome, worker }: PlannedSubmission): boolean =>
  'PSNO'.includes(outcome) || (outcome === 'R' && worker === 'worker');

const workSteps = (): WorkStep[] =>
  TASKS.flatMap((task) => {
    const works = SUBMISSIONS.filter((work) => work.task === task);
    return [
      ...settledSteps(
        task,
        works.filter((work) => !isRecent(work)),
      ),
      ...works.filter(isRecent).flatMap((work) => recentSteps(task, work)),
    ];
  });

const WORK: readonly WorkStep[] = workSteps();

/** Added when the task goes well; paused or closed some time after its last submission or decision. */
const changeSteps = (): Step[] =>
  TASKS.flatMap((task): Step[] => {
    const posted = POSTED.get(task) ?? 0;
    const last = Math.min(posted, ...WORK.filter(({ work }) => work.task === task).map(({ age }) => age));
    const { addedPlaces, paused, closed, reservedBy } = task;
    const steps: Step[] = [];
    if (addedPlaces) steps.push({ kind: 'add-places', age: posted / 2, task });
    if (paused) steps.push({ kind: 'pause', age: 0.7 * last, task });
    if (closed === 'ended') steps.push({ kind: 'close', age: 0.7 * last, task });
    // The timer has closed it before: see `completionOf`.
    if (closed === 'expired') steps.push({ kind: 'expire', age: LATEST, task });
    if (reservedBy) steps.push({ kind: 'reserve', age: LATEST, task, worker: reservedBy });
    return steps;
  });

/** Buyers buy a day before they need the coins; what they never need they buy in the last week. */
const purchaseSteps = (): Step[] =>
  BUYERS.flatMap((buyer) => {
    const purchases = (PURCHASES[buyer] ?? []).map((purchase, index) => ({ ...purchase, buyer, index }));
    const own = [
      ...[...POSTED].map(([task, age]) => ({ buyer: task.buyer, cost: task.places * task.pay, age })),
      ...BATCHES.map((batch) => ({ buyer: batch.buyer, cost: batchCost(batch), age: batch.postedAge })),
    ]
      .filter((posted) => posted.buyer === buyer)
      .sort((a, b) => b.age - a.age);
    let balance: number = STARTING_COINS.buyer;
    let next = 0;
    const steps: Step[] = [];
    const buy = (age: number) => {
      const bought = purchases[next++];
      if (!bought) return;
      steps.push({ kind: 'buy', age, bought });
      if (!bought.credited) return;
      steps.push({ kind: 'credit', age: age - 0.3, bought });
      balance += priceInCoins(bought.price);
    };
    for (const { cost, age } of own) {
      while (balance <= cost && next < purchases.length) buy(age + 0.9);
      balance -= cost;
    }
    while (next < purchases.length) buy(purchases[next]?.credited ? 5.6 - next : 1.6 - next / 4);
    return steps;
  });

const PURCHASED: readonly Step[] = purchaseSteps();

const firstAgeOf = ({ key, role }: Person): number => {
  if (role === 'admin') return OLDEST_DAYS;
  const ages =
    role === 'worker'
      ? WORK.filter(({ work }) => work.worker === key).map(({ age }) => age)
      : [...PURCHASED, ...[...POSTED].map(([task, age]) => ({ kind: 'post' as const, task, age }))]
          .filter((step) => ('bought' in step ? step.bought.buyer : 'task' in step && step.task.buyer) === key)
          .map(({ age }) => age);
  return Math.min(OLDEST_DAYS - 0.5, Math.max(...ages) + 0.2 + 1.5 * chance(`${key} joins`));
};

/** They make their accounts in groups, on one day of the week: hashing passwords takes most of the time of a start. */
const joinSteps = (): Step[] =>
  PEOPLE.flatMap((person): Step[] => {
    const age = firstAgeOf(person);
    const week = person === ADMIN ? age : Math.min(Math.ceil(age / 7) * 7, OLDEST_DAYS - 0.3);
    return [
      { kind: 'sign-up', age: week, person },
      { kind: 'join', age, person },
    ];
  });

const JOINED: readonly Step[] = joinSteps();

/** When each withdrawal is asked for at the latest, in the order of the plan. A paid one keeps its number for 30 days more. */
const ASKED = [24, 4.5, 12, 2.8, 28, 1.9, 33, 19, 1.4, 0.8, 0.5, 0.2] as const;

/** The age at which the worker owns more than `coins`. */
const ageOfEarning = (worker: string, coins: number): number => {
  let balance: number = ROLE_COINS.worker;
  const paid = WORK.filter(
    ({ kind, work }) =>
      work.worker === worker && isPaidFor(work.outcome) && kind === (work.outcome === 'U' ? 'judge' : 'decide'),
  );
  for (const { age, work } of [...paid].sort((a, b) => b.age - a.age)) {
    balance += work.task.pay;
    if (balance > coins) return age;
  }
  return Number.NaN;
};

const withdrawalSteps = (): Step[] => {
  const approved = new Map<string, number>();
  return WITHDRAWALS.flatMap((withdrawal, n) => {
    const { worker, coins, outcome } = withdrawal;
    const joined = JOINED.find((step) => step.kind === 'join' && step.person.key === worker)?.age ?? 0;
    let asked = Math.min(ASKED[n] ?? 0, joined - 0.5);
    if (isApproved(withdrawal)) {
      const sum = (approved.get(worker) ?? 0) + coins;
      approved.set(worker, sum);
      asked = Math.min(asked, 0.95 * ageOfEarning(worker, sum));
    }
    const steps: Step[] = [{ kind: 'ask', age: asked, withdrawal }];
    if (outcome === 'pending') return steps;
    if (outcome === 'held') return [...steps, { kind: 'hold', age: asked * 0.6, withdrawal }];
    steps.push({ kind: 'settle', age: asked - Math.min(1.3, asked * 0.4), withdrawal });
    if (outcome === 'paid' || outcome === 'failed')
      steps.push({ kind: 'pay-out', age: asked - Math.min(2.6, asked * 0.6), withdrawal });
    return steps;
  });
};

/** Between the publication and the present. Approved half a day later. */
const batchSteps = (): Step[] => [
  ...BATCHES.map((batch): Step => ({ kind: 'post-batch', age: batch.postedAge, batch })),
  ...ANSWERS.flatMap((answer): Step[] => {
    const all = ANSWERS.filter(({ batch }) => batch === answer.batch);
    const age = answer.batch.postedAge - 0.4 - (2.4 * all.indexOf(answer)) / all.length;
    const steps: Step[] = [{ kind: 'answer', age, answer }];
    if (answer.isApproved) steps.push({ kind: 'approve-answer', age: age - 0.5, answer });
    return steps;
  }),
];

/** All steps, the oldest first. Steps of one age keep the order in which they depend on each other. */
export const STEPS: readonly Step[] = [
  ...JOINED,
  ...PURCHASED,
  ...[...POSTED].map(([task, age]): Step => ({ kind: 'post', task, age })),
  ...WORK.filter(({ kind, work }) => kind !== 'resubmit' || REVIEWS[work.task.key]?.answer),
  ...changeSteps(),
  ...batchSteps(),
  ...withdrawalSteps(),
].sort((a, b) => b.age - a.age);

/** Steps of one lane run one after the other. */
export const lanesOf = (step: Step): string[] => {
  if ('person' in step) return [step.person.key];
  if ('bought' in step) return [step.bought.buyer];
  if ('withdrawal' in step) return [step.withdrawal.worker];
  if ('batch' in step) return [step.batch.buyer, `batch ${step.batch.key}`];
  if ('answer' in step) return [step.answer.worker, `batch ${step.answer.batch.key}`];
  if ('work' in step) return [step.work.worker, `task ${step.work.task.key}`];
  return [step.kind === 'reserve' ? step.worker : step.task.buyer, `task ${step.task.key}`];
};

/** Days from the end to the completion date: in the future, or soon after the last approval of a task that is full or has expired. */
export const completionOf = (task: DemoTask): number => {
  const decided = WORK.filter(({ work, kind }) => work.task === task && kind === 'decide' && work.outcome === 'A');
  if (decided.length < task.places && task.closed !== 'expired') return task.days;
  return 2 - Math.min(...decided.map(({ age }) => age));
};
