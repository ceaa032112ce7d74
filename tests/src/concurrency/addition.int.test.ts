import { testAdditionRaces } from './addition.races';
import { everyOrder } from './interleavings';
import { useEmbeddedPair } from './process-pair';

describe('two processes of the task service over an embedded store, with additions,', () => {
  testAdditionRaces(useEmbeddedPair, everyOrder);
});
