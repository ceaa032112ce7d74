import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pause } from '@piecework/base/testing';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import { mongoFiles } from '../compose/engines';
import {
  CommandError,
  type CommandResult,
  createNetworkClient,
  docker,
  type NetworkClient,
  tryDocker,
} from './docker-commands';

const FILES = ['docker-compose.yml', 'docker/compose.chaos.yml'];
/** Used only if the toxiproxy server is available: its official image is not available everywhere. */
const TOXIPROXY_FILE = 'docker/compose.toxiproxy.yml';
const TOXIPROXY = '../shared/engines/bin/toxiproxy-server';

/** An image with a shell that every stack has pulled. */
const ANY_IMAGE = 'node:22-bookworm-slim';

/** Milliseconds until MongoDB must answer after a restart. */
const MONGO_BACK_WITHIN = 30_000;

const mongoImage = () => /^MONGODB_IMAGE=(.+)$/m.exec(readFileSync('.env.example', 'utf8'))?.[1] ?? '';

export type Part = ServiceName | 'gateway' | 'kafka' | 'mongodb';

const PORTS: Readonly<Record<ServiceName, number>> = {
  user: 3101,
  task: 3102,
  submission: 3103,
  wallet: 3104,
  media: 3105,
  notification: 3106,
};

export interface Stack {
  gateway: string;
  /** Origin of the browsers' requests. */
  origin: string;
  hasToxiproxy: boolean;
  /** Whether the event log has a separate disk that can be filled. */
  hasSmallDisk: boolean;
  isReady(): Promise<boolean>;
  metricsOf(service: ServiceName): Promise<string | null>;
  /** Sends a request from inside the Docker network, to ports that are not published. */
  request: NetworkClient['request'];
  /** `docker compose …` */
  compose(...args: string[]): Promise<string>;
  /** Runs a command in a container, with `input` as stdin. */
  exec(part: string, command: readonly string[], input?: string): Promise<CommandResult>;
  /** Runs a command in the `tools` container. */
  tools(...args: string[]): Promise<CommandResult>;
  /** kill −9 of the process, not `docker kill`: Docker does not restart a container that it stopped on request. */
  kill(part: Part): Promise<void>;
  /** Sets the parameters of MongoDB's command line again: the substitute engine ignores them at its start (../shared/engines/README.md). */
  setMongoParameters(): Promise<void>;
  down(): Promise<void>;
}

const reachesAll = async (gateway: string): Promise<boolean> => {
  try {
    const response = await fetch(`${gateway}/healthz`, { signal: AbortSignal.timeout(3000) });
    const { dependencies } = (await response.json()) as { dependencies: object };
    return Object.values(dependencies).every(Boolean);
  } catch {
    return false;
  }
};

/** Connects to a running Compose project, or starts a new one. */
export const openStack = async (options: {
  project: string;
  port: number;
  /** Starts a new project; `down` then removes it with all its data. */
  isOwn: boolean;
  env: NodeJS.ProcessEnv;
}): Promise<Stack> => {
  const { project, port, isOwn, env } = options;
  // A running project has its own files and settings: those of the folder, or of COMPOSE_FILE and COMPOSE_ENV_FILES.
  const files = isOwn
    ? [...FILES, ...mongoFiles(mongoImage()), ...(existsSync(TOXIPROXY) ? [TOXIPROXY_FILE] : [])].flatMap((file) => [
        '-f',
        file,
      ])
    : [];
  const envFile = isOwn ? ['--env-file', '.env.example'] : [];
  const base = ['compose', '-p', project, '--progress', 'quiet', ...files, ...envFile];
  const inEnv = { env: { ...env, ENGINES_BIN: resolve(TOXIPROXY, '..') } };
  const compose = (...args: string[]) => docker([...base, ...args], inEnv);
  let networkClient: NetworkClient | undefined;

  const down = async () => {
    await networkClient?.close();
    if (isOwn) await compose('--profile', '*', 'down', '--volumes', '--remove-orphans', '--timeout', '3');
  };

  const containersOf = async (part: string): Promise<string[]> =>
    (await compose('ps', '-q', part)).split('\n').filter(Boolean);

  const killContainer = async (id: string) => {
    const pid = (await docker(['inspect', '-f', '{{.State.Pid}}', id])).trim();
    await docker(['run', '--rm', '--pid=host', '--user=0', ANY_IMAGE, 'sh', '-c', `kill -9 ${pid}`]);
  };

  const exec: Stack['exec'] = (part, command, input) =>
    tryDocker([...base, 'exec', '-T', part, ...command], { ...inEnv, input });

  const setMongoParameters = async () => {
    const { services } = JSON.parse(await compose('config', '--format', 'json'));
    const parameters = (services.mongodb.command as string[]).flatMap((word, index, words) =>
      words[index - 1] === '--setParameter' ? [word.split('=')] : [],
    );
    const command = {
      setParameter: 1,
      ...Object.fromEntries(parameters.map(([name, value]) => [name, Number(value)])),
    };
    const { MONGO_INITDB_ROOT_USERNAME: root, MONGO_INITDB_ROOT_PASSWORD: password } =
      services.mongodb.environment ?? {};
    const login = root ? ['--username', root, '--password', password] : [];
    const script = `db.adminCommand(${JSON.stringify(command)}).ok`;
    for (const deadline = Date.now() + MONGO_BACK_WITHIN; ; await pause(500)) {
      const { code, output } = await exec('mongodb', ['mongosh', '--quiet', ...login, '--eval', script]);
      if (code === 0 && output.trim() === '1') return;
      if (Date.now() > deadline) throw new CommandError(`MongoDB does not accept its parameters:\n${output}`);
    }
  };

  try {
    if (isOwn) {
      // Removes the remains of a killed run.
      await down();
      // Tests one gateway: the proxy starts without the second one and without the front ends.
      await compose('--profile', 'tools', 'build', 'tools', 'gateway', ...SERVICES);
      await compose('up', '--detach', '--wait', 'proxy');
    }
    await setMongoParameters();
    // The services' network, which publishes no ports.
    networkClient = createNetworkClient(`${project}_back`, `${project}-network-client`);
  } catch (error) {
    await down();
    throw error;
  }
  const { request } = networkClient;
  const services = (await compose('config', '--services')).split('\n');
  const gateway = `http://127.0.0.1:${port + 80}`;

  return {
    gateway,
    origin: `http://localhost:${port}`,
    hasToxiproxy: services.includes('toxiproxy'),
    hasSmallDisk: services.includes('log-disk'),
    isReady: () => reachesAll(gateway),
    metricsOf: async (service) => {
      const { status, text } = await request(`http://${service}:${PORTS[service]}/metrics`);
      return status === 200 ? text : null;
    },
    request,
    compose,
    exec,
    tools: (...args) => tryDocker([...base, '--profile', 'tools', 'run', '--rm', '-T', 'tools', ...args], inEnv),
    kill: async (part) => {
      await Promise.all((await containersOf(part)).map(killContainer));
    },
    setMongoParameters,
    down,
  };
};
