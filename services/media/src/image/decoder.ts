import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Clock, Log } from '@piecework/base';

export interface Header {
  format: string;
  width: number;
  height: number;
  channels: number;
  /** `uchar`: 8 bits per channel; `ushort`: 9 to 16. */
  depth: string;
  /** Not decodable row by row. */
  isProgressive: boolean;
}

interface Requests {
  open: { request: { open: Buffer }; reply: { header: Header } };
  encode: { request: { encode: number }; reply: { webp: Buffer; width: number; height: number } };
  shrink: { request: { shrink: Buffer; width: number }; reply: { webp: Buffer | null } };
}
export type SendRequest = <K extends keyof Requests>(request: Requests[K]['request']) => Promise<Requests[K]['reply']>;

/** `unreadable`: libvips refused the picture; `died`: the process ended, usually by its memory limit; `late`: the deadline passed. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  constructor(
    readonly reason: 'unreadable' | 'died' | 'late',
    message: string,
  ) {
    super(message);
  }
}

export class DecoderStartError extends Error {
  override readonly name = 'DecoderStartError';
}

const FILE = fileURLToPath(new URL('./decoder.child.mjs', import.meta.url));
/** Milliseconds: an idle process holds about 70 MB. */
const IDLE_MS = 60_000;
const START_MS = 30_000;
// The complete environment: the process sees no secrets. glibc returns freed memory at once.
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '2',
  // Required on Windows.
  ...(process.env.SystemRoot && { SystemRoot: process.env.SystemRoot }),
};

/** RLIMIT_DATA enforces the limit between readings of the RSS (Linux). It includes thread stacks and excludes about 40 MB of mapped files. */
const commandOf = (megabytes: number): [string, string[]] => {
  const node = ['--max-old-space-size=64', '--max-semi-space-size=1', '--v8-pool-size=0', FILE, String(megabytes)];
  if (process.platform !== 'linux' || !existsSync('/bin/sh')) return [process.execPath, node];
  const limits = `ulimit -s 2048; ulimit -d ${megabytes * 1024}; exec "$@"`;
  return ['/bin/sh', ['-c', limits, 'sh', process.execPath, ...node]];
};

export const launchChild = (megabytes: number): ChildProcess => {
  const [command, args] = commandOf(megabytes);
  return spawn(command, args, {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
};

type Reply = { fault?: string; peak?: number };

export const createDecoder = (deps: {
  megabytes: number;
  clock: Pick<Clock, 'after'>;
  log: Pick<Log, 'warn'>;
  launch?: (megabytes: number) => ChildProcess;
}) => {
  const { megabytes, clock, log, launch = launchChild } = deps;
  let child: ChildProcess | undefined;
  let peak = 0;
  let killed = 0;
  let cancelIdle = () => {};

  /** An idle process must not keep the program running. */
  const keepProcessAlive = (process: ChildProcess, working: boolean) => {
    process[working ? 'ref' : 'unref']();
    process.channel?.[working ? 'ref' : 'unref']();
  };

  const next = (process: ChildProcess) =>
    new Promise<unknown>((resolve, reject) => {
      const settle = () => {
        process.off('message', onMessage).off('exit', onExit).off('error', onExit);
      };
      const onMessage = (message: unknown) => {
        settle();
        resolve(message);
      };
      const onExit = (how: unknown) => {
        settle();
        reject(how instanceof Error ? how : new Error(`The process has ended (${process.signalCode ?? how})`));
      };
      process.on('message', onMessage).on('exit', onExit).on('error', onExit);
    });

  const end = (process: ChildProcess | undefined) => {
    process?.kill('SIGKILL');
    if (child === process) child = undefined;
  };

  const start = async (): Promise<ChildProcess> => {
    const started = launch(megabytes);
    child = started;
    // Only the exit counts, not an error of the channel.
    started.on('error', () => {});
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    const cancel = clock.after(START_MS, () => end(started));
    try {
      await next(started);
      return started;
    } catch (cause) {
      // A failed spawn emits no 'exit'.
      end(started);
      throw new DecoderStartError('The decoder does not start', { cause });
    } finally {
      cancel();
    }
  };

  /** Not concurrent. @param ms deadline, counted from the ready process @throws {DecodeError} @throws {DecoderStartError} */
  const run = async <R>(ms: number, work: (send: SendRequest) => Promise<R>): Promise<R> => {
    cancelIdle();
    const running = child ?? (await start());
    keepProcessAlive(running, true);
    let isLate = false;
    const cancelDeadline = clock.after(ms, () => {
      isLate = true;
      end(running);
    });
    const send = async (request: object) => {
      const answered = next(running);
      running.send(request);
      const reply = (await answered.catch((error: Error) => {
        killed += 1;
        end(running);
        log.warn({ reason: isLate ? 'late' : 'died', ms }, 'a picture terminated the decoder');
        throw new DecodeError(isLate ? 'late' : 'died', error.message);
      })) as Reply;
      peak = Math.max(peak, reply.peak ?? 0);
      if (reply.fault !== undefined) throw new DecodeError('unreadable', reply.fault);
      return reply;
    };
    try {
      return await work(send as SendRequest);
    } finally {
      cancelDeadline();
      keepProcessAlive(running, false);
      cancelIdle = clock.after(IDLE_MS, () => end(running));
    }
  };

  return {
    run,
    /** Highest RSS in bytes. */
    peak: () => peak,
    killed: () => killed,
    pid: () => child?.pid,
    stop: () => {
      cancelIdle();
      end(child);
    },
  };
};
export type Decoder = ReturnType<typeof createDecoder>;
