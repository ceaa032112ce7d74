import type { ReviewCause } from '@piecework/contracts';
import type { FormField } from '@piecework/contracts/forms';
import { type Failure, fail } from '@piecework/http';
import type { Review, Task, TaskTexts } from '../task/task';
import type { FindWords } from './review-words';

export interface ReviewRules {
  tasks: 'off' | 'new-buyers' | 'all';
  findWords: FindWords;
}

interface Reviewed {
  texts: readonly string[];
  /** None of the buyer's tasks is or was public. */
  isNewBuyer: boolean;
}

const causeOf = (rules: ReviewRules, isNewBuyer: boolean, words: readonly string[]): ReviewCause | undefined => {
  if (rules.tasks === 'all') return 'all-tasks';
  if (rules.tasks === 'new-buyers' && isNewBuyer) return 'new-buyer';
  return words.length > 0 ? 'words' : undefined;
};

/** Of a task that is being posted. Undefined: it does not wait. */
export const reviewOf = (rules: ReviewRules, { texts, isNewBuyer }: Reviewed, now: number): Review | undefined => {
  const words = rules.findWords(texts);
  const cause = causeOf(rules, isNewBuyer, words);
  return cause && { since: now, cause, words, version: 1 };
};

/** After a change of its texts. A word that it had before holds it no second time. */
export const reviewAgain = (
  rules: ReviewRules,
  { review, ...before }: Pick<Task, 'review' | keyof TaskTexts>,
  { texts, isNewBuyer }: Reviewed,
  now: number,
): Review | undefined => {
  const words = rules.findWords(texts);
  // Words of a form stay: its texts are not among these.
  if (review) return { ...review, words: [...new Set([...review.words, ...words])], version: review.version + 1 };
  const known = rules.findWords(textsOf(before));
  const added = words.filter((word) => !known.includes(word));
  const cause = causeOf(rules, isNewBuyer, added);
  return cause && { since: now, cause, words: added, version: 1, wasPublic: true };
};

export const textsOf = ({ title, detail, info }: TaskTexts): string[] => [title, detail, info];

/** That workers read. */
export const formTexts = (fields: readonly FormField[]): string[] =>
  fields.flatMap((field) => [
    field.label,
    field.help ?? '',
    ...('options' in field ? field.options.map(({ label }) => label) : []),
  ]);

export const decideReview = (
  task: Task | null,
  { outcome, version }: { outcome: 'approved' | 'rejected'; version: number },
): 'decide' | 'decided' | Failure<'not-found' | 'task-funding' | 'task-closed' | 'task-reviewed' | 'task-changed'> => {
  if (!task || ['declined', 'deleting', 'deleted'].includes(task.state)) return fail('not-found');
  if (task.state === 'funding') return fail('task-funding');
  if (task.state !== 'open') return outcome === 'rejected' && task.rejection ? 'decided' : fail('task-closed');
  if (!task.review) return outcome === 'approved' ? 'decided' : fail('task-reviewed');
  return task.review.version === version ? 'decide' : fail('task-changed');
};
