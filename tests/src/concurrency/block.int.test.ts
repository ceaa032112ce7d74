import { testBlockRaces } from './block.races';
import { everyOrder } from './interleavings';
import { useEmbeddedPair } from './process-pair';

describe('two processes over an embedded store, with blocks,', () => {
  testBlockRaces(useEmbeddedPair, everyOrder);
});
