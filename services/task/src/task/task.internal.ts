import { internally, type Service } from '@piecework/service-runtime';
import { knownTask, tasks, textChanges } from './task.store';

export const taskInternal = {
  /** The detail of a batch after a correction of its texts. Calls may arrive in any order: the highest version wins. */
  followTexts: internally([], async (args, { transact }) => {
    const { taskId, version, detail } = args as { taskId: string; version: number; detail: string };
    await transact(async (unit) => {
      const task = await knownTask(unit, taskId);
      if (version <= (task.textVersion ?? 1)) return;
      const $set = { ...textChanges(task, { detail }), textVersion: version };
      await unit.collection(tasks).updateOne({ _id: taskId }, { $set });
    });
    return {};
  }),
} satisfies Service['internal'];
