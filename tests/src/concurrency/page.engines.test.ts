import { describeWithDocker } from '@piecework/base/testing/docker';
import { everyInterleaving } from './interleavings';
import { testPageRaces } from './page.races';
import { usePair } from './process-pair';

describeWithDocker('two processes of the submission service over MongoDB, with batches,', () => {
  testPageRaces(usePair, everyInterleaving);
});
