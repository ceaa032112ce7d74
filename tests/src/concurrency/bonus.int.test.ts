import { testBonusRaces } from './bonus.races';
import { everyOrder } from './interleavings';
import { useEmbeddedPair } from './process-pair';

describe('two processes of the wallet service over an embedded store, at a bonus,', () => {
  testBonusRaces(useEmbeddedPair, everyOrder);
});
