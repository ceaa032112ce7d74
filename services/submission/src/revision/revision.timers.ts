import { timer } from '@piecework/service-runtime';
import { decidePending } from '../submission/submission.decisions';
import { submissions } from '../submission/submission.store';

/** P-4.11. */
export const overdueRevision = timer({
  name: 'overdue-revision',
  emits: ['submission.rejected'],
  of: submissions,
  deadline: 'revisionDueAt',
  where: { status: 'pending' },
  fire: (unit, { _id }, now) =>
    decidePending(unit, { _id }, 'reject', { by: 'deadline', now, reason: { code: 'overdue', text: '' } }),
});
