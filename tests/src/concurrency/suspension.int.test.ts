import { everyOrder } from './interleavings';
import { useEmbeddedPair } from './process-pair';
import { testSuspensionRaces } from './suspension.races';

describe('two processes over an embedded store, with suspensions,', () => {
  testSuspensionRaces(useEmbeddedPair, everyOrder);
});
