import { COIN_PACKAGES, type PaymentSystem, ROLE_COINS, STARTING_COINS } from '@piecework/contracts';
import { PEOPLE, type Person } from './people';
import { type DemoTask, type Outcome, TASKS } from './tasks';

/** The demo's activity, computed from the people and their tasks; deterministic. */

export interface Purchase {
  /** Dollars. */
  price: (typeof COIN_PACKAGES)[number]['price'];
  /** Whether the admin has credited it; otherwise it stays pending. */
  credited: boolean;
}
const bought = (...prices: Purchase['price'][]): Purchase[] =>
  prices.map((price) => ({ price, credited: true }));
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
  details: string;
  outcome: Outcome;
}

export interface PlannedWithdrawal {
  worker: string;
  coins: number;
  system: PaymentSystem;
  /** `too few`: the admin approves, and the wallet cancels it because the worker has too few coins. */
  outcome: 'pending' | 'approved' | 'canceled' | 'too few';
}

export const WITHDRAWALS: readonly PlannedWithdrawal[] = [
  { worker: 'worker', coins: 300, system: 'bkash', outcome: 'approved' },
  { worker: 'worker', coins: 2000, system: 'bkash', outcome: 'too few' },
  { worker: 'kwame', coins: 240, system: 'other', outcome: 'approved' },
  { worker: 'arjun', coins: 200, system: 'rocket', outcome: 'approved' },
  { worker: 'elena', coins: 200, system: 'other', outcome: 'approved' },
  { worker: 'rosa', coins: 200, system: 'other', outcome: 'canceled' },
  { worker: 'tuan', coins: 400, system: 'other', outcome: 'too few' },
  { worker: 'mateo', coins: 250, system: 'other', outcome: 'pending' },
  { worker: 'zainab', coins: 220, system: 'nagad', outcome: 'pending' },
  { worker: 'omar', coins: 200, system: 'rocket', outcome: 'pending' },
  { worker: 'sadia', coins: 260, system: 'bkash', outcome: 'pending' },
];

const OTHER_WORKERS = PEOPLE.filter(({ role, key }) => role === 'worker' && key !== 'worker').map(
  ({ key }) => key,
);
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
    const submit = (worker: string, outcome: Outcome): PlannedSubmission => {
      taken.add(worker);
      return { task, worker, outcome, details: (outcome === 'R' ? answers.pop() : answers.shift()) ?? '' };
    };
    const mine = task.mine ? [submit('worker', task.mine)] : [];
    return [...mine, ...[...task.work].map((outcome) => submit(nextWorker(taken), outcome as Outcome))];
  });
};
export const SUBMISSIONS: readonly PlannedSubmission[] = planSubmissions();

const coinsFor = (price: number): number =>
  COIN_PACKAGES.find((option) => option.price === price)?.coins ?? 0;

/** The final balance by the rules of the product. */
export const expectedBalance = ({ key, role }: Person): number => {
  if (role === 'admin') return ROLE_COINS.admin;
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  if (role === 'buyer') {
    const credited = (PURCHASES[key] ?? [])
      .filter((purchase) => purchase.credited)
      .map(({ price }) => coinsFor(price));
    return (
      STARTING_COINS.buyer +
      sum(credited) -
      sum(TASKS.filter(({ buyer }) => buyer === key).map(({ places, pay }) => places * pay))
    );
  }
  const earned = SUBMISSIONS.filter(({ worker, outcome }) => worker === key && outcome === 'A').map(
    ({ task }) => task.pay,
  );
  const paid = WITHDRAWALS.filter(({ worker, outcome }) => worker === key && outcome === 'approved').map(
    ({ coins }) => coins,
  );
  return STARTING_COINS.worker + sum(earned) - sum(paid);
};
