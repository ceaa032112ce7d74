import { actAs } from '@piecework/domain';
import { failField, isFailure, ok } from '@piecework/http';
import { actorOf, answerInTransaction, noteAdminAct, type Unit } from '@piecework/service-runtime';
import { pauseFacts } from '../task/task';
import { requestClosing } from '../task/task.closing';
import { type TaskDocument, tasks } from '../task/task.store';
import { decideReview } from './review';

const EMITS = ['task.pause-changed', 'task.approved', 'task.closing-requested'] as const;

export const createReviewOperations = () =>
  answerInTransaction('decideReview', EMITS, async (unit, { params, body }, call) => {
    const admin = actorOf(call);
    const refused = await actAs(unit, admin, 'admin');
    if (refused) return refused;
    const { outcome, reason } = body;
    if (outcome === 'rejected' && reason === undefined) return failField('reason', 'Reason is required');
    const task = await unit.collection(tasks).findOne({ _id: params.id });
    const decision = decideReview(task, body);
    if (isFailure(decision)) return decision;
    if (!task || decision === 'decided') return ok({ modifiedCount: 0 });
    if (reason !== undefined && outcome === 'rejected')
      await requestClosing(unit, task, 'ended', { rejection: { by: admin.userId, reason } });
    else await approve(unit, task);
    await noteAdminAct(unit, {
      action: `task-${outcome}`,
      subject: { type: 'task', id: task._id, title: task.buyerEmail },
      detail: task.review?.words.length ? `words: ${task.review.words.join(', ')}` : '',
    });
    return ok({ modifiedCount: 1 });
  });

const approve = async (unit: Unit<(typeof EMITS)[number]>, task: TaskDocument): Promise<void> => {
  const { _id: taskId, buyerId, title, importId, review: { wasPublic } = {}, ...others } = task;
  await unit.collection(tasks).updateOne({ _id: taskId }, { $unset: { review: true }, $inc: { approvals: 1 } });
  unit.emit('task.pause-changed', taskId, pauseFacts(taskId, others));
  unit.emit('task.approved', taskId, {
    taskId,
    buyerId,
    title,
    ...(!wasPublic && { isFirst: true }),
    ...(importId !== undefined && { importId }),
  });
};
