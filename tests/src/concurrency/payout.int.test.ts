import { everyOrder } from './interleavings';
import { testPayoutRaces } from './payout.races';
import { useEmbeddedPair } from './process-pair';

describe('two processes of the wallet service over an embedded store, at a payout,', () => {
  testPayoutRaces(useEmbeddedPair, everyOrder);
});
