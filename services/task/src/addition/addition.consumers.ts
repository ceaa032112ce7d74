import { type Consumer, on, type ServiceDeps } from '@piecework/service-runtime';
import { knownTask, taskSignal, tasks } from '../task/task.store';
import { decideAddition } from './addition';
import { additions, knownAddition } from './addition.store';

export const createAdditionConsumers = ({ signals }: Pick<ServiceDeps, 'signals'>): Consumer[] => [
  on(
    'task.places-funded',
    ['task.places-added', 'task.places-unwanted'],
    async ({ data: { additionId, taskId } }, unit) => {
      const { state, buyerId, places, cost } = await knownAddition(unit, additionId);
      if (state === 'declined') throw new Error(`Addition ${additionId} was funded after it was declined`);
      if (state !== 'requested') return;
      const task = await knownTask(unit, taskId);
      const decided = decideAddition(task);
      await unit.collection(additions).updateOne({ _id: additionId }, { $set: { state: decided } });
      // Also of an unwanted one: a concurrent end of the task conflicts with this write.
      await unit
        .collection(tasks)
        .updateOne({ _id: taskId }, { $inc: { cost: decided === 'added' ? cost : 0 }, $unset: { addition: true } });
      const { payable } = task;
      // Keyed as the closing of the task, which therefore follows.
      if (decided === 'added') unit.emit('task.places-added', taskId, { additionId, taskId, buyerId, places });
      else unit.emit('task.places-unwanted', taskId, { additionId, taskId, buyerId, places, cost, payable });
      unit.afterCommit(() => signals.notify(taskSignal(taskId)));
    },
  ),
  on('task.places-declined', [], async ({ data: { additionId, taskId, reason } }, unit) => {
    const { state } = await knownAddition(unit, additionId);
    if (state === 'declined') return;
    if (state !== 'requested') throw new Error(`Addition ${additionId} was declined after it was funded`);
    await unit.collection(additions).updateOne({ _id: additionId }, { $set: { state: 'declined', declined: reason } });
    await unit.collection(tasks).updateOne({ _id: taskId }, { $unset: { addition: true } });
    unit.afterCommit(() => signals.notify(taskSignal(taskId)));
  }),
];
