import type { Submission } from '@piecework/contracts';

export type Reason = NonNullable<Submission['reason']>;

const REASONS = {
  incomplete: 'Something is missing.',
  wrong: 'It is not correct.',
  'off-task': 'It does not do what the task asks for.',
  'low-quality': 'The quality is too low.',
  copied: 'It is copied from elsewhere.',
  'no-proof': 'The proof is missing.',
  other: 'Another reason:',
  overdue: 'The new version that the buyer asked for did not arrive in time.',
} as const satisfies Record<Reason['code'], string>;

export const sentenceOf = (reason: Reason | undefined): string =>
  reason ? ((REASONS as Record<string, string>)[reason.code] ?? '') : 'No reason was given.';
