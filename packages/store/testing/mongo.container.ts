import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { doWithoutRyuk, freePort, runLabels } from '@piecework/base/testing/docker';
import { MongoDBContainer } from '@testcontainers/mongodb';

const IMAGE = 'mongo:7.0';
const PORT = 27017;
const docker = promisify(execFile);

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
  const container = await new MongoDBContainer(IMAGE)
    .withTmpFs(inMemory ? { '/data/db': 'rw' } : {})
    .withExposedPorts({ container: PORT, host: await freePort() })
    .withLabels(runLabels())
    .start();
  const id = container.getId();
  const run = async (...args: string[]): Promise<void> => void (await docker('docker', args));
  const mongosh = async (script: string): Promise<string> =>
    (await docker('docker', ['exec', id, 'mongosh', '--quiet', '--eval', script])).stdout;
  await mongosh(LIMIT_TRANSACTIONS);

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
