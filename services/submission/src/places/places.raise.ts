import type { EventData } from '@piecework/contracts';
import type { Unit } from '@piecework/service-runtime';
import { reservations } from '../reservation/reservation.store';
import { submissions } from '../submission/submission.store';
import { publishedPlaces, raisePay } from './places';
import { knownPlaces, savePlaces } from './places.store';

/** Work in progress is paid like the places: escrow holds one pay for each place that is not decided (I3). */
export const applyRaise = async (
  unit: Unit<'task.raise-applied'>,
  { taskId, additionId, buyerId, places, payable, by }: EventData<'task.pay-raised'>,
  now: number,
): Promise<void> => {
  const before = await knownPlaces(unit, taskId);
  const { task, unneeded } = raisePay(before, { payable, places });
  await unit.collection(submissions).updateMany({ taskId, status: 'pending' }, { $set: { payable, changedAt: now } });
  await unit.collection(reservations).updateMany({ taskId, state: 'held' }, { $set: { payable } });
  await savePlaces(unit, before, task);
  unit.emit('task.raise-applied', taskId, { taskId, additionId, buyerId, by, unneeded, places: publishedPlaces(task) });
};
