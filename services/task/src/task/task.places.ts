import { coinsPerHour, type Places, taskStatusOf } from '@piecework/contracts';
import type { Unit } from '@piecework/service-runtime';
import { isBatchComplete, type Task } from './task';
import { requestClosing } from './task.closing';
import { knownTask, type TaskDocument, tasks } from './task.store';

export const FOLLOWS = ['task.closing-requested'] as const;
export type FollowUnit = Unit<(typeof FOLLOWS)[number]>;

/** Applies to ended tasks too: their pending submissions are still decided. */
export const followPlaces = async (
  { data: { taskId, places } }: { data: { taskId: string; places: Places } },
  unit: FollowUnit,
): Promise<void> => {
  const task = await knownTask(unit, taskId);
  if (places.version <= task.places.version) return;
  const $set = { places, taskStatus: taskStatusOf(places), ...hourlyOf({ places, payable: task.payable }) };
  await unit.collection(tasks).updateOne({ _id: taskId }, { $set });
  await closeComplete(unit, { ...task, places });
};

/** P-3.20. Not while the wallet decides an addition, which may bring more pages. */
export const closeComplete = async (unit: FollowUnit, task: TaskDocument): Promise<void> => {
  if (task.state === 'open' && task.addition === undefined && isBatchComplete(task))
    await requestClosing(unit, task, 'completed');
};

/** What an hour pays; nothing until enough answers are measured. */
export const hourlyOf = ({
  places: { medianSeconds },
  payable,
}: Pick<Task, 'places' | 'payable'>): Pick<Task, 'hourly'> =>
  medianSeconds === undefined ? {} : { hourly: coinsPerHour(payable, medianSeconds) };
