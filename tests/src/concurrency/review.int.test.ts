import { everyOrder } from './interleavings';
import { useEmbeddedPair } from './process-pair';
import { testReviewRaces } from './review.races';

describe('two processes of the task service over an embedded store, at a review,', () => {
  testReviewRaces(useEmbeddedPair, everyOrder);
});
