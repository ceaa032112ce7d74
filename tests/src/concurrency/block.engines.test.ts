import { describeWithDocker } from '@piecework/base/testing/docker';
import { testBlockRaces } from './block.races';
import { everyInterleaving } from './interleavings';
import { usePair } from './process-pair';

describeWithDocker('two processes over MongoDB, with blocks,', () => {
  testBlockRaces(usePair, everyInterleaving);
});
