import { describeWithDocker } from '@piecework/base/testing/docker';
import { everyInterleaving } from './interleavings';
import { usePair } from './process-pair';
import { testSuspensionRaces } from './suspension.races';

describeWithDocker('two processes over MongoDB, with suspensions,', () => {
  testSuspensionRaces(usePair, everyInterleaving);
});
