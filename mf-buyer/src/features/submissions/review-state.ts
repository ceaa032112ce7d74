import type { Submission } from '@piecework/contracts';

/** A new version is awaited: the submission may be approved, not rejected (P-4.11). */
export const isSentBack = ({ revision }: Pick<Submission, 'revision'>): boolean =>
  revision !== undefined && !revision.resubmittedAt;
