import { everyOrder } from './interleavings';
import { useEmbeddedPair } from './process-pair';
import { testReservationRaces } from './reservation.races';

describe('two processes of the submission service over an embedded store, with reservations,', () => {
  testReservationRaces(useEmbeddedPair, everyOrder);
});
