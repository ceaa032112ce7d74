import type { Unit } from '@piecework/service-runtime';
import type { Grants } from '../grant/grant.store';
import type { UserRecord } from './user';
import { users } from './user.store';

/** Emits once per user: the record keeps that it was emitted. `user` is read in `unit`; null while the identity has no record. */
export const noteConfirmedEmail = async (
  unit: Unit<'user.email-confirmed' | 'user.grant-released'>,
  user: UserRecord | null,
  grants: Grants,
): Promise<void> => {
  if (!user || user.closed || user.emailConfirmed) return;
  await unit.collection(users).updateOne({ _id: user._id }, { $set: { emailConfirmed: true } });
  unit.emit('user.email-confirmed', user._id, { userId: user._id });
  await grants.whenConfirmed(unit, user);
};
