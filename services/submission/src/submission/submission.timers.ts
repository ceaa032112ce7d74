import { timer } from '@piecework/service-runtime';
import { decidePending } from './submission.decisions';
import { submissions } from './submission.store';

/** P-4.10. */
export const autoApproval = timer({
  name: 'auto-approval',
  emits: ['submission.approved'],
  of: submissions,
  deadline: 'autoApproveAt',
  where: { status: 'pending' },
  fire: (unit, { _id }, now) => decidePending(unit, { _id }, 'approved', { by: 'deadline', now }),
});
