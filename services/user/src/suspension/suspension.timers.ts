import { timer } from '@piecework/service-runtime';
import { users } from '../user/user.store';
import { endSuspension, isSuspended, suspensions } from './suspension.store';

/** P-1.27. */
export const suspensionEnd = timer({
  name: 'suspensions-to-end',
  emits: ['user.suspension-changed'],
  of: suspensions,
  deadline: 'until',
  where: { state: 'active' },
  fire: async (unit, { _id, userId }, now) => {
    const user = await unit.collection(users).findOne({ _id: userId });
    if (!isSuspended(user)) throw new Error(`Suspension ${_id} is active, but its user is not suspended`);
    await endSuspension(unit, user, { why: 'expired', now });
  },
});
