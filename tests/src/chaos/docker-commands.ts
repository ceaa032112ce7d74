import { execFile, spawn } from 'node:child_process';

/** A command failed that must succeed; the message has its output. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export interface CommandResult {
  code: number;
  /** stdout and stderr. */
  output: string;
}

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Milliseconds until a Docker command times out. */
const COMMAND_WITHIN = 300_000;

/** Runs `docker …` and returns its exit code. */
export const tryDocker = (
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; input?: string | undefined } = {},
): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      'docker',
      args,
      { env: { ...process.env, ...options.env }, maxBuffer: MAX_OUTPUT_BYTES, timeout: COMMAND_WITHIN },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') return reject(error);
        resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` });
      },
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input ?? '');
  });

export const docker = async (...[args, options]: Parameters<typeof tryDocker>): Promise<string> => {
  const { code, output } = await tryDocker(args, options);
  if (code !== 0) throw new CommandError(`docker ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
};

/** Reads a JSON request per line from stdin, sends it, and writes the answer as a line of JSON. */
const REQUEST_SCRIPT = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, url, ...init } = JSON.parse(line);
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(5000) }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      (error) => ({ status: 0, text: String(error.cause ?? error) }),
    );
    console.log(JSON.stringify({ id, ...answer }));
  });`;

export interface NetworkAnswer {
  /** 0: no answer. */
  status: number;
  text: string;
}

/** Sends HTTP requests from a container inside a Docker network, to ports that are not published. */
export const createNetworkClient = (network: string, name: string) => {
  const args = ['run', '--rm', '-i', '--name', name, '--network', network, 'node:22-bookworm-slim'];
  const child = spawn('docker', [...args, 'node', '-e', REQUEST_SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (answer: NetworkAnswer) => void>();
  let count = 0;
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { id, ...answer } = JSON.parse(line) as NetworkAnswer & { id: number };
      waiting.get(id)?.(answer);
      waiting.delete(id);
    }
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      for (const answer of waiting.values()) answer({ status: 0, text: 'the network client has ended' });
      waiting.clear();
      resolve();
    });
  });
  child.stdin.on('error', () => {});

  return {
    request: (url: string, init: { method?: string; body?: string } = {}): Promise<NetworkAnswer> =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve({ status: 0, text: 'the network client has ended' });
        const id = ++count;
        waiting.set(id, resolve);
        child.stdin.write(`${JSON.stringify({ id, url, ...init })}\n`);
      }),
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
};
export type NetworkClient = ReturnType<typeof createNetworkClient>;
