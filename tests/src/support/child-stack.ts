import { type ChildProcess, spawn } from 'node:child_process';
import { pause } from '@piecework/base/testing';
import { loadSettings, type Settings } from '@piecework/config';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import { freeBasePort } from './ports';

/** Far above the load of any test: all users call from one address. */
export const NO_LIMITS =
  'identityPerMinute=1000000,accountPerSecond=1000000,editsPerMinute=1000000,accountListKib=1000000,networkListKib=1000000,pendingWithdrawals=1000000,numberChangesPerDay=1000000,addressPerSecond=1000000,strangersAtOnce=1000000,signInsAtOnce=1000000,signUpsPerDay=1000000,firstMailsPerDay=1000000,grantsPerDay=1000000,signInFailures=1000,signInFailuresPerEmail=1000,passwordChangeFailures=1000';

/** Hashing takes most of the time of a sign-up. Production refuses the setting. */
export const fastHashes = ({ NODE_ENV }: Readonly<Record<string, string>>): Record<string, string> =>
  NODE_ENV === 'production' ? {} : { PASSWORD_COST: '4' };

/** Addresses and settings of a running stack. */
export interface StackAddress {
  gateway: string;
  settings: Settings;
  /** URLs of /metrics. */
  metrics: Readonly<Record<ServiceName | 'gateway', string>>;
}

export interface ChildStack extends StackAddress {
  pid: number;
  /** Stops the stack; resolves when it has exited. */
  stop(): Promise<void>;
}

/** The stack with base port `port` over a local data folder; `env` has its additional settings. */
export const addressOf = (port: number, dataDir: string, env: Readonly<Record<string, string>> = {}): StackAddress => {
  const settings = loadSettings({ ...env, DATA_DIR: dataDir, PORT: String(port) });
  const gateway = `http://127.0.0.1:${port + 80}`;
  const services = SERVICES.map((name) => [name, `${settings.serviceUrls[name]}/metrics`]);
  return { gateway, settings, metrics: { gateway: `${gateway}/metrics`, ...Object.fromEntries(services) } };
};

/** Milliseconds between two readiness checks. */
const POLL_INTERVAL = 20;
const STOP_WITHIN = 15_000;

export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );

export const untilAnswers = async (url: string, withinMs: number, isAlive: () => boolean): Promise<void> => {
  const deadline = performance.now() + withinMs;
  while (!(await answers(url))) {
    if (!isAlive()) throw new Error(`The process behind ${url} has exited.`);
    if (performance.now() > deadline) throw new Error(`${url} does not answer within ${withinMs / 1000} s.`);
    await pause(POLL_INTERVAL);
  }
};

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const stopChild = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (hasEnded(child)) return resolve();
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
    child.once('exit', () => {
      clearTimeout(kill);
      resolve();
    });
    child.kill('SIGTERM');
  });

/** Runs `npm start` in a child process on free ports; resolves when the stack is ready. */
export const startChildStack = async (options: {
  dataDir: string;
  env?: Readonly<Record<string, string>>;
  demo?: boolean;
  /** Serves the built shell and remotes too. */
  fronts?: boolean;
  /** Runs each service and the gateway in a separate process. */
  processes?: boolean;
  /** Options of Node, such as --cpu-prof. */
  nodeArgs?: readonly string[];
  /** The folder of another version of the product. @default this one */
  checkout?: string | undefined;
}): Promise<ChildStack> => {
  const { dataDir, env = {}, demo = false, fronts = false, processes = false, nodeArgs = [] } = options;
  const { checkout = process.cwd() } = options;
  const port = await freeBasePort();
  const args = ['--port', String(port), '--data', dataDir];
  args.push(fronts ? '--no-build' : '--no-fronts');
  if (!demo) args.push('--no-demo');
  if (processes) args.push('--processes');
  const child = spawn(process.execPath, [...nodeArgs, 'scripts/start.mjs', ...args], {
    env: { ...process.env, LOG_LEVEL: 'warn', RATE_LIMITS: NO_LIMITS, ...fastHashes(env), ...env },
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listen = (chunk: Buffer) => {
    output = (output + chunk).slice(-8192);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const killNow = () => child.kill('SIGTERM');
  process.once('exit', killNow);
  const stop = async () => {
    await stopChild(child);
    process.off('exit', killNow);
  };
  try {
    await untilAnswers(`http://127.0.0.1:${port + 80}/readyz`, 200_000, () => !hasEnded(child));
  } catch (error) {
    await stop();
    throw new Error(`The stack did not start. Its output:\n${output}`, { cause: error });
  }
  return { ...addressOf(port, dataDir, env), pid: child.pid ?? 0, stop };
};
