// Runs on MongoDB and Kafka too: ranges and searches of text.
import type { Actor } from '@piecework/identity';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  closeAccount,
  identity,
  register,
  registerAdmin,
  startUserHarness,
  startWallet,
} from '../../testing/user.fixtures';
import { users } from './user.store';

let h: Harness;
let admin: Actor;
beforeEach(async () => {
  h = await startUserHarness();
  await startWallet(h);
  admin = await registerAdmin(h);
});
afterEach(() => h.stop());

const signUp = async (email: string) => {
  const claims = { ...identity(email), email };
  return (await h.call('createUser', { identity: claims, body: { userName: 'Sam', userRole: 'worker' } })).body
    .insertedId as string;
};
const found = async (q: string) =>
  (await h.internal('search', { q })).people.map(({ userEmail }: { userEmail: string }) => userEmail);

describe('a person', () => {
  test('is found by id and by email in any case, with since when the account exists', async () => {
    const wanda = await register(h, 'wanda');
    const head = await h.internal('person', { id: wanda.userId });
    expect(head).toMatchObject({ userName: 'The wanda', emailConfirmed: false, closed: false, notes: 0 });
    expect(Math.abs(Date.parse(head.since) - Date.now())).toBeLessThan(60_000);
    expect(await h.internal('person', { id: 'WANDA@example.com' })).toEqual(head);
    expect(await h.internal('person', { id: 'unknown' })).toBeNull();
  });

  test('is there after the closing of the account', async () => {
    const wanda = await register(h, 'wanda');
    await closeAccount(h, admin, wanda.userId);
    expect(await h.internal('person', { id: wanda.userId })).toMatchObject({ closed: true });
  });
});

describe('a search of people', () => {
  test('finds an id, the beginning of an email, and a part of a name', async () => {
    const wanda = await register(h, 'wanda');
    await register(h, 'bo-wandson');
    expect(await found(wanda.userId)).toEqual(['wanda@example.com']);
    expect(await found('bo-w')).toEqual(['bo-wandson@example.com']);
    expect(await found('The WAND')).toEqual(['wanda@example.com']);
    expect(await found('wand')).toEqual(['wanda@example.com', 'bo-wandson@example.com']);
    expect(await found('unknown')).toEqual([]);
    expect(await found('(.*)')).toEqual([]);
  });

  test('finds a closed account by the beginning of its email', async () => {
    const wanda = await register(h, 'wanda');
    await closeAccount(h, admin, wanda.userId);
    expect(await found('wanda@')).toEqual(['wanda@example.com']);
    expect(await found('The wanda')).toEqual([]);
  });

  test('names at most five', async () => {
    for (let n = 0; n < 7; n++) await register(h, `wanda-${n}`);
    expect(await found('wanda')).toHaveLength(5);
  });
});

describe('accounts of one mailbox', () => {
  const linked = async (userId: string) =>
    (await h.internal('linkedPeople', { userId })).map((one: { userId: string }) => one.userId);

  test('are linked in both directions', async () => {
    const [one, other] = [await signUp('j.doe+a@gmail.com'), await signUp('jdoe@googlemail.com')];
    await signUp('jdoe@example.com');
    expect([await linked(one), await linked(other)]).toEqual([[other], [one]]);
  });

  test('of a release without the field are linked to the first one', async () => {
    const [first, second] = [await signUp('jdoe@gmail.com'), await signUp('j.doe@gmail.com')];
    await h.store.collection(users).updateMany({}, { $unset: { mailbox: true } });
    expect([await linked(first), await linked(second)]).toEqual([[], [first]]);
  });
});
