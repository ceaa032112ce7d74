import type { Submission } from '@piecework/contracts';
import { useApiList } from '@piecework/web-kit/query';
import { useState } from 'react';
import { isSentBack } from '../submissions/review-state';
import { subjectKey } from './review-subjects';

/** Submissions that are loaded at a time; the rest follows when these are decided. */
const LOADED = 200;

interface Memory {
  answer: readonly Submission[] | undefined;
  rows: readonly Submission[];
  /** Number in the last answer. */
  total: number;
  waiting: ReadonlySet<string>;
  /** Of all submissions that the queue has had. */
  keys: ReadonlyMap<string, string>;
}

const deadlineOf = (submission: Submission): number =>
  isSentBack(submission) ? Number.POSITIVE_INFINITY : Date.parse(submission.autoApproveAt ?? '') || NEVER;
const NEVER = Number.MAX_SAFE_INTEGER;

/** By automatic approval, the soonest first; those sent back come last. */
const byDeadline = (a: Submission, b: Submission): number => {
  const [one, other] = [deadlineOf(a), deadlineOf(b)];
  return one === other ? 0 : one - other;
};

/** Known rows keep their order, also those of the open subject after they left the list; new ones come last. */
const merged = (
  shown: readonly Submission[],
  answer: readonly Submission[],
  openKey: string | undefined,
  isByPage: boolean,
): Submission[] => {
  const answered = new Map(answer.map((row) => [row._id, row]));
  const kept = shown.flatMap((row) => answered.get(row._id) ?? (subjectKey(row) === openKey ? [row] : []));
  const keptIds = new Set(kept.map(({ _id }) => _id));
  const added = answer.filter(({ _id }) => !keptIds.has(_id));
  return [...kept, ...(isByPage ? added : added.sort(byDeadline))];
};

/** Pending submissions in an order that does not change under the reader: those of one batch by page, disputed pages first. */
export const useReviewQueue = (taskId: string, openKey: string | undefined) => {
  const query = useApiList('GET /submissions', {
    query: { status: 'pending', limit: LOADED, ...(taskId && { taskId, sort: 'page' as const }) },
  });
  const [memory, setMemory] = useState<Memory>({
    answer: undefined,
    rows: [],
    total: 0,
    waiting: new Set(),
    keys: new Map(),
  });
  const { data, isPlaceholderData } = query;
  // Set while rendering, as React advises for derived state.
  if (data && !isPlaceholderData && memory.answer !== data.rows)
    setMemory({
      answer: data.rows,
      rows: merged(memory.rows, data.rows, openKey, taskId !== '' && data.rows.some(({ page }) => page !== undefined)),
      total: data.total,
      waiting: new Set(data.rows.map(({ _id }) => _id)),
      keys: new Map([...memory.keys, ...data.rows.map((row) => [row._id, subjectKey(row)] as const)]),
    });
  return {
    query,
    rows: memory.rows,
    /** Submissions beyond the loaded ones. */
    more: Math.max(0, memory.total - memory.waiting.size),
    /** False for one that has left the list. */
    isWaiting: (id: string) => memory.waiting.has(id),
    keyOf: (id: string) => memory.keys.get(id) ?? id,
  };
};
