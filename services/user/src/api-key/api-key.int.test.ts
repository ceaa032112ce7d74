import { apiKeyOf, hashApiKey } from '@piecework/identity';
import type { Harness } from '@piecework/service-runtime/testing';
import { recordOf, register, startUserHarness } from '../../testing/user.fixtures';
import type { UserRecord } from '../user/user';
import { users } from '../user/user.store';

let h: Harness;
beforeEach(async () => {
  h = await startUserHarness();
});
afterEach(() => h.stop());

const create = async (name = 'ann') => {
  const buyer = await register(h, name, 'buyer');
  const { body } = await h.call('createApiKey', { as: buyer, body: { name: 'Nightly' } });
  return { buyer, keyId: body.insertedId as string, key: body.key as string };
};

it('keeps and emits only the hash of a key', async () => {
  const { buyer, keyId, key } = await create();
  const { userId } = buyer;
  const secret = key.slice(`pw_${keyId}_`.length);
  expect(key).toBe(apiKeyOf(keyId, secret));
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect((await h.events('user.api-key-added')).map(({ data }) => data)).toEqual([
    { userId, keyId, hash: hashApiKey(key) },
  ]);
  const kept = JSON.stringify([await recordOf(h, userId), await h.events('user.api-key-added')]);
  expect(kept).not.toContain(secret);
});

it('answers the keys of open accounts with a page of the accounts', async () => {
  const { buyer, keyId, key } = await create();
  const { userId } = buyer;
  const pageOf = async () => (await h.internal('accountsAfter', { userId: '' })).apiKeys;
  expect(await pageOf()).toEqual([{ userId, keyId, hash: hashApiKey(key) }]);
  await h.store.collection(users).updateOne({ _id: userId }, { $set: { closed: true } });
  expect(await pageOf()).toEqual([]);
});

it('refuses a key to an owner who is closed or has left the role since', async () => {
  const { buyer } = await create();
  const set = (changes: Partial<Pick<UserRecord, 'role' | 'closed'>>) =>
    h.store.collection(users).updateOne({ _id: buyer.userId }, { $set: changes });
  const ask = () => h.call('createApiKey', { as: buyer, body: { name: 'Late' } });
  await set({ role: 'worker' });
  expect(await ask()).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  await set({ role: 'buyer', closed: true });
  expect(await ask()).toMatchObject({ status: 401 });
  expect(await h.events('user.api-key-added')).toHaveLength(1);
});

it('revokes a key once', async () => {
  const { buyer, keyId } = await create();
  const { userId } = buyer;
  const revoke = async () => (await h.call('deleteApiKey', { as: buyer, params: { id: keyId } })).body.deletedCount;
  expect([await revoke(), await revoke()]).toEqual([1, 0]);
  expect((await h.events('user.api-key-revoked')).map(({ data }) => data)).toEqual([{ userId, keyId }]);
});
