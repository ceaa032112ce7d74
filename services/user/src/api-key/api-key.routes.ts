import { isFailure, ok, page } from '@piecework/http';
import { apiKeyOf, hashApiKey } from '@piecework/identity';
import { actorOf, answer, answerInTransaction, type ServiceDeps } from '@piecework/service-runtime';
import { users } from '../user/user.store';
import { gatewayKey, keysOf, shownKey, withKey } from './api-key';

export const createApiKeyOperations = (deps: ServiceDeps) => ({
  ...createApiKey(deps),
  ...listApiKeys(deps),
  ...deleteApiKey,
});

const createApiKey = ({ ids, clock }: ServiceDeps) =>
  answer('createApiKey', ['user.api-key-added'], async ({ body: { name } }, call) => {
    const { userId } = actorOf(call);
    const keyId = ids.next();
    const key = apiKeyOf(keyId, ids.secret());
    const hash = hashApiKey(key);
    const result = await call.transact(async (unit) => {
      const userRows = unit.collection(users);
      const apiKeys = withKey(await userRows.findOne({ _id: userId }), { keyId, name, hash, createdAt: clock.now() });
      if (isFailure(apiKeys)) return apiKeys;
      await userRows.updateOne({ _id: userId }, { $set: { apiKeys } });
      unit.emit('user.api-key-added', userId, gatewayKey(userId, { keyId, hash }));
      return null;
    });
    return result ?? { status: 201, body: { insertedId: keyId, key } };
  });

const listApiKeys = ({ store }: ServiceDeps) =>
  answer('listApiKeys', [], async (_input, call) => {
    const user = await store.collection(users).findOne({ _id: actorOf(call).userId });
    const rows = user ? keysOf(user).map(shownKey).reverse() : [];
    return page(rows, rows.length);
  });

/** Answers 0 for an unknown id, as for a repeat. */
const deleteApiKey = answerInTransaction(
  'deleteApiKey',
  ['user.api-key-revoked'],
  async (unit, { params: { id: keyId } }, call) => {
    const { userId } = actorOf(call);
    const userRows = unit.collection(users);
    const user = await userRows.findOne({ _id: userId });
    const kept = user ? keysOf(user).filter((key) => key.keyId !== keyId) : [];
    if (!user || kept.length === keysOf(user).length) return ok({ deletedCount: 0 });
    await userRows.updateOne({ _id: userId }, { $set: { apiKeys: kept } });
    unit.emit('user.api-key-revoked', userId, { userId, keyId });
    return ok({ deletedCount: 1 });
  },
);
