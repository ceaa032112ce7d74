import { expiry, timer } from '@piecework/service-runtime';
import { GRACE_MS } from './reservation';
import { releaseHeld } from './reservation.releases';
import { reservations } from './reservation.store';

/** P-4.16. */
export const reservationLapse = timer({
  name: 'reservation-lapse',
  emits: ['place.released'],
  of: reservations,
  deadline: 'expiresAt',
  after: GRACE_MS,
  where: { state: 'held' },
  fire: async (unit, { _id }, now) => {
    await releaseHeld(unit, { _id }, { why: 'lapsed', now });
  },
});

export const endedReservations = expiry({ name: 'ended-reservations', of: reservations, deadline: 'deleteAt' });
