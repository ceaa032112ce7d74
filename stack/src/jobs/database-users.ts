import type { Settings } from '@piecework/config';
import { SERVICES } from '@piecework/contracts';
import { databaseOf } from '@piecework/service-runtime/run';
import type { MongoDatabases } from '@piecework/store/mongo-databases';

type User = Settings['mongodbUsers'][number];

/** A service reads and writes only its own database. The operators' commands read, write and drop all of them. */
const rolesOf = ({ name }: User) =>
  name === 'tools'
    ? SERVICES.flatMap((service) => ['readWrite', 'dbAdmin'].map((role) => ({ role, db: databaseOf(service) })))
    : [{ role: 'readWrite', db: databaseOf(name) }];

/** Creates the users, or updates the passwords and roles of existing ones. @param admin the database `admin`, which stores users */
export const ensureUsers = async (
  admin: Pick<ReturnType<MongoDatabases['database']>, 'command'>,
  users: readonly User[],
): Promise<void> => {
  for (const user of users) {
    const { users: found } = await admin.command({ usersInfo: user.name });
    const set = { pwd: user.password, roles: rolesOf(user) };
    await admin.command(found.length === 0 ? { createUser: user.name, ...set } : { updateUser: user.name, ...set });
  }
};
