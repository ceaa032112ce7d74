import { peopleConsumers } from '@piecework/domain';
import type { Consumer } from '@piecework/service-runtime';
import { decidePending, touchAndCheckBuyerLeft } from './submission.decisions';

export const createSubmissionConsumers = (): Consumer[] =>
  peopleConsumers(['submission.approved', 'submission.rejected'], {
    changed: async (unit, { userId }) => {
      // A user who is a buyer again decides them.
      if (await touchAndCheckBuyerLeft(unit, userId))
        await decidePending(unit, { buyerId: userId }, 'approved');
    },
    closed: async (unit, { userId }) => {
      await decidePending(unit, { buyerId: userId }, 'approved');
      // Includes former workers: a closed account cannot be paid, and the place reopens.
      await decidePending(unit, { workerId: userId }, 'reject');
    },
  });
