import { describeWithDocker } from '@piecework/base/testing/docker';
import { everyInterleaving } from './interleavings';
import { usePair } from './process-pair';
import { testReservationRaces } from './reservation.races';

describeWithDocker('two processes of the submission service over MongoDB, with reservations,', () => {
  testReservationRaces(usePair, everyInterleaving);
});
