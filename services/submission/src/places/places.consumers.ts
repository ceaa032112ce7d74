import { currentName } from '@piecework/domain';
import { type Consumer, on, type ServiceDeps, type Unit } from '@piecework/service-runtime';
import { openBatch, thaw } from '../batch/batch.publishing';
import { markFormUsed } from '../form/form.store';
import { openRows, refuseRows } from '../growth/growth.store';
import { releaseHeld } from '../reservation/reservation.releases';
import { decidePending, touchAndCheckLeft } from '../submission/submission.decisions';
import { addPlaces, closePlaces, freePlaces, publishedPlaces } from './places';
import { applyRaise } from './places.raise';
import { knownPlaces, placesSignal, savePlaces, taskPlaces } from './places.store';

export const createPlacesConsumers = ({
  signals,
  clock,
  ids,
}: Pick<ServiceDeps, 'signals' | 'clock' | 'ids'>): Consumer[] => [
  on(
    'task.published',
    ['batch.picture-changed'],
    async ({ data: { taskId, places, batch: figures, ...facts } }, unit) => {
      if (facts.formId !== undefined) await markFormUsed(unit, facts.formId);
      const buyerName = (await currentName(unit, facts.buyerId)) ?? facts.buyerName;
      const counts = { places: { version: 0, open: places, pending: 0, approved: 0 }, posted: places };
      const batch = figures && { batch: await openBatch(unit, taskId, ids) };
      await unit
        .collection(taskPlaces)
        .insertOne({ _id: taskId, ...facts, ...batch, buyerName, state: 'open', ...counts });
      unit.afterCommit(() => signals.notify(placesSignal(taskId)));
    },
  ),
  on('task.funding-declined', [], ({ data: { taskId } }, unit) => thaw(unit, taskId)),
  // Existing submissions keep the title that their worker saw.
  on('task.edited', [], async ({ data: { taskId, title } }, unit) => {
    await knownPlaces(unit, taskId);
    await unit.collection(taskPlaces).updateOne({ _id: taskId }, { $set: { title } });
  }),
  on('task.pause-changed', [], async ({ data: { taskId, paused, inReview } }, unit) => {
    await knownPlaces(unit, taskId);
    const review = inReview
      ? { $set: { paused, inReview } }
      : { $set: { paused }, $unset: { inReview: true } as const };
    await unit.collection(taskPlaces).updateOne({ _id: taskId }, review);
  }),
  on('task.places-added', ['task.places-opened'], async ({ data }, unit) => {
    const { taskId, additionId } = data;
    const task = await knownPlaces(unit, taskId);
    const added = addPlaces(task, data.places);
    const opened = task.batch ? { ...added, batch: await openRows(unit, taskId, task.batch, additionId) } : added;
    await savePlaces(unit, task, opened);
    unit.emit('task.places-opened', taskId, { taskId, additionId, places: publishedPlaces(opened) });
    unit.afterCommit(() => signals.notify(placesSignal(taskId)));
  }),
  on('task.rows-refused', [], async ({ data }, unit) => {
    await refuseRows(unit, data, clock.now());
    unit.afterCommit(() => signals.notify(placesSignal(data.taskId)));
  }),
  on('task.pay-raised', ['task.raise-applied'], ({ data }, unit) => applyRaise(unit, data, clock.now())),
  on('task.deletion-requested', CLOSING_EVENTS, ({ data: { taskId, reason } }, unit) =>
    close(unit, taskId, { now: clock.now(), hasOwnerLeft: reason === 'owner-left' }),
  ),
  on('task.closing-requested', CLOSING_EVENTS, ({ data: { taskId } }, unit) =>
    close(unit, taskId, { now: clock.now(), hasOwnerLeft: false }),
  ),
];

const CLOSING_EVENTS = ['task.places-closed', 'submission.approved', 'place.released'] as const;

const close = async (
  unit: Unit<(typeof CLOSING_EVENTS)[number]>,
  taskId: string,
  { now, hasOwnerLeft }: { now: number; hasOwnerLeft: boolean },
) => {
  const { state, buyerId, payable } = await knownPlaces(unit, taskId);
  if (state === 'closed') return;
  const hasLeft = (await touchAndCheckLeft(unit, buyerId, 'buyer')) || hasOwnerLeft;
  // No buyer remains to decide their submissions. Their places are refunded with the open ones.
  if (hasLeft) await releaseHeld(unit, { taskId }, { why: 'ended', now });
  const task = await knownPlaces(unit, taskId);
  const closed = closePlaces(task);
  await savePlaces(unit, task, closed);
  const places = publishedPlaces(closed);
  const open = freePlaces(task.places) - (closed.kept ?? 0);
  unit.emit('task.places-closed', taskId, { taskId, buyerId, payable, open, places });
  // Submissions that arrived meanwhile.
  if (hasLeft) await decidePending(unit, { taskId }, 'approved', { by: 'departure', now });
};
