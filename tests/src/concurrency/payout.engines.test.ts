import { describeWithDocker } from '@piecework/base/testing/docker';
import { everyInterleaving } from './interleavings';
import { testPayoutRaces } from './payout.races';
import { usePair } from './process-pair';

jest.setTimeout(120_000);

describeWithDocker('two processes of the wallet service over MongoDB, at a payout,', () => {
  testPayoutRaces(usePair, everyInterleaving);
});
