import { describeWithDocker } from '@piecework/base/testing/docker';
import { everyInterleaving } from './interleavings';
import { usePair } from './process-pair';
import { testRaiseRaces } from './raise.races';

describeWithDocker('two processes of the submission service over MongoDB, in a raise,', () => {
  testRaiseRaces(usePair, everyInterleaving);
});
