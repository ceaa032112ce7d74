import { peopleConsumers } from '@piecework/domain';
import type { Consumer } from '@piecework/service-runtime';
import { decidePending, touchAndCheckBuyerLeft } from './submission.decisions';

export const createSubmissionConsumers = (): Consumer[] =>
  peopleConsumers(['submission.approved', 'submission.rejected'], {
    changed: async (unit, { userId }) => {
      // Unless they are a buyer again: then they decide.
      if (await touchAndCheckBuyerLeft(unit, userId))
        await decidePending(unit, { buyerId: userId }, 'approved');
    },
    closed: async (unit, { userId }) => {
      await decidePending(unit, { buyerId: userId }, 'approved');
      // Former workers too: a closed account cannot be paid, and the place becomes free.
      await decidePending(unit, { workerId: userId }, 'reject');
    },
  });
