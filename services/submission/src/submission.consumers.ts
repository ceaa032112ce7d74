import { peopleConsumers } from '@piecework/domain';
import type { Consumer } from '@piecework/service-runtime';
import { decidePending, noteAndAskWhetherLeft } from './submission.decisions';

export const createSubmissionConsumers = (): Consumer[] =>
  peopleConsumers(['submission.approved', 'submission.rejected'], {
    changed: async (unit, { userId }) => {
      // Not when they are known to be a buyer again by now: then it is theirs to decide.
      if (await noteAndAskWhetherLeft(unit, userId))
        await decidePending(unit, { buyerId: userId }, 'approved');
    },
    closed: async (unit, { userId }) => {
      await decidePending(unit, { buyerId: userId }, 'approved');
      // Of a former worker too: nobody is there to be paid, and somebody else can use the place.
      await decidePending(unit, { workerId: userId }, 'reject');
    },
  });
