import type { SecurityChange } from '@piecework/contracts';
import type { Unit } from '@piecework/service-runtime';
import type { UserRecord } from './user';
import { users } from './user.store';

/** Notifies the person of the address; none while the identity has no record. */
export const noteSecurityChange = async (
  unit: Unit<'user.security-changed'>,
  { email }: Pick<UserRecord, 'email'>,
  change: SecurityChange,
): Promise<void> => {
  const user = await unit.collection(users).findOne({ email });
  if (!user || user.closed) return;
  unit.emit('user.security-changed', user._id, { userId: user._id, role: user.role, change });
};
