import type { Submission } from '@piecework/contracts';

/** Sent back, and the new version has not arrived: the worker's turn. */
export const isSentBack = ({ status, revision }: Submission): boolean =>
  status === 'pending' && revision !== undefined && revision.resubmittedAt === undefined;

/** Milliseconds until the worker may no longer appeal; undefined when there is nothing to appeal. */
export const appealTimeLeft = ({ status, appeal, appealUntil }: Submission, now: number): number | undefined => {
  if (status !== 'reject' || appeal || !appealUntil) return undefined;
  const left = Date.parse(appealUntil) - now;
  return left > 0 ? left : undefined;
};
