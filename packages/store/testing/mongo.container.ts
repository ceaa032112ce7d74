import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { doWithoutRyuk, freePort, runLabels } from '@piecework/base/testing/docker';
import { GenericContainer, Wait } from 'testcontainers';

const IMAGE = 'mongo:7.0';
const PORT = 27017;
const docker = promisify(execFile);

const INITIATE = 'rs.initiate(); while (!db.hello().isWritablePrimary) sleep(20);';
/** docker-compose.yml sets this on the command line, which the stand-in ignores. Ends transactions of dead processes. */
const LIMIT_TRANSACTIONS = 'db.adminCommand({ setParameter: 1, transactionLifetimeLimitSeconds: 6 })';

export interface MongoContainer {
  uri: string;
  /** `kill -9`: the disk stays. */
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  mongosh(script: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * A single-member replica set; its port survives kill and start.
 *
 * @param options.inMemory only for tests that never kill it
 */
export const startMongoContainer = async ({
  inMemory = false,
}: {
  inMemory?: boolean;
} = {}): Promise<MongoContainer> => {
  doWithoutRyuk();
  // Not MongoDBContainer: its health check runs mongosh every 5 s, which takes more CPU time than most tests.
  const container = await new GenericContainer(IMAGE)
    .withCommand(['--replSet', 'rs0'])
    .withTmpFs(inMemory ? { '/data/db': 'rw' } : {})
    .withExposedPorts({ container: PORT, host: await freePort() })
    .withLabels(runLabels())
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .withStartupTimeout(120_000)
    .start();
  const id = container.getId();
  const run = async (...args: string[]): Promise<void> => void (await docker('docker', args));
  const mongosh = async (script: string): Promise<string> =>
    (await docker('docker', ['exec', id, 'mongosh', '--quiet', '--eval', script])).stdout;
  await mongosh(`${INITIATE} ${LIMIT_TRANSACTIONS}`);

  return {
    // The set names its member by an address that is valid only inside the container.
    uri: `mongodb://127.0.0.1:${container.getMappedPort(PORT)}/?directConnection=true`,
    kill: () => run('kill', '--signal', 'KILL', id),
    start: () => run('start', id),
    freeze: () => run('pause', id),
    thaw: () => run('unpause', id),
    mongosh,
    stop: async () => void (await container.stop({ timeout: 0 })),
  };
};
