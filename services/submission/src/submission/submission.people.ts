import { type Found, LINKED_TIMING, MAX_FOUND, MIN_SEARCH_LENGTH, searchKey } from '@piecework/contracts';
import { containing, type Transaction } from '@piecework/store';
import { type SubmissionDocument, submissions } from './submission.store';

const NEAR_MS = LINKED_TIMING.seconds * 1000;
/** In a crowd being near says nothing: a task with more submissions in that time is left out. */
const CROWD = 5;

/** Workers who submitted to many of the same tasks at nearly the same time, and the number of these tasks. */
export const sameTiming = async (
  store: Transaction,
  workerId: string,
): Promise<{ userId: string; count: number }[]> => {
  const rows = store.collection(submissions);
  const newest = await rows.find({ workerId }, { sort: { createdAt: -1 }, limit: LINKED_TIMING.newest });
  const lastOfTask = new Map(newest.map(({ taskId, createdAt }) => [taskId, createdAt]));
  const near = async ([taskId, at]: [string, number]) => {
    const around = { taskId, createdAt: { $gte: at - NEAR_MS, $lte: at + NEAR_MS }, workerId: { $ne: workerId } };
    const found = await rows.find(around, { limit: CROWD + 1 });
    return found.length > CROWD ? [] : new Set(found.map((one) => one.workerId));
  };
  const counts = new Map<string, number>();
  for (const workers of await Promise.all([...lastOfTask].map(near)))
    for (const userId of workers) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= LINKED_TIMING.tasks).map(([userId, count]) => ({ userId, count }));
};

const toHit = (submission: SubmissionDocument): Found['submissions'][number] => ({
  _id: submission._id,
  title: submission.taskTitle,
  taskId: submission.taskId,
  status: submission.status,
  personId: submission.workerId,
  personEmail: submission.workerEmail,
});

/** By id, or a part of the task's title or of the names and emails of worker and buyer. */
export const findSubmissions = async (store: Transaction, q: string): Promise<Found['submissions']> => {
  const rows = store.collection(submissions);
  const key = searchKey(q);
  const [exact, named] = await Promise.all([
    rows.find({ _id: q }),
    key.length < MIN_SEARCH_LENGTH
      ? []
      : rows.find({ search: containing(key) }, { sort: { createdAt: -1 }, limit: MAX_FOUND }),
  ]);
  const found = new Map([...exact, ...named].map((one) => [one._id, one]));
  return [...found.values()].slice(0, MAX_FOUND).map(toHit);
};
