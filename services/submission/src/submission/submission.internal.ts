import { internally, type Service, type ServiceDeps } from '@piecework/service-runtime';
import { z } from 'zod';
import { findSubmissions, sameTiming } from './submission.people';

const personArgs = z.object({ userId: z.string() });
const searchArgs = z.object({ q: z.string() });

/** Calls of the gateway for the pages of admins about people. */
export const createPeopleInternal = ({ store }: Pick<ServiceDeps, 'store'>) =>
  ({
    linkedPeople: internally([], (args) => sameTiming(store, personArgs.parse(args).userId)),
    search: internally([], async (args) => ({ submissions: await findSubmissions(store, searchArgs.parse(args).q) })),
  }) satisfies Service['internal'];
