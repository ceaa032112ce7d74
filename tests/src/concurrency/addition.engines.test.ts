import { describeWithDocker } from '@piecework/base/testing/docker';
import { testAdditionRaces } from './addition.races';
import { everyInterleaving } from './interleavings';
import { usePair } from './process-pair';

describeWithDocker('two processes of the task service over MongoDB, with additions,', () => {
  testAdditionRaces(usePair, everyInterleaving);
});
