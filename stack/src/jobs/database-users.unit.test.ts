import { SERVICES } from '@piecework/contracts';
import { ensureUsers } from './database-users';

type Command = Record<string, unknown>;

/** Existing users, and a record of the commands. */
const fakeAdmin = (there: readonly string[]) => {
  const asked: Command[] = [];
  const command = async (given: Command) => {
    if ('usersInfo' in given)
      return { ok: 1, users: there.includes(String(given.usersInfo)) ? [{ user: given.usersInfo }] : [] };
    asked.push(given);
    return { ok: 1 };
  };
  return { admin: { command } as unknown as Parameters<typeof ensureUsers>[0], asked };
};

test("a service's user may read and write its own database only", async () => {
  const { admin, asked } = fakeAdmin([]);
  await ensureUsers(
    admin,
    SERVICES.map((name) => ({ name, password: `of ${name}` })),
  );
  expect(asked).toEqual(
    SERVICES.map((name) => ({
      createUser: name,
      pwd: `of ${name}`,
      roles: [{ role: 'readWrite', db: `piecework_${name}` }],
    })),
  );
});

test('the user of the commands may read, write and drop the databases of Piecework only', async () => {
  const { admin, asked } = fakeAdmin([]);
  await ensureUsers(admin, [{ name: 'tools', password: 'p' }]);
  const [{ roles } = {}] = asked as { roles: { role: string; db: string }[] }[];
  expect(roles?.map(({ role, db }) => `${role} ${db}`).sort()).toEqual(
    ['dbAdmin', 'readWrite'].flatMap((role) => SERVICES.map((name) => `${role} piecework_${name}`)).sort(),
  );
});

test('an existing user gets the configured password', async () => {
  const { admin, asked } = fakeAdmin(['wallet']);
  await ensureUsers(admin, [{ name: 'wallet', password: 'new' }]);
  expect(asked).toEqual([{ updateUser: 'wallet', pwd: 'new', roles: [{ role: 'readWrite', db: 'piecework_wallet' }] }]);
});
