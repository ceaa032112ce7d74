import { testAdjustmentRaces } from './adjustment.races';
import { everyOrder } from './interleavings';
import { useEmbeddedPair } from './process-pair';

describe('two processes of the wallet service over an embedded store, at an adjustment,', () => {
  testAdjustmentRaces(useEmbeddedPair, everyOrder);
});
