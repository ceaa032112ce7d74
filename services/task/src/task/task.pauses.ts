import { type EventEnvelope, reportSentence } from '@piecework/contracts';
import { actAs } from '@piecework/domain';
import { fail, isFailure, ok } from '@piecework/http';
import { actorOf, answerInTransaction, noteAdminAct, type Unit } from '@piecework/service-runtime';
import { type AdminPause, pauseByAdmin, pauseFacts } from './task';
import { requestClosing } from './task.closing';
import { knownTask, type TaskDocument, tasks } from './task.store';

export const createPauseOperations = () => ({ ...pauseTask(), ...resumeTask() });

/** The owner's own pause, and that of a suspension, stay as they are. `acts`: rows of this service's trail about it. */
const setAdminPause = async (
  unit: Unit<'task.pause-changed'>,
  { adminPause: _, ...task }: TaskDocument,
  adminPause?: AdminPause,
  { acts = 1 } = {},
): Promise<void> => {
  const { _id: taskId, buyerId, title } = task;
  const changes = adminPause ? { $set: { adminPause } } : { $unset: { adminPause: true as const } };
  await unit.collection(tasks).updateOne({ _id: taskId }, { ...changes, $inc: { pauseActs: acts } });
  const byAdmin = { buyerId, title, isPaused: adminPause !== undefined };
  unit.emit('task.pause-changed', taskId, {
    ...pauseFacts(taskId, { ...task, ...(adminPause && { adminPause }) }),
    byAdmin,
  });
};

const notePause = (
  unit: Unit<never>,
  action: 'task-paused' | 'task-resumed',
  { _id, buyerEmail, places }: TaskDocument,
) =>
  noteAdminAct(unit, {
    action,
    subject: { type: 'task', id: _id, title: buyerEmail },
    detail: `${places.open} places were open`,
  });

const pauseTask = () =>
  answerInTransaction('pauseTask', ['task.pause-changed'], async (unit, { params, body: { reason } }, call) => {
    const refused = await actAs(unit, actorOf(call), 'admin');
    if (refused) return refused;
    const task = await unit.collection(tasks).findOne({ _id: params.id });
    const decision = pauseByAdmin(task);
    if (isFailure(decision)) return decision;
    if (decision === 'paused' || !task) return ok({ modifiedCount: 0 });
    await setAdminPause(unit, task, { reason });
    await notePause(unit, 'task-paused', task);
    return ok({ modifiedCount: 1 });
  });

/** Also of a task that has ended meanwhile, so that its places follow. */
const resumeTask = () =>
  answerInTransaction('resumeTask', ['task.pause-changed'], async (unit, { params }, call) => {
    const refused = await actAs(unit, actorOf(call), 'admin');
    if (refused) return refused;
    const task = await unit.collection(tasks).findOne({ _id: params.id });
    if (!task || ['declined', 'deleting', 'deleted'].includes(task.state)) return fail('not-found');
    if (!task.adminPause) return ok({ deletedCount: 0 });
    await setAdminPause(unit, task);
    await notePause(unit, 'task-resumed', task);
    return ok({ deletedCount: 1 });
  });

/** What an admin decided about reports of a task, which the trail of the user service has. A task that has ended stays as it is. */
export const followReports = async (
  { data: { subjectType, subjectId, outcome, reasonCode = 'other' } }: Pick<EventEnvelope<'report.decided'>, 'data'>,
  unit: Unit<'task.pause-changed' | 'task.closing-requested'>,
): Promise<void> => {
  if (subjectType !== 'task') return;
  const task = await knownTask(unit, subjectId);
  if (task.state !== 'open') return;
  if (outcome === 'close-task') await requestClosing(unit, task, 'ended');
  if (outcome === 'pause-task' && !task.adminPause)
    await setAdminPause(unit, task, { reason: reportSentence(reasonCode) }, { acts: 0 });
};
