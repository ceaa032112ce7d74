import type { Submission } from '@piecework/contracts';

type Code = NonNullable<Submission['reason']>['code'];

const REASONS = {
  incomplete: 'Something is missing.',
  wrong: 'It is not correct.',
  'off-task': 'It does not do what the task asks for.',
  'low-quality': 'The quality is too low.',
  copied: 'It is copied from elsewhere.',
  'no-proof': 'The proof is missing.',
  other: '',
  overdue: 'The new version that the buyer asked for did not arrive in time.',
} as const satisfies Record<Code, string>;

/** A code of a newer server has no sentence here; its text is shown alone. */
export const reasonOf = ({ reason }: Submission): { sentence: string; text: string } => {
  const sentence = reason ? ((REASONS as Record<string, string>)[reason.code] ?? '') : '';
  const text = reason?.text ?? '';
  return { sentence: sentence || text ? sentence : 'No reason was given.', text };
};
