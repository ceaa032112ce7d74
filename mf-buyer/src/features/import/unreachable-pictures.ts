import { MOST_CHECKED_PICTURES } from '@piecework/contracts/constants';
import { ApiError, call } from '@piecework/web-kit';
import { type FileTask, listed } from './task-file';

/** Milliseconds; the buyer waits for the checks. */
const CHECK_WITHIN_MS = 15_000;

/** What to know about the pictures before the tasks are posted. */
export const noteOnPictures = async (tasks: readonly FileTask[]): Promise<string | undefined> => {
  const urls = [...new Set(tasks.map(({ posting }) => posting.taskImageURL))];
  const unreachable = new Set<string>();
  const signal = AbortSignal.timeout(CHECK_WITHIN_MS);
  try {
    for (let from = 0; from < urls.length; from += MOST_CHECKED_PICTURES) {
      const body = { urls: urls.slice(from, from + MOST_CHECKED_PICTURES) };
      const answer = await call('POST /images/check', { body, signal });
      for (const url of answer.unreachable) unreachable.add(url);
    }
  } catch (error) {
    if (!(error instanceof ApiError) && !signal.aborted) throw error;
    return 'We couldn’t check all pictures. Tasks whose picture doesn’t load show a pattern instead.';
  }
  const rows = tasks.filter(({ posting }) => unreachable.has(posting.taskImageURL)).map(({ row }) => row);
  if (rows.length === 0) return undefined;
  return rows.length === 1
    ? `The picture of row ${listed(rows)} couldn’t be loaded. Workers will see a pattern instead.`
    : `The pictures of rows ${listed(rows)} couldn’t be loaded. Workers will see a pattern instead.`;
};
