import { peopleConsumers } from '@piecework/domain';
import type { Consumer, ServiceDeps } from '@piecework/service-runtime';
import { dismissAppealsOf } from './appeal.decisions';
import { decidePending, touchAndCheckBuyerLeft } from './submission.decisions';

export const createSubmissionConsumers = ({ clock }: Pick<ServiceDeps, 'clock'>): Consumer[] =>
  peopleConsumers(['submission.approved', 'submission.rejected', 'appeal.dismissed'], {
    changed: async (unit, { userId }) => {
      // A user who is a buyer again decides them.
      if (await touchAndCheckBuyerLeft(unit, userId))
        await decidePending(unit, { buyerId: userId }, 'approved', { by: 'departure', now: clock.now() });
    },
    closed: async (unit, { userId }) => {
      const verdict = { by: 'departure', now: clock.now() } as const;
      await decidePending(unit, { buyerId: userId }, 'approved', verdict);
      // Includes former workers: a closed account cannot be paid, and the place reopens.
      await decidePending(unit, { workerId: userId }, 'reject', verdict);
      await dismissAppealsOf(unit, userId, verdict.now);
    },
  });
