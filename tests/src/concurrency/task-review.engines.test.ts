import { describeWithDocker } from '@piecework/base/testing/docker';
import { everyInterleaving } from './interleavings';
import { usePair } from './process-pair';
import { testTaskReviewRaces } from './task-review.races';

describeWithDocker('two processes of the task service over MongoDB, at a review,', () => {
  testTaskReviewRaces(usePair, everyInterleaving);
});
