import { COIN_PACKAGES, STARTING_COINS } from '@piecework/contracts';

/** A task of the journey, as the callers' answers describe it. */
export interface PostedTask {
  id: string;
  buyerId: string;
  pay: number;
  places: number;
  approved: number;
  rejected: number;
  end: 'completed' | 'deleted' | null;
}

const coinsFor = (price: number): number => COIN_PACKAGES.find((found) => found.price === price)?.coins ?? 0;

/** Expected tasks and final balances, computed from the answers that the callers got, independently of the ledger. */
export const createExpectedState = () => {
  const tasks = new Map<string, PostedTask>();
  const buyers = new Map<string, { bought: number }>();
  const workers = new Map<string, { earned: number; paidOut: number }>();

  /** Ids of payments and withdrawals that are counted: several admins may report the same one. */
  const counted = new Set<string>();

  const ids = new Map<string, string>();

  const isNew = (id: string): boolean => {
    const before = counted.size;
    return counted.add(id).size > before;
  };
  const taskOf = (id: string): PostedTask => {
    const task = tasks.get(id);
    if (!task) throw new Error(`Unknown task ${id}`);
    return task;
  };
  const lookUp = <V>(of: Map<string, V>, id: string): V => {
    const found = of.get(id);
    if (!found) throw new Error(`Unknown person ${id}`);
    return found;
  };

  return {
    tasks: tasks as ReadonlyMap<string, PostedTask>,
    addBuyer: ({ id, email }: { id: string; email: string }) => {
      buyers.set(id, { bought: 0 });
      ids.set(email, id);
    },
    addWorker: ({ id, email }: { id: string; email: string }) => {
      workers.set(id, { earned: 0, paidOut: 0 });
      ids.set(email, id);
    },
    /** Number of tasks of which no caller has seen the end. */
    open: () => [...tasks.values()].filter(({ end }) => end === null).length,
    isWorker: (id: string) => workers.has(id),
    /** Undefined if the person is not of this journey. */
    idOf: (email: string) => ids.get(email),
    /** @param intent counted once, although several admins may report it */
    credited: (intent: string, buyerId: string, price: number) => {
      if (isNew(intent)) lookUp(buyers, buyerId).bought += coinsFor(price);
    },
    posted: (task: Pick<PostedTask, 'id' | 'buyerId' | 'pay' | 'places'>) =>
      void tasks.set(task.id, { ...task, approved: 0, rejected: 0, end: null }),
    /** @param workerEmail may belong to a person outside this journey who uses the same stack */
    approved: (taskId: string, workerEmail: string) => {
      const task = taskOf(taskId);
      task.approved += 1;
      const workerId = ids.get(workerEmail);
      if (workerId !== undefined) lookUp(workers, workerId).earned += task.pay;
    },
    rejected: (taskId: string) => {
      taskOf(taskId).rejected += 1;
    },
    ended: (taskId: string, end: 'completed' | 'deleted') => {
      const task = taskOf(taskId);
      // A completed task can still be deleted; a deleted one does not change.
      task.end = task.end === 'deleted' ? 'deleted' : end;
    },
    paidOut: (withdrawalId: string, workerId: string, coins: number) => {
      if (isNew(withdrawalId)) lookUp(workers, workerId).paidOut += coins;
    },
    /** The final balance. The unpaid coins of a deleted task are refunded, except those that appeals may need: a journey is shorter than their time. */
    balanceOf: (id: string): number => {
      const worker = workers.get(id);
      if (worker) return STARTING_COINS.worker + worker.earned - worker.paidOut;
      const own = [...tasks.values()].filter(({ buyerId }) => buyerId === id);
      const spent = own.map(
        ({ pay, places, approved, rejected, end }) =>
          pay * (end === 'deleted' ? Math.min(places, approved + rejected) : places),
      );
      return STARTING_COINS.buyer + lookUp(buyers, id).bought - spent.reduce((total, coins) => total + coins, 0);
    },
  };
};
export type ExpectedState = ReturnType<typeof createExpectedState>;
