import { everyOrder } from './interleavings';
import { useEmbeddedPair } from './process-pair';
import { testReviewRaces } from './review.races';

describe('two processes of the submission service over an embedded store, in a review,', () => {
  testReviewRaces(useEmbeddedPair, everyOrder);
});
