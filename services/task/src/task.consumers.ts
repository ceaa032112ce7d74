import { type Places, taskStatusOf } from '@piecework/contracts';
import { peopleConsumers } from '@piecework/domain';
import { type Consumer, on, type Read, type ServiceDeps, type Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { type Task, UNFINISHED_STATES } from './task';
import { departures, knownTask, type TaskDocument, taskSignal, tasks } from './task.store';

export const createTaskConsumers = (deps: Pick<ServiceDeps, 'signals'>): Consumer[] => [
  ...fundingConsumers(deps),
  ...placesConsumers(),
  ...deletionConsumers(deps),
  ...peopleConsumers(['task.deletion-requested', 'task.owner-cleared'], {
    changed: async (unit, { userId, from, roleVersion }) => {
      if (from === 'buyer') await depart(unit, userId, roleVersion);
    },
    closed: async (unit, { userId, role, roleVersion }) => {
      if (role === 'buyer') await depart(unit, userId, roleVersion);
    },
  }),
];

const fundingConsumers = ({ signals }: Pick<ServiceDeps, 'signals'>): Consumer[] => [
  on('task.funded', ['task.published', 'task.deletion-requested'], async ({ data: { taskId } }, unit) => {
    const task = await knownTask(unit, taskId);
    if (task.state === 'declined') throw new Error(`Task ${taskId} was funded after it was declined`);
    if (task.state !== 'funding') return;
    const { buyerId, buyerEmail, buyerName, title, places, payable, autoApproveHours } = task;
    unit.emit('task.published', taskId, {
      taskId,
      buyerId,
      buyerEmail,
      buyerName,
      title,
      places: places.open,
      payable,
      ...(autoApproveHours !== undefined && { autoApproveHours }),
    });
    // Publish anyway: the submission service closes only places that it has opened, and closing returns the escrow.
    if (task.buyerLeft)
      unit.emit('task.deletion-requested', taskId, { taskId, buyerId, reason: 'owner-left' });
    await unit
      .collection(tasks)
      .updateOne({ _id: taskId }, { $set: { state: task.buyerLeft ? 'deleting' : 'open' } });
    unit.afterCommit(() => signals.notify(taskSignal(taskId)));
  }),
  on('task.funding-declined', ['task.owner-cleared'], async ({ data: { taskId, reason } }, unit) => {
    const task = await knownTask(unit, taskId);
    if (task.state === 'declined') return;
    if (task.state !== 'funding') throw new Error(`Task ${taskId} was declined after it was funded`);
    await unit
      .collection(tasks)
      .updateOne({ _id: taskId }, { $set: { state: 'declined', declined: reason } });
    await countEnd(unit, task);
    unit.afterCommit(() => signals.notify(taskSignal(taskId)));
  }),
];

const placesConsumers = (): Consumer[] => [
  on('submission.created', [], followPlaces, taskRead),
  on('submission.approved', [], followPlaces, taskRead),
  on('submission.rejected', [], followPlaces, taskRead),
  on('submission.rejection-reversed', [], followPlaces, taskRead),
  on('task.places-closed', [], followPlaces, taskRead),
];

const taskRead = ({ data }: { data: { taskId: string } }): readonly Read[] => [
  { of: tasks, ids: [data.taskId] },
];

/** Applies to ended tasks too: their pending submissions are still decided. */
const followPlaces = async (
  { data: { taskId, places } }: { data: { taskId: string; places: Places } },
  unit: Transaction,
) => {
  const task = await knownTask(unit, taskId);
  if (places.version <= task.places.version) return;
  await unit
    .collection(tasks)
    .updateOne({ _id: taskId }, { $set: { places, taskStatus: taskStatusOf(places) } });
};

const deletionConsumers = ({ signals }: Pick<ServiceDeps, 'signals'>): Consumer[] => [
  on('task.refunded', ['task.deleted', 'task.owner-cleared'], async ({ data: { taskId } }, unit) => {
    const task = await knownTask(unit, taskId);
    if (task.state === 'deleted') return;
    if (task.state !== 'deleting') throw new Error(`Task ${taskId} was refunded while ${task.state}`);
    await unit.collection(tasks).updateOne({ _id: taskId }, { $set: { state: 'deleted' } });
    unit.emit('task.deleted', taskId, { taskId, buyerId: task.buyerId, places: task.places });
    await countEnd(unit, task);
    unit.afterCommit(() => signals.notify(taskSignal(taskId)));
  }),
];

type DepartureUnit = Unit<'task.deletion-requested' | 'task.owner-cleared'>;

/** `buyerLeft` makes the transaction conflict with a concurrent end of the task, so each end is counted once. */
const depart = async (unit: DepartureUnit, userId: string, roleVersion: number) => {
  const mine = { buyerId: userId, state: { $in: UNFINISHED_STATES } } as const;
  const living = await unit.collection(tasks).find(mine);
  if (living.length === 0) return unit.emit('task.owner-cleared', userId, { userId, roleVersion });
  await unit.collection(tasks).updateMany(mine, { $set: { buyerLeft: true } });
  await unit.collection(tasks).updateMany({ ...mine, state: 'open' }, { $set: { state: 'deleting' } });
  for (const { _id: taskId } of living.filter(isOpen))
    unit.emit('task.deletion-requested', taskId, { taskId, buyerId: userId, reason: 'owner-left' });
  // Unique: the wallet settles no further role change before the owner is cleared.
  await unit.collection(departures).insertOne({ _id: userId, roleVersion, living: living.length });
};

const isOpen = ({ state }: Task) => state === 'open';

const countEnd = async (unit: Unit<'task.owner-cleared'>, { _id, buyerId, buyerLeft }: TaskDocument) => {
  if (!buyerLeft) return;
  const departure = await unit
    .collection(departures)
    .findOneAndUpdate({ _id: buyerId }, { $inc: { living: -1 } });
  if (!departure) throw new Error(`Task ${_id} of a former buyer ended without a departure`);
  if (departure.living > 0) return;
  await unit.collection(departures).deleteOne({ _id: buyerId });
  unit.emit('task.owner-cleared', buyerId, { userId: buyerId, roleVersion: departure.roleVersion });
};
