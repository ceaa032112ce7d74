import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort, runLabels } from '@piecework/base/testing/docker';
import { GenericContainer, Wait } from 'testcontainers';

const IMAGE = 'apache/kafka:4.2.1';
const PORT = 9092;
const INSIDE_PORT = 9094;
/** Shared memory avoids disk syncs. */
const MEMORY = { folder: '/dev/shm/kafka', bytes: 1024 ** 3 };
const DISK_FOLDER = '/var/lib/kafka/data';
const docker = promisify(execFile);

/** In the minute that a test takes, the second compiler costs more than it saves. */
const WITH_ONE_COMPILER = { KAFKA_OPTS: '-XX:TieredStopAtLevel=1' };

/** Clients of the outer listener log in, and have the rights that they are given. */
const WITH_USERS = {
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:SASL_PLAINTEXT,INSIDE:PLAINTEXT',
  KAFKA_SASL_ENABLED_MECHANISMS: 'SCRAM-SHA-512',
  KAFKA_LISTENER_NAME_PLAINTEXT_SCRAM___SHA___512_SASL_JAAS_CONFIG:
    'org.apache.kafka.common.security.scram.ScramLoginModule required;',
  KAFKA_AUTHORIZER_CLASS_NAME: 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
  KAFKA_SUPER_USERS: 'User:ANONYMOUS;User:root',
};

const settings = (port: number, folder: string): Record<string, string> => ({
  CLUSTER_ID: '5L6g3nShT-eMCtK--X86sw',
  KAFKA_PROCESS_ROLES: 'broker,controller',
  KAFKA_NODE_ID: '1',
  KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
  KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
  KAFKA_LISTENERS: `PLAINTEXT://:${PORT},INSIDE://:${INSIDE_PORT},CONTROLLER://:9093`,
  KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port},INSIDE://localhost:${INSIDE_PORT}`,
  KAFKA_INTER_BROKER_LISTENER_NAME: 'INSIDE',
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,INSIDE:PLAINTEXT',
  KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
  KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '3',
  KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
  KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
  KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
  KAFKA_LOG_DIRS: folder,
  KAFKA_HEAP_OPTS: '-Xms128m -Xmx320m',
});

export interface KafkaContainer {
  brokers: readonly string[];
  /** Needs no authentication, and advertises an address inside the container. */
  insideBroker: string;
  /** `kill -9`: the file system stays. */
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  tool(name: string, args: readonly string[], input?: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * The port survives kill and start.
 *
 * @param options.inMemory only for tests that never kill the broker
 * @param options.hasUsers clients authenticate; `root` has all rights once it is created
 * @param options.isMeasured for benchmarks: all optimizations
 */
export const startKafkaContainer = async ({
  inMemory = false,
  hasUsers = false,
  isMeasured = false,
}: {
  inMemory?: boolean;
  hasUsers?: boolean;
  isMeasured?: boolean;
} = {}): Promise<KafkaContainer> => {
  const port = await freePort();
  const container = await new GenericContainer(IMAGE)
    .withExposedPorts({ container: PORT, host: port }, INSIDE_PORT)
    .withEnvironment({
      ...settings(port, inMemory ? MEMORY.folder : DISK_FOLDER),
      ...(!isMeasured && WITH_ONE_COMPILER),
      ...(hasUsers && WITH_USERS),
    })
    .withSharedMemorySize(MEMORY.bytes)
    .withLabels(runLabels())
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .withStartupTimeout(240_000)
    .start();
  const id = container.getId();
  const run = (...args: string[]) => docker('docker', args);

  return {
    brokers: [`127.0.0.1:${port}`],
    insideBroker: `127.0.0.1:${container.getMappedPort(INSIDE_PORT)}`,
    kill: async () => void (await run('kill', '--signal', 'KILL', id)),
    start: async () => void (await run('start', id)),
    freeze: async () => void (await run('pause', id)),
    thaw: async () => void (await run('unpause', id)),
    tool: async (name, args, input = '') => {
      const tool = `/opt/kafka/bin/${name} --bootstrap-server localhost:${INSIDE_PORT} "$@"`;
      const script = `printf '%s\\n' "$0" | ${tool}`;
      const { exitCode, output } = await container.exec(['bash', '-c', script, input, ...args]);
      if (exitCode !== 0) throw new Error(`${name} ended with ${exitCode}: ${output}`);
      return output;
    },
    stop: async () => void (await container.stop({ timeout: 0 })),
  };
};
