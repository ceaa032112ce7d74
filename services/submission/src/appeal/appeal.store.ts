import type { AppealState } from '@piecework/contracts';
import { searchKey } from '@piecework/contracts';
import { containing, type Filter } from '@piecework/store';
import type { SubmissionDocument } from '../submission/submission.store';

interface AppealSearch {
  q?: string | undefined;
  state?: AppealState | undefined;
}

export const appealsOf = ({ q, state }: AppealSearch): Filter<SubmissionDocument> => ({
  // Not both: a count would read the documents.
  ...(state === undefined ? { 'appeal.filedAt': { $gt: 0 } } : { 'appeal.state': state }),
  ...(q && { search: containing(searchKey(q)) }),
});
