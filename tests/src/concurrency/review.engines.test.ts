import { describeWithDocker } from '@piecework/base/testing/docker';
import { everyInterleaving } from './interleavings';
import { usePair } from './process-pair';
import { testReviewRaces } from './review.races';

describeWithDocker('two processes of the submission service over MongoDB, in a review,', () => {
  testReviewRaces(usePair, everyInterleaving);
});
