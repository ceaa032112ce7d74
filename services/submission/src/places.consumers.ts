import { type Consumer, on, type ServiceDeps } from '@piecework/service-runtime';
import { closePlaces } from './places';
import { knownPlaces, placesSignal, savePlaces, taskPlaces } from './places.store';
import { decidePending, touchAndCheckBuyerLeft } from './submission.decisions';

export const createPlacesConsumers = ({
  signals,
  clock,
}: Pick<ServiceDeps, 'signals' | 'clock'>): Consumer[] => [
  on('task.published', [], async ({ data: { taskId, places, ...facts } }, unit) => {
    await unit.collection(taskPlaces).insertOne({
      _id: taskId,
      ...facts,
      state: 'open',
      places: { version: 0, open: places, pending: 0, approved: 0 },
    });
    unit.afterCommit(() => signals.notify(placesSignal(taskId)));
  }),
  // Existing submissions keep the title that their worker saw.
  on('task.edited', [], async ({ data: { taskId, title } }, unit) => {
    await knownPlaces(unit, taskId);
    await unit.collection(taskPlaces).updateOne({ _id: taskId }, { $set: { title } });
  }),
  on(
    'task.deletion-requested',
    ['task.places-closed', 'submission.approved'],
    async ({ data: { taskId, reason } }, unit) => {
      const task = await knownPlaces(unit, taskId);
      if (task.state === 'closed') return;
      const closed = closePlaces(task);
      await savePlaces(unit, task, closed);
      const { buyerId, payable, places } = closed;
      unit.emit('task.places-closed', taskId, { taskId, buyerId, payable, open: task.places.open, places });
      // No buyer remains to decide submissions that arrived meanwhile.
      const ownerLeft = await touchAndCheckBuyerLeft(unit, buyerId);
      if (ownerLeft || reason === 'owner-left')
        await decidePending(unit, { taskId }, 'approved', { by: 'departure', now: clock.now() });
    },
  ),
];
