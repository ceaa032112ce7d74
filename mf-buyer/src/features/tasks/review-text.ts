import type { Task } from '@piecework/contracts';

type Review = NonNullable<Task['review']>;

const CAUSES = {
  'all-tasks': 'We look at each task first.',
  'new-buyer': 'We look at the first tasks of a buyer.',
  words: 'We look at tasks with some words in their texts.',
} as const satisfies Record<NonNullable<Review['cause']>, string>;

/** Not which words. */
export const reviewText = ({ cause = 'all-tasks' }: Review): string =>
  `This task is waiting for review. ${CAUSES[cause]} Workers can start once an admin has approved it. Its coins stay set aside, and return if it’s not approved.`;
