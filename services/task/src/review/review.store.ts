import type { Transaction } from '@piecework/store';
import type { Review, TaskTexts } from '../task/task';
import { type TaskDocument, tasks } from '../task/task.store';
import { type ReviewRules, reviewAgain, textsOf } from './review';

/** No task of the buyer is or was public. One that was deleted or rejected, or ended in its review, does not count. False where the rules don't ask. */
export const isNewBuyer = async (tx: Transaction, rules: ReviewRules, buyerId: string): Promise<boolean> => {
  if (rules.tasks !== 'new-buyers') return false;
  const published = { buyerId, state: { $in: ['open', 'closing', 'closed'] }, review: { $exists: false } } as const;
  return (await tx.collection(tasks).findOne(published)) === null;
};

/** After a change of its texts. Undefined: it does not wait, or waits as before. @param further texts that the task service does not keep */
export const reviewOfTexts = async (
  tx: Transaction,
  rules: ReviewRules,
  task: TaskDocument,
  changes: Partial<TaskTexts>,
  now: number,
  further: readonly string[] = [],
): Promise<Review | undefined> => {
  const texts = [...textsOf({ ...task, ...changes }), ...further];
  return reviewAgain(rules, task, { texts, isNewBuyer: await isNewBuyer(tx, rules, task.buyerId) }, now);
};
