import type { EventEnvelope } from '@piecework/contracts';
import { peopleConsumers } from '@piecework/domain';
import { type Consumer, on, type Read, type ServiceDeps, type Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { createAdditionConsumers } from '../addition/addition.consumers';
import { blockConsumers } from '../block/block.consumers';
import type { WorkEvent } from '../work/work';
import { noteWork, work } from '../work/work.store';
import { isWithheld, pauseFacts, type Task, UNFINISHED_STATES } from './task';
import { deleteClosed, requestClosing } from './task.closing';
import { followReports } from './task.pauses';
import { FOLLOWS, type FollowUnit, followPlaces } from './task.places';
import { departures, knownTask, nameChanges, type TaskDocument, taskSignal, tasks } from './task.store';

export const createTaskConsumers = (deps: Pick<ServiceDeps, 'signals' | 'clock'>): Consumer[] => [
  ...fundingConsumers(deps),
  ...placesConsumers(),
  ...refundConsumers(deps),
  ...createAdditionConsumers(deps),
  ...blockConsumers,
  on('user.closing-checked', ['task.closing-requested'], endTasks),
  on('report.decided', ['task.pause-changed', 'task.closing-requested'], followReports),
  ...peopleConsumers(['task.deletion-requested', 'task.deleted', 'task.owner-cleared', 'task.pause-changed'], {
    changed: async (unit, { userId, from, roleVersion }) => {
      if (from === 'buyer') await depart(unit, userId, roleVersion);
    },
    renamed: rename,
    suspended: pauseForSuspension,
    closed: async (unit, { userId, role, roleVersion }) => {
      if (role === 'buyer') await depart(unit, userId, roleVersion);
    },
  }),
];

const fundingConsumers = ({ signals }: Pick<ServiceDeps, 'signals'>): Consumer[] => [
  on(
    'task.funded',
    ['task.published', 'task.pause-changed', 'task.deletion-requested'],
    async ({ data: { taskId } }, unit) => {
      const task = await knownTask(unit, taskId);
      if (task.state === 'declined') throw new Error(`Task ${taskId} was funded after it was declined`);
      if (task.state !== 'funding') return;
      const { buyerId, buyerEmail, buyerName, title, places, payable } = task;
      const { autoApproveHours, reserveMinutes, minApprovalRate, formId, batch, importId } = task;
      unit.emit('task.published', taskId, {
        taskId,
        buyerId,
        buyerEmail,
        buyerName,
        title,
        places: places.open,
        payable,
        autoApproveHours,
        reserveMinutes,
        ...(minApprovalRate !== undefined && { minApprovalRate }),
        ...(formId !== undefined && { formId }),
        ...(batch && { batch }),
        ...(importId !== undefined && { importId }),
        ...(task.review && { inReview: true as const }),
      });
      if (isWithheld(task)) unit.emit('task.pause-changed', taskId, pauseFacts(taskId, task));
      // Publish anyway: the submission service closes only places that it has opened, and closing returns the escrow.
      if (task.buyerLeft) unit.emit('task.deletion-requested', taskId, { taskId, buyerId, reason: 'owner-left' });
      await unit
        .collection(tasks)
        .updateOne({ _id: taskId }, { $set: { state: task.buyerLeft ? 'deleting' : 'open' } });
      unit.afterCommit(() => signals.notify(taskSignal(taskId)));
    },
  ),
  on('task.funding-declined', ['task.owner-cleared'], async ({ data: { taskId, reason } }, unit) => {
    const task = await knownTask(unit, taskId);
    if (task.state === 'declined') return;
    if (task.state !== 'funding') throw new Error(`Task ${taskId} was declined after it was funded`);
    await unit.collection(tasks).updateOne({ _id: taskId }, { $set: { state: 'declined', declined: reason } });
    await countEnd(unit, task);
    unit.afterCommit(() => signals.notify(taskSignal(taskId)));
  }),
];

const placesConsumers = (): Consumer[] => [
  on('submission.created', FOLLOWS, followSubmission, submissionRead),
  on('submission.approved', FOLLOWS, followSubmission, submissionRead),
  on('submission.rejected', FOLLOWS, followSubmission, submissionRead),
  on('submission.rejection-reversed', FOLLOWS, followSubmission, submissionRead),
  on('submission.resubmitted', FOLLOWS, async ({ data: { taskId, places } }, unit) => {
    if (places) await followPlaces({ data: { taskId, places } }, unit);
  }),
  on('appeal.place-returned', FOLLOWS, followPlaces, taskRead),
  on('place.reserved', FOLLOWS, followPlaces, taskRead),
  on('place.released', FOLLOWS, followPlaces, taskRead),
  on('task.places-closed', FOLLOWS, followPlaces, taskRead),
  on('task.places-opened', FOLLOWS, followPlaces, taskRead),
  on('task.pilot-ended', [], endPilot, taskRead),
];

const endPilot = async ({ data: { taskId } }: { data: { taskId: string } }, unit: Transaction) => {
  const { batch } = await knownTask(unit, taskId);
  if (!batch) throw new Error(`Task ${taskId} has no pages`);
  const { pilotPages: _, ...figures } = batch;
  await unit.collection(tasks).updateOne({ _id: taskId }, { $set: { batch: figures } });
};

const taskRead = ({ data }: { data: { taskId: string } }): readonly Read[] => [{ of: tasks, ids: [data.taskId] }];

const submissionRead = ({ data }: WorkEvent): readonly Read[] => [
  ...taskRead({ data }),
  { of: work, ids: [data.submissionId] },
];

const followSubmission = async (event: WorkEvent, unit: FollowUnit) => {
  await followPlaces(event, unit);
  await noteWork(unit, event);
};

const refundConsumers = ({ signals }: Pick<ServiceDeps, 'signals'>): Consumer[] => [
  on(
    'task.refunded',
    ['task.deleted', 'task.closed', 'task.owner-cleared'],
    async ({ data: { taskId, coins } }, unit) => {
      const task = await knownTask(unit, taskId);
      const { state, buyerId, title, places, closing = 'ended', importId, rejection } = task;
      if (state === 'deleted' || state === 'closed') return;
      if (state === 'closing') {
        await unit.collection(tasks).updateOne({ _id: taskId }, { $set: { state: 'closed', refunded: coins } });
        const ofImport = importId !== undefined && { importId };
        const byReview = rejection && { isRejected: true as const };
        unit.emit('task.closed', taskId, { taskId, buyerId, reason: closing, coins, title, ...ofImport, ...byReview });
      } else {
        if (state !== 'deleting') throw new Error(`Task ${taskId} was refunded while ${state}`);
        await unit.collection(tasks).updateOne({ _id: taskId }, { $set: { state: 'deleted', refunded: coins } });
        unit.emit('task.deleted', taskId, { taskId, buyerId, places, title, coins });
        await countEnd(unit, task);
      }
      unit.afterCommit(() => signals.notify(taskSignal(taskId)));
    },
  ),
];

type DepartureUnit = Unit<'task.deletion-requested' | 'task.deleted' | 'task.owner-cleared'>;

/** `buyerLeft` makes the transaction conflict with a concurrent end of the task, so each end is counted once. */
const depart = async (unit: DepartureUnit, userId: string, roleVersion: number) => {
  const closed = await unit.collection(tasks).find({ buyerId: userId, state: 'closed' });
  for (const task of closed) await deleteClosed(unit, task);
  const mine = { buyerId: userId, state: { $in: UNFINISHED_STATES } } as const;
  const living = await unit.collection(tasks).find(mine);
  if (living.length === 0) return unit.emit('task.owner-cleared', userId, { userId, roleVersion });
  await unit.collection(tasks).updateMany(mine, { $set: { buyerLeft: true } });
  // The refund of a closing task is under way, and deletes it.
  const ending = { ...mine, state: { $in: ['open', 'closing'] } } as const;
  await unit.collection(tasks).updateMany(ending, { $set: { state: 'deleting' } });
  for (const { _id: taskId } of living.filter(isOpen))
    unit.emit('task.deletion-requested', taskId, { taskId, buyerId: userId, reason: 'owner-left' });
  // Unique: the wallet settles no further role change before the owner is cleared.
  await unit.collection(departures).insertOne({ _id: userId, roleVersion, living: living.length });
};

/** Of a person who closes the account; not those that were posted after it was kept. */
const endTasks = async (
  { data: { userId: buyerId }, occurredAt }: Pick<EventEnvelope<'user.closing-checked'>, 'data' | 'occurredAt'>,
  unit: Unit<'task.closing-requested'>,
) => {
  const open = { buyerId, state: 'open', createdAt: { $lte: Date.parse(occurredAt) } } as const;
  for (const task of await unit.collection(tasks).find(open)) await requestClosing(unit, task, 'ended');
};

/** Also tasks whose funding is not decided: they open paused. A task that its owner has paused stays so after the end of the suspension. */
const pauseForSuspension = async (
  unit: Unit<'task.pause-changed'>,
  { userId, isSuspended }: { userId: string; isSuspended: boolean },
) => {
  const rows = unit.collection(tasks);
  const mine = isSuspended
    ? ({ buyerId: userId, state: { $in: ['funding', 'open'] } } as const)
    : ({ buyerId: userId, ownerSuspended: true } as const);
  for (const task of await rows.find(mine)) {
    const { _id: taskId, state } = task;
    await rows.updateOne(
      { _id: taskId },
      isSuspended ? { $set: { ownerSuspended: true } } : { $unset: { ownerSuspended: true } },
    );
    // Also of a task that has ended meanwhile, so that its places follow.
    const hasPlaces = state !== 'funding' && state !== 'declined';
    const after = { ...task, ownerSuspended: isSuspended };
    if (hasPlaces && isWithheld(after) !== isWithheld(task))
      unit.emit('task.pause-changed', taskId, { taskId, paused: isSuspended });
  }
};

/** Ended tasks keep the name. */
const rename = async (unit: Transaction, { userId, userName }: { userId: string; userName: string }) => {
  const shown = { buyerId: userId, state: { $in: ['funding', 'open'] } } as const;
  for (const task of await unit.collection(tasks).find(shown))
    await unit.collection(tasks).updateOne({ _id: task._id }, { $set: nameChanges(task, userName) });
};

const isOpen = ({ state }: Task) => state === 'open';

const countEnd = async (unit: Unit<'task.owner-cleared'>, { _id, buyerId, buyerLeft }: TaskDocument) => {
  if (!buyerLeft) return;
  const departure = await unit.collection(departures).findOneAndUpdate({ _id: buyerId }, { $inc: { living: -1 } });
  if (!departure) throw new Error(`Task ${_id} of a former buyer ended without a departure`);
  if (departure.living > 0) return;
  await unit.collection(departures).deleteOne({ _id: buyerId });
  unit.emit('task.owner-cleared', buyerId, { userId: buyerId, roleVersion: departure.roleVersion });
};
