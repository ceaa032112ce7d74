import { tally } from '@piecework/service-runtime';
import { fundedPlaces } from './places';
import { taskPlaces } from './places.store';

/** Coins that escrow holds for the places (I3). */
export const placesPayTally = tally({
  name: 'placesPay',
  of: taskPlaces,
  fields: ['coins'],
  amounts: (task) => ({ coins: task.payable * fundedPlaces(task) }),
});
