import { describeWithDocker } from '@piecework/base/testing/docker';
import { testBonusRaces } from './bonus.races';
import { everyInterleaving } from './interleavings';
import { usePair } from './process-pair';

describeWithDocker('two processes of the wallet service over MongoDB, at a bonus,', () => {
  testBonusRaces(usePair, everyInterleaving);
});
