import { timeOfId } from '@piecework/base';
import { createInFlightLimiter, type Failure, fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import type { ServiceDeps } from '@piecework/service-runtime';
import { placesSignal, taskPlaces } from './places.store';

/** Milliseconds: a worker may see a new task before its event arrives here. */
const PUBLISHED_WAIT_MS = 2_000;
/** Milliseconds. Older ids are not waited for. */
const MAX_NEW_TASK_AGE_MS = 10_000;
/** Milliseconds that the task service's clock may be ahead. */
const CLOCK_SKEW_MS = 5_000;

/** null for a known task. Waits for new ids only and within limits, because callers choose the id. */
export const createTaskFinder = ({ signals, store, clock, settings }: ServiceDeps) => {
  const waits = createInFlightLimiter({
    limit: settings.rateLimits.submissionWaitsPerAccount,
    overall: settings.rateLimits.submissionWaits,
  });
  const isKnown = async (taskId: string): Promise<true | undefined> =>
    (await store.collection(taskPlaces).findOne({ _id: taskId })) ? true : undefined;
  const isNew = (taskId: string): boolean => {
    const age = clock.now() - (timeOfId(taskId) ?? 0);
    return age < MAX_NEW_TASK_AGE_MS && age > -CLOCK_SKEW_MS;
  };
  const unknown = fail('not-found', { message: 'This task doesn’t exist. Please choose another one.' });

  return async ({ userId }: Actor, taskId: string): Promise<Failure<'not-found' | 'too-many-requests'> | null> => {
    if (await isKnown(taskId)) return null;
    if (!isNew(taskId)) return unknown;
    const outcome = await waits.run(userId, () =>
      signals.until(placesSignal(taskId), PUBLISHED_WAIT_MS, () => isKnown(taskId)),
    );
    return outcome === true ? null : (outcome ?? unknown);
  };
};

export type TaskFinder = ReturnType<typeof createTaskFinder>;
