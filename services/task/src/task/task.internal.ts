import { internally, type Service, type ServiceDeps } from '@piecework/service-runtime';
import { z } from 'zod';
import { findTasks } from './task.people';
import { knownTask, tasks, textChanges } from './task.store';

const searchArgs = z.object({ q: z.string() });

export const createTaskInternal = ({ store }: Pick<ServiceDeps, 'store'>) =>
  ({
    search: internally([], async (args) => ({ tasks: await findTasks(store, searchArgs.parse(args).q) })),

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
  }) satisfies Service['internal'];
