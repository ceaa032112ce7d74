import type { Unit } from '@piecework/service-runtime';
import type { UserRecord } from '../user/user';
import { users } from '../user/user.store';
import { keysOf } from './api-key';

/** When the owner of the address proves it: another person may have used the account before, and made keys. `user` must be read in `unit`. */
export const revokeAllKeys = async (unit: Unit<'user.api-key-revoked'>, user: UserRecord | null): Promise<void> => {
  if (!user || keysOf(user).length === 0) return;
  await unit.collection(users).updateOne({ _id: user._id }, { $set: { apiKeys: [] } });
  for (const { keyId } of keysOf(user)) unit.emit('user.api-key-revoked', user._id, { userId: user._id, keyId });
};
