import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongoFiles } from './engines';

export interface Ran {
  code: number;
  /** Both of its outputs. */
  output: string;
}

/** The stack of containers of a fresh clone of this working copy. */
export interface ComposeStack {
  /** The clone's folder. */
  folder: string;
  origin: string;
  gateway: string;
  jwtSecret: string;
  /** Whether its MongoDB has users: a stand-in for it has none. */
  hasMongoUsers: boolean;
  /** `docker compose …` in the clone. @param env beside what .env says */
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ran>;
  /** The same, for what has to work; answers what it said. */
  compose(...args: string[]): Promise<string>;
  /** An operators' command. */
  tools(...args: string[]): Promise<Ran>;
  /** Containers, networks, volumes and the clone are gone; images stay, for the next time. */
  remove(): Promise<void>;
}

/** Everything that git would clone, as it is in this working copy. */
const clone = (folder: string): void => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
  // Removed here and not committed yet: it is not in the copy either.
  const args = ['--null', '--files-from=-', '--ignore-failed-read', '-cf', '-'];
  const archive = execFileSync('tar', args, {
    input: files,
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  execFileSync('tar', ['-xf', '-'], { cwd: folder, input: archive });
};

const runDocker = (args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> =>
  new Promise((resolve, reject) => {
    execFile('docker', args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') return reject(error);
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` });
    });
  });

/**
 * Makes the clone and its `.env` as a newcomer would: only the secrets are filled in. Starts nothing.
 *
 * @param portPrefix the ports' first two digits, so that it runs beside another stack
 */
export const prepareComposeStack = (portPrefix: number): ComposeStack => {
  const folder = mkdtempSync(join(tmpdir(), 'piecework-compose-'));
  clone(folder);
  copyFileSync(join(folder, '.env.example'), join(folder, '.env'));
  execFileSync('sh', ['docker/secrets.sh'], { cwd: folder });
  const lineOf = (name: string) =>
    new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(join(folder, '.env'), 'utf8'))?.[1] ?? '';
  const more = mongoFiles(lineOf('MONGODB_IMAGE'));
  const own = {
    ...process.env,
    COMPOSE_FILE: ['docker-compose.yml', ...more].join(':'),
    COMPOSE_PROJECT_NAME: `piecework-compose-${portPrefix}`,
    PIECEWORK_VERSION: 'compose-test',
    PORT_PREFIX: String(portPrefix),
    // One address calls for everybody here.
    RATE_LIMITS:
      'identityPerMinute=100000,accountPerSecond=10000,addressPerSecond=10000,strangersAtOnce=10000,signInsAtOnce=10000',
  };
  const run: ComposeStack['run'] = (args, env = {}) =>
    runDocker(['compose', '--progress', 'quiet', ...args], folder, { ...own, ...env });
  const compose = async (...args: string[]) => {
    const { code, output } = await run(args);
    if (code !== 0) throw new Error(`docker compose ${args.join(' ')} ended with ${code}:\n${output}`);
    return output;
  };
  return {
    folder,
    origin: `http://localhost:${portPrefix}00`,
    gateway: `http://localhost:${portPrefix}80`,
    jwtSecret: lineOf('JWT_SECRET'),
    hasMongoUsers: more.length === 0,
    run,
    compose,
    tools: (...args) => run(['run', '--rm', '-T', 'tools', ...args]),
    remove: async () => {
      await run(['--profile', '*', 'down', '--volumes', '--remove-orphans', '--timeout', '5']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
