import { ApiError, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';

interface Outcome {
  title: string;
  text: string;
}

/** @param repeated shown when the call changed nothing: another admin was first */
export const showOutcome = (changed: number, repeated: Outcome, done: Outcome): Promise<void> =>
  dialogs.success(changed === 0 ? { ...repeated, ms: MESSAGE_MS.medium } : done);

/** A conflict means that the screen is out of date. */
export const refreshedOnConflict = async <T>(answer: Promise<T>, ...routes: Parameters<typeof refresh>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) refresh(...routes);
    throw error;
  }
};
