import { MAX_ROWS_WITH_STATS, type Task as TaskView } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import type { ServiceDeps } from '@piecework/service-runtime';
import { doneOf } from '../work/work.store';
import { buyerStatsOf, workTally } from '../work/work.tally';
import { type TaskDocument, toView } from './task.store';
import { postingTally } from './task.tally';

type Deps = Pick<ServiceDeps, 'store' | 'settings' | 'counters'>;

const statsOfBuyers = async ({ counters }: Deps, found: readonly TaskDocument[]) => {
  const buyerIds = [...new Set(found.map(({ buyerId }) => buyerId))];
  const [decisions, postings] = await Promise.all([
    counters.readEach(workTally, 'buyer', buyerIds),
    counters.readEach(postingTally, 'buyer', buyerIds),
  ]);
  return (buyerId: string) => {
    const [amounts, posted] = [decisions.get(buyerId), postings.get(buyerId)];
    return amounts && posted && { buyerStats: buyerStatsOf(amounts, posted.posted) };
  };
};

/** The signed-out list is shared, so it has nothing of the caller. */
export const toViews = async (deps: Deps, found: readonly TaskDocument[], actor: Actor | null): Promise<TaskView[]> => {
  const views = found.map((task) => toView(task, deps.settings, actor !== null));
  if (!actor || found.length === 0 || found.length > MAX_ROWS_WITH_STATS) return views;
  const taskIds = found.map(({ _id }) => _id);
  const [statsOf, done] = await Promise.all([
    statsOfBuyers(deps, found),
    actor.role === 'worker' ? doneOf(deps.store, actor.userId, taskIds) : new Set<string>(),
  ]);
  return found.map(({ _id, buyerId }, index) => ({
    ...(views[index] as TaskView),
    ...statsOf(buyerId),
    ...(done.has(_id) && { submitted: true }),
  }));
};
