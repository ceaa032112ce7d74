import { isoTime } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { coinsPerHour, MAX_ROWS_WITH_STATS, type Task as TaskView } from '@piecework/contracts';
import { shownPicture } from '@piecework/domain';
import type { Actor } from '@piecework/identity';
import type { ServiceDeps } from '@piecework/service-runtime';
import { doneOf } from '../work/work.store';
import { buyerStatsOf, workTally } from '../work/work.tally';
import { isPaused, keptCoins } from './task';
import type { TaskDocument } from './task.store';
import { postingTally } from './task.tally';

type Deps = Pick<ServiceDeps, 'store' | 'settings' | 'counters'>;

const keptView = (task: TaskDocument) => {
  const coins = keptCoins(task);
  return coins > 0 && { kept: { coins, until: isoTime(task.places.keptUntil ?? 0) } };
};

/** For its buyer and admins. */
export const adminPauseView = ({ adminPause }: TaskDocument) => adminPause && { adminPause };

const paceView = ({ payable, places: { medianSeconds } }: TaskDocument) =>
  medianSeconds !== undefined && { pace: { medianSeconds, coinsPerHour: coinsPerHour(payable, medianSeconds) } };

const toView = (task: TaskDocument, settings: Settings, isSignedIn: boolean): TaskView => ({
  _id: task._id,
  taskTitle: task.title,
  taskDetail: task.detail,
  taskImageURL: shownPicture(task.imageURL, settings),
  requiredWorkers: task.places.open,
  payableAmount: task.payable,
  completionDate: task.completionDate,
  submissionInfo: task.info,
  taskStatus: task.taskStatus,
  totalPayableAmount: task.cost,
  buyerName: task.buyerName,
  autoApproveHours: task.autoApproveHours,
  reserveMinutes: task.reserveMinutes,
  ...(task.places.reserved && { reservedPlaces: task.places.reserved }),
  ...(task.places.spared && { sparedPlaces: task.places.spared }),
  ...(task.minApprovalRate !== undefined && { minApprovalRate: task.minApprovalRate }),
  ...(task.formId !== undefined && { hasForm: true as const }),
  ...(task.batch && { batch: { ...task.batch, ...paceView(task) } }),
  ...(task.closesAt !== undefined && { closeAtCompletion: true }),
  ...(isPaused(task) && { paused: true }),
  ...((task.state === 'closed' || task.state === 'closing') && {
    closed: { reason: task.closing ?? 'ended', refunded: task.refunded ?? 0, ...keptView(task) },
  }),
  ...(isSignedIn && { buyerEmail: task.buyerEmail }),
});

type Reader = Pick<Actor, 'role' | 'userId'> | null;

/** Its buyer reads why, admins also for which words, and others only that it waits. */
const reviewView = ({ review }: TaskDocument, isParty: boolean, isAdmin: boolean) =>
  review && {
    review: {
      since: isoTime(review.since),
      ...(isParty && { cause: review.cause }),
      ...(isAdmin && { words: [...review.words], version: review.version }),
    },
  };

export const viewFor = (task: TaskDocument, settings: Settings, reader: Reader): TaskView => {
  const { closed, ...view } = toView(task, settings, reader !== null);
  const isAdmin = reader?.role === 'admin';
  const isParty = isAdmin || reader?.userId === task.buyerId;
  const rejection = isParty && task.rejection && { rejection: task.rejection.reason };
  return {
    ...view,
    ...(isParty && adminPauseView(task)),
    ...(closed ? { closed: { ...closed, ...rejection } } : reviewView(task, isParty, isAdmin)),
  };
};

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
  const views = found.map((task) => viewFor(task, deps.settings, actor));
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
