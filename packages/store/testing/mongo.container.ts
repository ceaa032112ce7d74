import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { doWithoutRyuk, freePort, runLabels } from '@piecework/base/testing/docker';
import { MongoDBContainer } from '@testcontainers/mongodb';

const IMAGE = 'mongo:7.0';
const PORT = 27017;
const docker = promisify(execFile);

/** What docker-compose.yml gives mongod on its command line, where the stand-in does not read it: a dead process's transaction ends sooner. */
const LIMIT_TRANSACTIONS = 'db.adminCommand({ setParameter: 1, transactionLifetimeLimitSeconds: 6 })';

export interface MongoContainer {
  uri: string;
  /** `kill -9`: what is on its disk stays. */
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** What a script of mongosh prints. */
  mongosh(script: string): Promise<string>;
  stop(): Promise<void>;
}

/** A replica set of one, on a port of its own that stays the same when it is killed and comes back. */
export const startMongoContainer = async (): Promise<MongoContainer> => {
  doWithoutRyuk();
  const container = await new MongoDBContainer(IMAGE)
    .withExposedPorts({ container: PORT, host: await freePort() })
    .withLabels(runLabels())
    .start();
  const id = container.getId();
  const run = async (...args: string[]): Promise<void> => void (await docker('docker', args));
  const mongosh = async (script: string): Promise<string> =>
    (await docker('docker', ['exec', id, 'mongosh', '--quiet', '--eval', script])).stdout;
  await mongosh(LIMIT_TRANSACTIONS);

  return {
    // The set names its member as it is called inside of the container.
    uri: `mongodb://127.0.0.1:${container.getMappedPort(PORT)}/?directConnection=true`,
    kill: () => run('kill', '--signal', 'KILL', id),
    start: () => run('start', id),
    freeze: () => run('pause', id),
    thaw: () => run('unpause', id),
    mongosh,
    stop: async () => void (await container.stop({ timeout: 0 })),
  };
};
