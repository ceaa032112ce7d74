import type { Collection, Transaction } from '@piecework/store';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { pages } from './page.store';

type Work = Pick<Collection<SubmissionDocument>, 'find' | 'countDocuments'>;

/** Numbers of pages with pending answers, in their order. */
const undecidedPages = async (tx: Transaction, taskId: string, disputed: true | null, limit: number) => {
  const filter = { taskId, disputed, pending: { $gt: 0 } };
  const found = await tx.collection(pages).find(filter, { sort: { number: 1 }, limit });
  return found.map(({ number }) => number);
};

/** The pending answers to a batch by page, those to pages with a disputed row first. */
export const answersByPage = (tx: Transaction, taskId: string): Work => {
  const work = tx.collection(submissions);
  return {
    countDocuments: (filter, options) => work.countDocuments(filter, options),
    find: async (filter, { skip = 0, limit = 0, ...options } = {}) => {
      const ofPages = (numbers: readonly number[]) => ({ $and: [filter, { page: { $gt: 0, $in: numbers } }] });
      const sort = { page: 1, createdAt: 1 } as const;
      // Each page has at least one.
      const numbers = await undecidedPages(tx, taskId, true, skip + limit);
      const disputed = ofPages(numbers);
      const first = await work.find(disputed, { ...options, sort, skip, limit });
      if (first.length === limit || numbers.length === skip + limit) return first;
      const count = await work.countDocuments(disputed);
      // `maxBytes` has cut it.
      if (skip + first.length < count) return first;
      const before = Math.max(0, skip - count);
      const rest = limit - first.length;
      const others = ofPages(await undecidedPages(tx, taskId, null, before + rest));
      return [...first, ...(await work.find(others, { ...options, sort, skip: before, limit: rest }))];
    },
  };
};
