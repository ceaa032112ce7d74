import type { Submission } from '@piecework/contracts';

/** The worker's new version is awaited: it may be approved, not rejected. */
export const isSentBack = ({ revision }: Pick<Submission, 'revision'>): boolean =>
  revision !== undefined && !revision.resubmittedAt;
