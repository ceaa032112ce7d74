import { schemas } from '@piecework/contracts';
import { internally, type Service, type ServiceDeps } from '@piecework/service-runtime';
import { z } from 'zod';
import { formTexts, type ReviewRules } from '../review/review';
import { reviewOfTexts } from '../review/review.store';
import { CLOSED_STATES, isPublic, pauseFacts } from './task';
import { findTasks } from './task.people';
import { knownTask, tasks, textChanges } from './task.store';

const reportableArgs = z.object({ id: z.string(), readerId: z.string() });
const searchArgs = z.object({ q: z.string() });
const followArgs = z.object({
  taskId: z.string(),
  version: z.int(),
  detail: z.string(),
  form: schemas.form.optional(),
});

export const createTaskInternal = ({ store, clock }: Pick<ServiceDeps, 'store' | 'clock'>, rules: ReviewRules) =>
  ({
    /** Of a task that the reader sees and that is another person's; null otherwise. */
    reportable: internally([], async (args) => {
      const { id, readerId } = reportableArgs.parse(args);
      const task = await store.collection(tasks).findOne({ _id: id, state: { $in: ['open', ...CLOSED_STATES] } });
      if (!task || task.buyerId === readerId || !isPublic(task)) return null;
      return { ownerId: task.buyerId, taskId: id, title: task.title };
    }),

    search: internally([], async (args) => ({ tasks: await findTasks(store, searchArgs.parse(args).q) })),

    /** The detail of a batch after a correction of its texts, which may make it wait for an admin. Calls may arrive in any order: the highest version wins. */
    followTexts: internally(['task.pause-changed'], async (args, { transact }) => {
      const { taskId, version, detail, form } = followArgs.parse(args);
      await transact(async (unit) => {
        const task = await knownTask(unit, taskId);
        if (version <= (task.textVersion ?? 1)) return;
        const texts = { detail };
        const review = await reviewOfTexts(unit, rules, task, texts, clock.now(), formTexts(form?.fields ?? []));
        const $set = { ...textChanges(task, texts), ...(review && { review }), textVersion: version };
        await unit.collection(tasks).updateOne({ _id: taskId }, { $set });
        if (review && !task.review) unit.emit('task.pause-changed', taskId, pauseFacts(taskId, { ...task, review }));
      });
      return {};
    }),
  }) satisfies Service['internal'];
