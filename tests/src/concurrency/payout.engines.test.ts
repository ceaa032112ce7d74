import { describeWithDocker } from '@piecework/base/testing/docker';
import { everyInterleaving } from './interleavings';
import { testPayoutRaces } from './payout.races';
import { usePair } from './process-pair';

describeWithDocker('two processes of the wallet service over MongoDB, at a payout,', () => {
  testPayoutRaces(usePair, everyInterleaving);
});
