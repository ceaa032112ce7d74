import { everyOrder } from './interleavings';
import { testPageRaces } from './page.races';
import { useEmbeddedPair } from './process-pair';

describe('two processes of the submission service over an embedded store, with batches,', () => {
  testPageRaces(useEmbeddedPair, everyOrder);
});
