import { describeWithDocker } from '@piecework/base/testing/docker';
import { testAdjustmentRaces } from './adjustment.races';
import { everyInterleaving } from './interleavings';
import { usePair } from './process-pair';

describeWithDocker('two processes of the wallet service over MongoDB, at an adjustment,', () => {
  testAdjustmentRaces(usePair, everyInterleaving);
});
