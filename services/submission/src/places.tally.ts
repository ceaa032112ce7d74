import { tally } from '@piecework/service-runtime';
import { taskPlaces } from './places.store';

/** Coins that escrow holds for the places (I3). */
export const placesPayTally = tally({
  name: 'placesPay',
  of: taskPlaces,
  fields: ['coins'],
  amounts: ({ payable, places: { open, reserved = 0, pending } }) => ({
    coins: payable * (open + reserved + pending),
  }),
});
