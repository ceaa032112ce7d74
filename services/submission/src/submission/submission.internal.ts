import { internally, type Service, type ServiceDeps } from '@piecework/service-runtime';
import { z } from 'zod';
import { findSubmissions, sameTiming } from './submission.people';
import { submissions } from './submission.store';

const reportableArgs = z.object({ id: z.string(), readerId: z.string() });
const personArgs = z.object({ userId: z.string() });
const searchArgs = z.object({ q: z.string() });

/** Calls of the gateway for the pages of admins about people. */
export const createPeopleInternal = ({ store }: Pick<ServiceDeps, 'store'>) =>
  ({
    /** Of a submission to a task of the reader; null otherwise. */
    reportable: internally([], async (args) => {
      const { id, readerId } = reportableArgs.parse(args);
      const submission = await store.collection(submissions).findOne({ _id: id, buyerId: readerId });
      if (!submission) return null;
      return { ownerId: submission.workerId, taskId: submission.taskId, title: submission.taskTitle };
    }),

    linkedPeople: internally([], (args) => sameTiming(store, personArgs.parse(args).userId)),
    search: internally([], async (args) => ({ submissions: await findSubmissions(store, searchArgs.parse(args).q) })),
  }) satisfies Service['internal'];
