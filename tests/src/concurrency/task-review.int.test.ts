import { everyOrder } from './interleavings';
import { useEmbeddedPair } from './process-pair';
import { testTaskReviewRaces } from './task-review.races';

describe('two processes of the task service over an embedded store, at a review,', () => {
  testTaskReviewRaces(useEmbeddedPair, everyOrder);
});
