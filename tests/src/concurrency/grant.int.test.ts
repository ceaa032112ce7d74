import { testGrantRaces } from './grant.races';
import { everyOrder } from './interleavings';
import { useEmbeddedPair } from './process-pair';

describe('two processes of the user service over an embedded store, at starting coins,', () => {
  testGrantRaces(useEmbeddedPair, everyOrder);
});
