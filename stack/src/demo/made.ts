import type { Payment, Submission, Task, Withdrawal } from '@piecework/contracts';
import type { DemoApi } from './api';
import { PEOPLE } from './people';
import { type PlannedSubmission, PURCHASES } from './plan';
import { type Session, type Sessions, sessionOf } from './sessions';
import { TASKS } from './tasks';

/** With more than its id: from an earlier, interrupted seed, as that left it. */
type Known<T> = { _id: string } & Partial<T>;

/** What there is of the demo. */
export interface Made {
  sessions: Sessions;
  /** By key of the task. */
  tasks: Map<string, Known<Task>>;
  /** By {@link workKey}. */
  submissions: Map<string, Known<Submission>>;
  /** By worker and coins. */
  withdrawals: Map<string, Known<Withdrawal>>;
  /** By buyer and position among their purchases. */
  payments: Map<string, Known<Payment>>;
}

export const workKey = ({ task, worker }: Pick<PlannedSubmission, 'task' | 'worker'>): string =>
  `${worker} ${task.key}`;

export const adminOf = ({ sessions }: Made): Session => sessionOf(sessions, 'admin');

/** By title. Paused and closed ones are listed for an admin. */
export const postedTasks = async (api: DemoApi, { token }: Session): Promise<ReadonlyMap<string, Task>> => {
  const { body: tasks } = await api.call<Task[]>('GET', '/tasks', { token: token() });
  return new Map(tasks.map((task) => [task.taskTitle, task]));
};

/** Purchases of the same price are interchangeable: the oldest payments are those of the first ones. */
const matchPayments = (payments: readonly Payment[]): [string, Payment][] =>
  Object.entries(PURCHASES).flatMap(([buyer, purchases]) => {
    const email = PEOPLE.find(({ key }) => key === buyer)?.email;
    const paid = payments.filter((payment) => payment.email === email).reverse();
    return purchases.flatMap(({ price }, index): [string, Payment][] => {
      const at = paid.findIndex(({ amount }) => amount === price);
      const [payment] = at < 0 ? [] : paid.splice(at, 1);
      return payment ? [[`${buyer} ${index}`, payment]] : [];
    });
  });

/** @param isNew nothing is there yet */
export const readMade = async (api: DemoApi, admin: Session, isNew: boolean): Promise<Made> => {
  const sessions: Sessions = new Map([[admin.person.key, admin]]);
  if (isNew) return { sessions, tasks: new Map(), submissions: new Map(), withdrawals: new Map(), payments: new Map() };
  const list = async <T>(path: string) => (await api.call<T[]>('GET', path, { token: admin.token() })).body;
  const keyOf = new Map(PEOPLE.map(({ email, key }) => [email, key]));
  const posted = await postedTasks(api, admin);
  const tasks = new Map(
    TASKS.flatMap(({ key, title }): [string, Task][] => {
      const task = posted.get(title);
      return task ? [[key, task]] : [];
    }),
  );
  const taskKeys = new Map([...tasks].map(([key, { _id }]) => [_id, key]));
  const submissions = new Map(
    (await list<Submission>('/submissions')).map((known) => [
      `${keyOf.get(known.workerEmail)} ${taskKeys.get(known.taskId)}`,
      known,
    ]),
  );
  const withdrawals = new Map(
    (await list<Withdrawal>('/withdrawals')).map((known) => [
      `${keyOf.get(known.workerEmail)} ${known.withdrawalCoin}`,
      known,
    ]),
  );
  const payments = new Map(matchPayments(await list<Payment>('/payments')));
  return { sessions, tasks, submissions, withdrawals, payments };
};
