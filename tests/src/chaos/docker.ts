import { execFile, spawn } from 'node:child_process';

/** What a command did that should have worked, and what it said. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export interface Done {
  code: number;
  /** Both of its outputs. */
  said: string;
}

const MOST_SAID = 16 * 1024 * 1024;

/** Milliseconds after which a command of Docker's hangs. */
const COMMAND_WITHIN = 300_000;

/** Runs `docker …` to its end, whatever that is. */
export const tryDocker = (
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; input?: string | undefined } = {},
): Promise<Done> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      'docker',
      args,
      { env: { ...process.env, ...options.env }, maxBuffer: MOST_SAID, timeout: COMMAND_WITHIN },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') return reject(error);
        resolve({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}` });
      },
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input ?? '');
  });

export const docker = async (...[args, options]: Parameters<typeof tryDocker>): Promise<string> => {
  const { code, said } = await tryDocker(args, options);
  if (code !== 0) throw new CommandError(`docker ${args.join(' ')} ended with ${code}:\n${said}`);
  return said;
};

/** Reads lines of JSON from its input, asks for each, and answers in a line. */
const ASKER = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, url, ...init } = JSON.parse(line);
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(5000) }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      (error) => ({ status: 0, text: String(error.cause ?? error) }),
    );
    console.log(JSON.stringify({ id, ...answer }));
  });`;

export interface NetworkAnswer {
  /** 0: nobody answered. */
  status: number;
  text: string;
}

/** Somebody inside a network of containers who asks there for us what is not published. */
export const createInsider = (network: string, name: string) => {
  const args = ['run', '--rm', '-i', '--name', name, '--network', network, 'node:22-bookworm-slim'];
  const child = spawn('docker', [...args, 'node', '-e', ASKER], { stdio: ['pipe', 'pipe', 'inherit'] });
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
      for (const answer of waiting.values()) answer({ status: 0, text: 'nobody is inside any more' });
      waiting.clear();
      resolve();
    });
  });
  child.stdin.on('error', () => {});

  return {
    ask: (url: string, init: { method?: string; body?: string } = {}): Promise<NetworkAnswer> =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve({ status: 0, text: 'nobody is inside' });
        const id = ++count;
        waiting.set(id, resolve);
        child.stdin.write(`${JSON.stringify({ id, url, ...init })}\n`);
      }),
    leave: async () => {
      child.stdin.end();
      await ended;
    },
  };
};
export type Insider = ReturnType<typeof createInsider>;
