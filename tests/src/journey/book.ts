import { COIN_PACKAGES, STARTING_COINS } from '@piecework/contracts';

/** One task of the journey, as those who deal with it remember it. */
export interface PostedTask {
  id: string;
  buyerId: string;
  pay: number;
  places: number;
  approved: number;
  end: 'completed' | 'deleted' | null;
}

const coinsFor = (price: number): number => COIN_PACKAGES.find((found) => found.price === price)?.coins ?? 0;

/** What everybody should have in the end, written down from the answers that they got. The ledger is not asked. */
export const createBook = () => {
  const tasks = new Map<string, PostedTask>();
  const buyers = new Map<string, { bought: number }>();
  const workers = new Map<string, { earned: number; paidOut: number }>();

  /** What counts once, however often and by whomever it is noted. */
  const noted = new Set<string>();

  const ids = new Map<string, string>();

  const isNew = (id: string): boolean => {
    const before = noted.size;
    return noted.add(id).size > before;
  };
  const taskOf = (id: string): PostedTask => {
    const task = tasks.get(id);
    if (!task) throw new Error(`${id} is no task of this journey`);
    return task;
  };
  const part = <V>(of: Map<string, V>, id: string): V => {
    const found = of.get(id);
    if (!found) throw new Error(`${id} is not one of this journey`);
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
    /** Tasks that have not ended, as far as anybody has noticed. */
    open: () => [...tasks.values()].filter(({ end }) => end === null).length,
    isWorker: (id: string) => workers.has(id),
    /** Nobody's of this journey: undefined. */
    idOf: (email: string) => ids.get(email),
    /** @param intent a payment that two admins have credited was credited once */
    credited: (intent: string, buyerId: string, price: number) => {
      if (isNew(intent)) part(buyers, buyerId).bought += coinsFor(price);
    },
    posted: (task: Pick<PostedTask, 'id' | 'buyerId' | 'pay' | 'places'>) =>
      void tasks.set(task.id, { ...task, approved: 0, end: null }),
    /** @param workerEmail may be of somebody who is not of this journey but uses the same stack */
    approved: (taskId: string, workerEmail: string) => {
      const task = taskOf(taskId);
      task.approved += 1;
      const workerId = ids.get(workerEmail);
      if (workerId !== undefined) part(workers, workerId).earned += task.pay;
    },
    ended: (taskId: string, end: 'completed' | 'deleted') => {
      const task = taskOf(taskId);
      // Deleting is the last word: a completed task can still be deleted.
      task.end = task.end === 'deleted' ? 'deleted' : end;
    },
    paidOut: (withdrawalId: string, workerId: string, coins: number) => {
      if (isNew(withdrawalId)) part(workers, workerId).paidOut += coins;
    },
    /** Once all is decided: what was not paid out of a deleted task has come back. */
    balanceOf: (id: string): number => {
      const worker = workers.get(id);
      if (worker) return STARTING_COINS.worker + worker.earned - worker.paidOut;
      const own = [...tasks.values()].filter(({ buyerId }) => buyerId === id);
      const spent = own.map(
        ({ pay, places, approved, end }) => pay * (end === 'deleted' ? approved : places),
      );
      return (
        STARTING_COINS.buyer + part(buyers, id).bought - spent.reduce((total, coins) => total + coins, 0)
      );
    },
  };
};
export type Book = ReturnType<typeof createBook>;
