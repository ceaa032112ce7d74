import { everyOrder } from './interleavings';
import { useEmbeddedPair } from './process-pair';
import { testRaiseRaces } from './raise.races';

describe('two processes of the submission service over an embedded store, in a raise,', () => {
  testRaiseRaces(useEmbeddedPair, everyOrder);
});
