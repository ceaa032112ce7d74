import { ADJUST_LIMIT, COIN_PACKAGES, type PaymentSystem, ROLE_COINS, STARTING_COINS } from '@piecework/contracts';
import { ANSWERS, BATCHES, batchCost } from './batches';
import { PEOPLE, type Person } from './people';
import { REVIEWS } from './reviews';
import { type DemoAnswer, type DemoTask, type Outcome, TASKS } from './tasks';

/** The demo's activity, computed from the people and their tasks; deterministic. */

export interface Purchase {
  /** Dollars. */
  price: (typeof COIN_PACKAGES)[number]['price'];
  /** Whether the admin has credited it; otherwise it stays pending. */
  credited: boolean;
}
const bought = (...prices: Purchase['price'][]): Purchase[] => prices.map((price) => ({ price, credited: true }));
const waiting = (price: Purchase['price']): Purchase => ({ price, credited: false });

/** Packages that each buyer has bought, in order. */
export const PURCHASES: Readonly<Record<string, readonly Purchase[]>> = {
  buyer: bought(35, 35, 20),
  tomas: bought(35, 10),
  amina: bought(35),
  kenji: [...bought(20, 10, 10), waiting(20)],
  lucia: bought(35),
  seun: bought(35, 20),
  greta: bought(35),
  rahim: bought(35),
  siobhan: bought(35),
  meiling: bought(35),
  ilya: [...bought(20, 20), waiting(10)],
};

export interface PlannedSubmission {
  task: DemoTask;
  worker: string;
  answer: DemoAnswer;
  outcome: Outcome;
  /** Names of the task pictures that are attached. */
  pictures: readonly string[];
}

/** At first: an upheld appeal pays in the end. */
export const isRejected = (outcome: Outcome): boolean => ['R', 'O', 'U', 'D'].includes(outcome);
export const isPaidFor = (outcome: Outcome): boolean => outcome === 'A' || outcome === 'U';

export interface PlannedWithdrawal {
  worker: string;
  coins: number;
  system: PaymentSystem;
  /** Account number; without one as of an old client. */
  account?: string;
  /** `too few`: the admin approves, and the wallet cancels it because the worker has too few coins. */
  outcome: 'pending' | 'held' | 'due' | 'paid' | 'failed' | 'canceled' | 'too few';
  /** The reference of a paid one, the note of a held one, why a failed or a canceled one is so. */
  note?: string;
}
/** An approved withdrawal is due, paid or failed. */
export const isApproved = ({ outcome }: PlannedWithdrawal): boolean =>
  outcome === 'due' || outcome === 'paid' || outcome === 'failed';

export const holdOf = ({ note }: PlannedWithdrawal) => ({ reasonCode: 'one-buyer', note });

const withdrawal = (
  worker: string,
  coins: number,
  system: PaymentSystem,
  account: string | undefined,
  outcome: PlannedWithdrawal['outcome'],
  note?: string,
): PlannedWithdrawal => ({ worker, coins, system, outcome, ...(account && { account }), ...(note && { note }) });

export const WITHDRAWALS: readonly PlannedWithdrawal[] = [
  withdrawal('worker', 205, 'bkash', '01700-000 123', 'paid', 'BK7Q-44102'),
  withdrawal('worker', 200, 'nagad', '01700-000 132', 'failed', 'Nagad knows no account with this number'),
  withdrawal('worker', 2000, 'bkash', '01700-000 123', 'too few'),
  withdrawal('kwame', 240, 'other', 'GH02 0042 0017 8831', 'due'),
  withdrawal('arjun', 200, 'rocket', '01900 000 4511', 'paid', 'RK-2210-887'),
  withdrawal('elena', 200, 'other', 'RO49 AAAA 0075 9384 02', 'due'),
  withdrawal('rosa', 200, 'other', 'PE-0098-2214', 'canceled', 'Asked for twice: please ask once more'),
  withdrawal('tuan', 400, 'other', 'VN 0071 2204 6610', 'too few'),
  withdrawal('mateo', 250, 'other', 'CL-0300 221 845', 'pending'),
  withdrawal('zainab', 220, 'nagad', '01800 000 7702', 'pending'),
  withdrawal('omar', 200, 'rocket', undefined, 'pending'),
  withdrawal('sadia', 260, 'bkash', '01700 000 905', 'held', 'Two pieces look alike: read them before paying'),
];

const OTHER_WORKERS = PEOPLE.filter(({ role, key }) => role === 'worker' && key !== 'worker').map(({ key }) => key);
/** Uneven shares: of the 27 workers, nine have a second turn in each round, and five of them two more. */
const TURNS = [
  ...OTHER_WORKERS,
  ...OTHER_WORKERS.slice(0, 9),
  ...OTHER_WORKERS.slice(0, 5),
  ...OTHER_WORKERS.slice(0, 5),
];
/** Start of the first round: from here six workers earn enough to withdraw, and the rejections are spread. */
const FIRST_TURN = 19;

const planSubmissions = (): PlannedSubmission[] => {
  let turn = FIRST_TURN;
  const nextWorker = (taken: ReadonlySet<string>): string => {
    for (;;) {
      const worker = TURNS[turn++ % TURNS.length] as string;
      if (!taken.has(worker)) return worker;
    }
  };
  return TASKS.flatMap((task) => {
    const taken = new Set<string>();
    const answers = [...task.answers];
    let pictures = REVIEWS[task.key]?.pictures ?? [];
    const submit = (worker: string, outcome: Outcome): PlannedSubmission => {
      taken.add(worker);
      const attached = outcome === 'P' ? pictures : [];
      if (outcome === 'P') pictures = [];
      const answer = (isRejected(outcome) ? answers.pop() : answers.shift()) ?? '';
      return { task, worker, outcome, answer, pictures: attached };
    };
    const mine = task.mine ? [submit('worker', task.mine)] : [];
    return [...mine, ...[...task.work].map((outcome) => submit(nextWorker(taken), outcome as Outcome))];
  });
};
export const SUBMISSIONS: readonly PlannedSubmission[] = planSubmissions();

const approvedOf = (buyer: string, worker: string): PlannedSubmission => {
  const found = SUBMISSIONS.find((work) => work.task.buyer === buyer && work.worker === worker && work.outcome === 'A');
  if (!found) throw new Error(`${buyer} has approved no work of ${worker}`);
  return found;
};
/** Given at the end of the history. */
export const BONUS = {
  work: approvedOf('buyer', 'worker'),
  coins: 15,
  note: 'You saw what the others missed. Thank you!',
};

/** By the admin. The second one exceeds the limit of one admin and waits for another. */
export const ADJUSTMENTS = [
  { person: 'kenji', coins: 20, kind: 'refund', reason: 'Your bank charged one purchase twice. Here are its coins.' },
  { person: 'greta', coins: 5000, kind: 'correction', reason: 'Prize of the autumn contest, paid in coins.' },
] as const;
export const isPosted = ({ coins }: (typeof ADJUSTMENTS)[number]): boolean => coins <= ADJUST_LIMIT;

export const SUSPENDED = {
  person: 'piet',
  reasonCode: 'poor-work',
  text: 'Twelve answers of one week were copies of each other. We wrote to you twice and got no reply.',
  days: 30,
} as const;

export const priceInCoins = (price: number): number =>
  COIN_PACKAGES.find((option) => option.price === price)?.coins ?? 0;

/** Places that no submission has taken in the end. No appeal of a closed task is upheld. */
export const openPlaces = (task: DemoTask): number =>
  task.places - SUBMISSIONS.filter((work) => work.task === task && !isRejected(work.outcome)).length;

/** Coins that come back when the task is closed. */
const refundOf = (task: DemoTask): number => (task.closed ? openPlaces(task) * task.pay : 0);

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Coins of bonuses and adjustments. */
export const extraCoins = (key: string): number => {
  const { work, coins } = BONUS;
  const adjusted = sum(ADJUSTMENTS.filter((one) => one.person === key && isPosted(one)).map((one) => one.coins));
  return adjusted + (key === work.worker ? coins : 0) - (key === work.task.buyer ? coins : 0);
};

/** The final balance by the rules of the product. */
export const expectedBalance = ({ key, role }: Person): number => {
  if (role === 'admin') return ROLE_COINS.admin;
  if (role === 'buyer') {
    const credited = (PURCHASES[key] ?? [])
      .filter((purchase) => purchase.credited)
      .map(({ price }) => priceInCoins(price));
    return (
      STARTING_COINS.buyer +
      sum(credited) +
      extraCoins(key) -
      sum(TASKS.filter(({ buyer }) => buyer === key).map((task) => task.places * task.pay - refundOf(task))) -
      sum(BATCHES.filter(({ buyer }) => buyer === key).map(batchCost))
    );
  }
  const earned = SUBMISSIONS.filter(({ worker, outcome }) => worker === key && isPaidFor(outcome)).map(
    ({ task }) => task.pay,
  );
  const answered = ANSWERS.filter(({ worker, isApproved }) => worker === key && isApproved).map(
    ({ batch }) => batch.pay,
  );
  const paid = WITHDRAWALS.filter((planned) => planned.worker === key && isApproved(planned)).map(({ coins }) => coins);
  return STARTING_COINS.worker + sum(earned) + sum(answered) + extraCoins(key) - sum(paid);
};
