import type { EventData } from '@piecework/contracts';
import { isFailure } from '@piecework/http';
import { type Consumer, on, type ServiceDeps, type Unit } from '@piecework/service-runtime';
import { closeComplete, FOLLOWS, followPlaces, hourlyOf } from '../task/task.places';
import { knownTask, type TaskDocument, taskSignal, tasks } from '../task/task.store';
import { applyAddition, decideAddition, requestRows } from './addition';
import { request } from './addition.routes';
import { type AdditionDocument, additions, knownAddition } from './addition.store';

const FUNDED_EVENTS = [
  ...(['task.places-added', 'task.pay-raised'] as const),
  ...(['task.places-unwanted', 'task.rows-refused'] as const),
];

export const createAdditionConsumers = ({ signals, clock }: Pick<ServiceDeps, 'signals' | 'clock'>): Consumer[] => [
  on('task.rows-requested', ['task.places-requested', 'task.rows-refused'], async ({ data }, unit) => {
    const { additionId, taskId, buyerRoleVersion: roleVersion, rows, pages } = data;
    const task = await knownTask(unit, taskId);
    const addition = requestRows(task, { rows, pages }, clock.now());
    if (isFailure(addition)) unit.emit('task.rows-refused', taskId, { additionId, taskId, reason: addition.failure });
    else await request(unit, { roleVersion }, task, { _id: additionId, taskId, ...addition });
  }),
  on('task.places-funded', FUNDED_EVENTS, async ({ data: { additionId, taskId } }, unit) => {
    const addition = await knownAddition(unit, additionId);
    if (addition.state === 'declined') throw new Error(`Addition ${additionId} was funded after it was declined`);
    if (addition.state !== 'requested') return;
    const task = await knownTask(unit, taskId);
    const decided = decideAddition(task);
    await unit.collection(additions).updateOne({ _id: additionId }, { $set: { state: decided } });
    // Also of an unwanted one: a concurrent end of the task conflicts with this write.
    const grown = decided === 'added' && applyAddition(task, addition);
    const change = grown && { $set: { ...grown, ...hourlyOf({ ...task, ...grown }) } };
    await unit.collection(tasks).updateOne({ _id: taskId }, { ...change, $unset: { addition: true } });
    emitDecided(unit, task, addition, decided);
    unit.afterCommit(() => signals.notify(taskSignal(taskId)));
  }),
  on('task.places-declined', DECLINED_EVENTS, async ({ data: { additionId, taskId, reason } }, unit) => {
    const { state, rows } = await knownAddition(unit, additionId);
    if (state === 'declined') return;
    if (state !== 'requested') throw new Error(`Addition ${additionId} was declined after it was funded`);
    await unit.collection(additions).updateOne({ _id: additionId }, { $set: { state: 'declined', declined: reason } });
    await unit.collection(tasks).updateOne({ _id: taskId }, { $unset: { addition: true } });
    if (rows) unit.emit('task.rows-refused', taskId, { additionId, taskId, reason });
    // It may have become complete meanwhile.
    await closeComplete(unit, await knownTask(unit, taskId));
    unit.afterCommit(() => signals.notify(taskSignal(taskId)));
  }),
  on('task.raise-applied', FOLLOWS, async ({ data }, unit) => {
    await followPlaces({ data }, unit);
    await noteUnneeded(unit, data);
  }),
];

const DECLINED_EVENTS = [...FOLLOWS, 'task.rows-refused'] as const;

/** Keyed as the closing of the task, which therefore follows. */
const emitDecided = (
  unit: Unit<(typeof FUNDED_EVENTS)[number]>,
  { _id: taskId, buyerId, payable }: TaskDocument,
  { _id: additionId, places, cost, raise, rows }: AdditionDocument,
  decided: 'added' | 'unwanted',
): void => {
  const facts = { additionId, taskId, buyerId, places };
  if (rows && decided === 'unwanted')
    unit.emit('task.rows-refused', taskId, { additionId, taskId, reason: 'task-closed' });
  if (decided === 'unwanted')
    unit.emit('task.places-unwanted', taskId, { ...facts, cost, payable: raise?.by ?? payable });
  else if (raise) unit.emit('task.pay-raised', taskId, { ...facts, payable: raise.to, by: raise.by });
  else unit.emit('task.places-added', taskId, facts);
};

/** The wallet refunds their coins. */
const noteUnneeded = async (
  unit: Unit<never>,
  { taskId, additionId, by, unneeded }: EventData<'task.raise-applied'>,
): Promise<void> => {
  if (unneeded === 0) return;
  await unit.collection(additions).updateOne({ _id: additionId }, { $set: { unneeded } });
  await unit.collection(tasks).updateOne({ _id: taskId }, { $inc: { cost: -unneeded * by } });
};
