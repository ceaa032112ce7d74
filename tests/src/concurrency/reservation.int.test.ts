import { everyOrder } from './interleavings';
import { useEmbeddedPair } from './process-pair';
import { testReservationRaces } from './reservation.races';

jest.setTimeout(120_000);

describe('two processes of the submission service over an embedded store, with reservations,', () => {
  testReservationRaces(useEmbeddedPair, everyOrder);
});
