import type { Submission } from '@piecework/contracts';

/** What the desk shows at once: a submission, or the answers to a page of a batch. */
export interface ReviewSubject {
  key: string;
  /** At least one; those of a page in the order of the list. */
  submissions: readonly [Submission, ...Submission[]];
}

export const subjectKey = ({ _id, taskId, page }: Pick<Submission, '_id' | 'taskId' | 'page'>): string =>
  page === undefined ? _id : `${taskId} ${page}`;

/** A page stands where its first answer stands. */
export const subjectsOf = (rows: readonly Submission[]): ReviewSubject[] => {
  const byKey = new Map<string, [Submission, ...Submission[]]>();
  for (const row of rows) {
    const key = subjectKey(row);
    const known = byKey.get(key);
    if (known) known.push(row);
    else byKey.set(key, [row]);
  }
  return [...byKey].map(([key, submissions]) => ({ key, submissions }));
};

export const isPage = ({ submissions: [{ page }] }: ReviewSubject): boolean => page !== undefined;
