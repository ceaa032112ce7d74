import { HOUR_MS } from '@piecework/base';
import { REVISION_HOURS } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { isSentBack, type Revision, type Submission, type Version } from '../submission/submission';
import { picturesIn } from '../submission/submission.pictures';
import type { Work } from '../submission/submission.work';

/** Milliseconds since 1970: of the version that the buyer decides on. */
export const handedInAt = ({ revision, createdAt }: Submission): number => revision?.resubmittedAt ?? createdAt;

export const requestRevision = (
  submission: Submission | null,
  by: Actor,
  { note, now }: { note: string; now: number },
): Revision | 'repeat' | Failure<'not-found' | 'already-decided' | 'revision-used'> => {
  if (submission?.buyerId !== by.userId) return fail('not-found');
  if (submission.status !== 'pending') return fail('already-decided');
  if (isSentBack(submission) && submission.revision?.note === note) return 'repeat';
  if (submission.revision) return fail('revision-used');
  return { note, requestedAt: now, dueAt: now + REVISION_HOURS * HOUR_MS };
};

/** In any role of the author (P-4.11). */
export const resubmit = (
  submission: Submission | null,
  by: Actor,
  work: Work,
  now: number,
): { revision: Revision; earlier: Version[] } | 'repeat' | Failure<'not-found' | 'not-awaited'> => {
  if (submission?.workerId !== by.userId) return fail('not-found');
  const { revision, status } = submission;
  const isSame = (['details', 'attachments', 'answers'] as const).every(
    (part) => JSON.stringify(submission[part] ?? []) === JSON.stringify(work[part] ?? []),
  );
  if (status === 'pending' && revision?.resubmittedAt !== undefined && isSame) return 'repeat';
  if (!revision || !isSentBack(submission)) return fail('not-awaited');
  return {
    revision: { ...revision, resubmittedAt: now },
    earlier: [
      ...(submission.earlier ?? []),
      { details: submission.details, ...picturesIn(submission.attachments), submittedAt: submission.createdAt },
    ],
  };
};
