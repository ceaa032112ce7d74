import { type OperationInput, searchKey } from '@piecework/contracts';
import { containing, type Filter } from '@piecework/store';
import type { SubmissionDocument } from '../submission/submission.store';

export const appealsOf = ({
  q,
  state,
}: Pick<OperationInput<'listAppeals'>['query'], 'q' | 'state'>): Filter<SubmissionDocument> => ({
  // Not both: a count would read the documents.
  ...(state === undefined ? { 'appeal.filedAt': { $gt: 0 } } : { 'appeal.state': state }),
  ...(q && { search: containing(searchKey(q)) }),
});
