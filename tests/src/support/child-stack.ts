import { type ChildProcess, spawn } from 'node:child_process';
import { loadSettings, type Settings } from '@piecework/config';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import { freeBasePort } from './ports';

/** Far above what any driver reaches, since a whole town calls from one address. */
export const NO_LIMITS =
  'identityPerMinute=1000000,accountPerSecond=1000000,addressPerSecond=1000000,strangersAtOnce=1000000,signInsAtOnce=1000000,signInFailures=1000,signInFailuresPerEmail=1000,passwordChangeFailures=1000';

/** Where a running stack is reached, and what its own tools know of it. */
export interface Reach {
  gateway: string;
  settings: Settings;
  /** Addresses of /metrics, by name. */
  metrics: Readonly<Record<ServiceName | 'gateway', string>>;
}

export interface ChildStack extends Reach {
  pid: number;
  /** Resolves when it has stopped in order. */
  stop(): Promise<void>;
}

/** The stack whose base port is `port`, over a data folder of this machine; `env` has the settings that it was given besides. */
export const reachOf = (port: number, dataDir: string, env: Readonly<Record<string, string>> = {}): Reach => {
  const settings = loadSettings({ ...env, DATA_DIR: dataDir, PORT: String(port) });
  const gateway = `http://127.0.0.1:${port + 80}`;
  const services = SERVICES.map((name) => [name, `${settings.serviceUrls[name]}/metrics`]);
  return {
    gateway,
    settings,
    metrics: { gateway: `${gateway}/metrics`, ...Object.fromEntries(services) },
  };
};

/** Milliseconds between two looks whether it is ready. */
const LOOK_EVERY = 20;
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
    if (!isAlive()) throw new Error(`What was to answer at ${url} has ended.`);
    if (performance.now() > deadline) throw new Error(`${url} does not answer within ${withinMs / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
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

/** Runs the stack in a process of its own, as `npm start` does, on free ports; resolves when it is ready. */
export const startChildStack = async (options: {
  dataDir: string;
  env?: Readonly<Record<string, string>>;
  demo?: boolean;
  /** Shell and remotes too, as they are built. */
  fronts?: boolean;
  /** Each service and the gateway in a process of its own. */
  processes?: boolean;
  /** For node, such as --cpu-prof. */
  nodeArgs?: readonly string[];
}): Promise<ChildStack> => {
  const { dataDir, env = {}, demo = false, fronts = false, processes = false, nodeArgs = [] } = options;
  const port = await freeBasePort();
  const args = ['--port', String(port), '--data', dataDir];
  args.push(fronts ? '--no-build' : '--no-fronts');
  if (!demo) args.push('--no-demo');
  if (processes) args.push('--processes');
  const child = spawn(process.execPath, [...nodeArgs, 'scripts/start.mjs', ...args], {
    env: { ...process.env, LOG_LEVEL: 'warn', RATE_LIMITS: NO_LIMITS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const listen = (chunk: Buffer) => {
    said = (said + chunk).slice(-8192);
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
    await untilAnswers(`http://127.0.0.1:${port + 80}/readyz`, 120_000, () => !hasEnded(child));
  } catch (error) {
    await stop();
    throw new Error(`The stack did not start. It said:\n${said}`, { cause: error });
  }
  return { ...reachOf(port, dataDir, env), pid: child.pid ?? 0, stop };
};
