import { describeWithDocker } from '@piecework/base/testing/docker';
import { testGrantRaces } from './grant.races';
import { everyInterleaving } from './interleavings';
import { usePair } from './process-pair';

describeWithDocker('two processes of the user service over MongoDB, at starting coins,', () => {
  testGrantRaces(usePair, everyInterleaving);
});
