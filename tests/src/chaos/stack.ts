import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import { mongoFiles } from '../compose/engines';
import { CommandError, createInsider, type Done, docker, type Insider, tryDocker } from './docker';

const FILES = ['docker-compose.yml', 'docker/compose.chaos.yml'];
/** Only where toxiproxy's server is at hand: no official image of it can be had everywhere. */
const TOXIPROXY_FILE = 'docker/compose.toxiproxy.yml';
const TOXIPROXY = '../shared/engines/bin/toxiproxy-server';

/** An image that every stack has, and with it a shell. */
const ANY_IMAGE = 'node:22-bookworm-slim';

/** Milliseconds that MongoDB may take to answer again. */
const MONGO_BACK_WITHIN = 30_000;

const mongoImage = () => /^MONGODB_IMAGE=(.+)$/m.exec(readFileSync('.env.example', 'utf8'))?.[1] ?? '';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export type Part = ServiceName | 'gateway' | 'kafka' | 'mongodb';

const PORTS: Readonly<Record<ServiceName, number>> = {
  user: 3101,
  task: 3102,
  submission: 3103,
  wallet: 3104,
  media: 3105,
};

export interface Stack {
  gateway: string;
  /** The address that people's browsers are at. */
  origin: string;
  hasToxiproxy: boolean;
  /** Whether its event log has a disk of its own that can be filled. */
  hasSmallDisk: boolean;
  isReady(): Promise<boolean>;
  metricsOf(service: ServiceName): Promise<string | null>;
  /** What a service of the network that is not published answers. */
  ask: Insider['ask'];
  /** `docker compose …` */
  compose(...args: string[]): Promise<string>;
  /** A command inside the container of a part, with that on its standard input. */
  exec(part: string, command: readonly string[], input?: string): Promise<Done>;
  /** An operators' command, to its end. */
  tools(...args: string[]): Promise<Done>;
  /** kill −9, not by Docker: what somebody has stopped by hand is not started again. */
  kill(part: Part): Promise<void>;
  /** Says the settings of MongoDB's command line once more: the stand-in for it takes none at its start (../shared/engines/README.md). */
  setMongo(): Promise<void>;
  down(): Promise<void>;
}

const answersOk = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(3000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );

/** Over the running Compose project of that name, or after bringing one up. */
export const openStack = async (options: {
  project: string;
  port: number;
  /** Brings it up; down() then removes it with all its data. */
  isOwn: boolean;
  env: NodeJS.ProcessEnv;
}): Promise<Stack> => {
  const { project, port, isOwn, env } = options;
  // One that is given has its own files and settings: those of the folder, or of COMPOSE_FILE and COMPOSE_ENV_FILES.
  const files = isOwn
    ? [...FILES, ...mongoFiles(mongoImage()), ...(existsSync(TOXIPROXY) ? [TOXIPROXY_FILE] : [])].flatMap(
        (file) => ['-f', file],
      )
    : [];
  const envFile = isOwn ? ['--env-file', '.env.example'] : [];
  const base = ['compose', '-p', project, '--progress', 'quiet', ...files, ...envFile];
  const inEnv = { env: { ...env, ENGINES_BIN: resolve(TOXIPROXY, '..') } };
  const compose = (...args: string[]) => docker([...base, ...args], inEnv);
  let insider: Insider | undefined;

  const down = async () => {
    await insider?.leave();
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

  const setMongo = async () => {
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
      const { code, said } = await exec('mongodb', ['mongosh', '--quiet', ...login, '--eval', script]);
      if (code === 0 && said.trim() === '1') return;
      if (Date.now() > deadline) throw new CommandError(`MongoDB does not take its settings:\n${said}`);
    }
  };

  try {
    if (isOwn) {
      // What a run that was itself killed has left behind.
      await down();
      // With everything that it needs; the front ends are not among that.
      await compose('up', '--detach', '--wait', 'gateway');
    }
    await setMongo();
    // Where the services are, and nothing is published.
    insider = createInsider(`${project}_back`, `${project}-insider`);
  } catch (error) {
    await down();
    throw error;
  }
  const { ask } = insider;
  const services = (await compose('config', '--services')).split('\n');
  const gateway = `http://127.0.0.1:${port + 80}`;

  return {
    gateway,
    origin: `http://localhost:${port}`,
    hasToxiproxy: services.includes('toxiproxy'),
    hasSmallDisk: services.includes('log-disk'),
    isReady: () => answersOk(`${gateway}/readyz`),
    metricsOf: async (service) => {
      const { status, text } = await ask(`http://${service}:${PORTS[service]}/metrics`);
      return status === 200 ? text : null;
    },
    ask,
    compose,
    exec,
    tools: (...args) =>
      tryDocker([...base, '--profile', 'tools', 'run', '--rm', '-T', 'tools', ...args], inEnv),
    kill: async (part) => {
      await Promise.all((await containersOf(part)).map(killContainer));
    },
    setMongo,
    down,
  };
};

export const PARTS = [...SERVICES, 'gateway', 'kafka', 'mongodb'] as const satisfies readonly Part[];
