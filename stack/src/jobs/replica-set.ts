import { OperatorError, sleep, systemClock } from '@piecework/base';
import { type MongoDatabases, openMongoDatabases } from '@piecework/store/mongo-databases';
import { ensureUsers } from './database-users';
import { runJob } from './run-job';
import { type SingleServer, singleServerOf } from './single-server-uri';

/** Milliseconds; an election takes a second or two. */
const ELECTED_WITHIN = 60_000;
const ALREADY_INITIALIZED = 23;

type Admin = ReturnType<MongoDatabases['database']>;

const initiate = async (admin: Admin, { host, replicaSet }: SingleServer): Promise<void> => {
  try {
    await admin.command({ replSetInitiate: { _id: replicaSet, members: [{ _id: 0, host }] } });
  } catch (error) {
    if ((error as { code?: unknown }).code !== ALREADY_INITIALIZED) throw error;
  }
};

const untilPrimary = async (admin: Admin, { host }: SingleServer): Promise<void> => {
  const deadline = Date.now() + ELECTED_WITHIN;
  while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
    if (Date.now() > deadline)
      throw new OperatorError(`${host} has not become the primary of its replica set: check its log.`);
    await sleep(systemClock, 200);
  }
};

/**
 * Initiates a replica set on the installation's single server, because transactions need one, and creates its users with the passwords of the
 * settings. An existing set is left unchanged.
 */
void runJob(async ({ mongodbUri = '', mongodbUsers }) => {
  const server = singleServerOf(mongodbUri);
  if (!server) return 'MONGODB_URI does not name a single server with a replicaSet: nothing to do.';
  const databases = await openMongoDatabases(server.directUri);
  try {
    const admin = databases.database('admin');
    const { setName } = await admin.command({ hello: 1 });
    if (!setName) await initiate(admin, server);
    await untilPrimary(admin, server);
    await ensureUsers(admin, mongodbUsers);
    return `${server.host} is the replica set ${setName ?? server.replicaSet}, with ${mongodbUsers.length} users.`;
  } finally {
    await databases.close();
  }
});
