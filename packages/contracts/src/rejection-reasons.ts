/** Codes of a rejection; `other` requires a text. */
export const REJECTION_REASONS = [
  'incomplete',
  'wrong',
  'off-task',
  'low-quality',
  'copied',
  'no-proof',
  'other',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

const REJECTION_SENTENCES: Readonly<Record<string, string>> = {
  incomplete: 'Something is missing.',
  wrong: 'It’s not correct.',
  'off-task': 'It doesn’t do what the task asks for.',
  'low-quality': 'The quality is too low.',
  copied: 'It’s copied from elsewhere.',
  'no-proof': 'The proof is missing.',
  other: '',
  overdue: 'The revision wasn’t submitted in time.',
} satisfies Record<RejectionReason | 'overdue', string>;
/** For the worker and for admins. Empty where the text of the reason says it all, also for a code of a newer server. */
export const rejectionSentence = (reason: { code: string; text: string } | undefined): string =>
  REJECTION_SENTENCES[reason?.code ?? ''] ?? (reason?.text ? '' : 'No reason was given.');
