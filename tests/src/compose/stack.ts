import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongoFiles } from './engines';

export interface CommandResult {
  code: number;
  /** stdout and stderr. */
  output: string;
}

/** The Compose stack of a clone of this working copy. */
export interface ComposeStack {
  /** Folder of the clone. */
  folder: string;
  origin: string;
  gateway: string;
  jwtSecret: string;
  /** COMPOSE_FILE */
  files: string;
  /** Whether the MongoDB image creates users: its substitute does not. */
  hasMongoUsers: boolean;
  /** `docker compose …` in the clone. @param env overrides .env */
  run(args: readonly string[], env?: NodeJS.ProcessEnv, input?: string): Promise<CommandResult>;
  /** The same; throws if it fails. @returns its output */
  compose(...args: string[]): Promise<string>;
  /** `docker/deploy.sh …` in the clone. */
  deploy(args?: readonly string[], env?: NodeJS.ProcessEnv): Promise<CommandResult>;
  /** Runs an operators' command. */
  tools(...args: string[]): Promise<CommandResult>;
  /** Removes containers, networks, volumes and the clone, and keeps the images. */
  remove(): Promise<void>;
}

/** Copies tracked and new files of this working copy. */
const clone = (folder: string): void => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
  // Deleted files that are not committed yet are skipped.
  const args = ['--null', '--files-from=-', '--ignore-failed-read', '-cf', '-'];
  const archive = execFileSync('tar', args, {
    input: files,
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  execFileSync('tar', ['-xf', '-'], { cwd: folder, input: archive });
};

const runProgram = (
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  input = '',
): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const child = execFile(program, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') return reject(error);
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` });
    });
    child.stdin?.end(input);
  });

/**
 * Prepares the clone and its `.env` as the README describes: only the secrets are filled in. Starts nothing.
 *
 * @param portPrefix first two digits of the ports, so that it can run beside another stack
 */
export const prepareComposeStack = (portPrefix: number): ComposeStack => {
  const folder = mkdtempSync(join(tmpdir(), 'piecework-compose-'));
  clone(folder);
  copyFileSync(join(folder, '.env.example'), join(folder, '.env'));
  execFileSync('sh', ['docker/secrets.sh'], { cwd: folder });
  const lineOf = (name: string) =>
    new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(join(folder, '.env'), 'utf8'))?.[1] ?? '';
  const more = mongoFiles(lineOf('MONGODB_IMAGE'));
  const files = ['docker-compose.yml', ...more].join(':');
  const own = {
    ...process.env,
    COMPOSE_FILE: files,
    COMPOSE_PROJECT_NAME: `piecework-compose-${portPrefix}`,
    PIECEWORK_VERSION: 'compose-test',
    PORT_PREFIX: String(portPrefix),
    // The admins of the tests have a password alone.
    ADMIN_SECOND_FACTOR: 'optional',
    // All test users call from one address.
    RATE_LIMITS:
      'identityPerMinute=100000,accountPerSecond=10000,editsPerMinute=10000,accountListKib=1000000,networkListKib=1000000,addressPerSecond=10000,strangersAtOnce=10000,signInsAtOnce=10000,signUpsPerDay=10000,firstMailsPerDay=10000,grantsPerDay=10000',
  };
  const run: ComposeStack['run'] = (args, env = {}, input) =>
    runProgram('docker', ['compose', '--progress', 'quiet', ...args], folder, { ...own, ...env }, input);
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
    files,
    hasMongoUsers: more.length === 0,
    run,
    compose,
    deploy: (args = [], env = {}) =>
      runProgram('sh', ['docker/deploy.sh', ...args], folder, { ...own, COMPOSE_PROGRESS: 'quiet', ...env }),
    tools: (...args) => run(['run', '--rm', '-T', 'tools', ...args]),
    remove: async () => {
      await run(['--profile', '*', 'down', '--volumes', '--remove-orphans', '--timeout', '5']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
