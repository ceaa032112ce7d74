import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Clock, Log } from '@piecework/base';

/** What the header of a picture says, before a pixel is decoded. */
export interface Header {
  format: string;
  width: number;
  height: number;
  channels: number;
  /** As libvips names it: `uchar` for 8 bits a channel, `ushort` for 9 to 16. */
  depth: string;
  /** Progressive or of several scans (JPEG), interlaced (PNG): it is decoded as a whole, not row by row. */
  isProgressive: boolean;
}

interface Requests {
  open: { request: { open: Buffer }; reply: { header: Header } };
  encode: { request: { encode: number }; reply: { webp: Buffer; width: number; height: number } };
  shrink: { request: { shrink: Buffer; width: number }; reply: { webp: Buffer | null } };
}
/** @throws {DecodeError} */
export type Ask = <K extends keyof Requests>(
  request: Requests[K]['request'],
) => Promise<Requests[K]['reply']>;

/**
 * A picture was not decoded: `unreadable` says libvips; `died` is the process, by its memory limit as a rule; `late` is the deadline.
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  constructor(
    readonly reason: 'unreadable' | 'died' | 'late',
    message: string,
  ) {
    super(message);
  }
}

/** The decoding process does not start. */
export class DecoderStartError extends Error {
  override readonly name = 'DecoderStartError';
}

export interface Decoder {
  /**
   * Does one piece of work in the process, which is started when there is none. One at a time: the caller queues.
   *
   * @param ms after which the process is killed, counted from when it is ready
   * @throws {DecodeError}
   * @throws {DecoderStartError}
   */
  run<R>(ms: number, work: (ask: Ask) => Promise<R>): Promise<R>;
  /** The highest RSS of a process so far, in bytes. */
  peak(): number;
  /** Processes that a piece of work has ended. */
  killed(): number;
  /** Of the process that runs, if there is one. */
  pid(): number | undefined;
  /** Ends the process. */
  stop(): void;
}

const FILE = fileURLToPath(new URL('./decoder.child.mjs', import.meta.url));
/** Milliseconds without work after which the process is ended: it holds about 70 MB. */
const IDLE_MS = 60_000;
/** Milliseconds that a process may take to start. */
const START_MS = 30_000;
// All of its environment: no secret of the service is in it. With these glibc gives freed memory back at once.
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '2',
  // Windows starts no program without it.
  ...(process.env.SystemRoot && { SystemRoot: process.env.SystemRoot }),
};

/**
 * The process kills itself when its RSS is over the limit. On Linux the kernel refuses memory beyond it as well (RLIMIT_DATA), also
 * between two readings of the RSS. Thread stacks count there, so they are small; what is mapped from files, about 40 MB, does not.
 */
const commandOf = (megabytes: number): [string, string[]] => {
  const node = [
    '--max-old-space-size=64',
    '--max-semi-space-size=1',
    '--v8-pool-size=0',
    FILE,
    String(megabytes),
  ];
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
  /** Limit of the process, in megabytes of RSS. */
  megabytes: number;
  clock: Pick<Clock, 'after'>;
  log: Pick<Log, 'warn'>;
  /** Another process, for tests. */
  launch?: (megabytes: number) => ChildProcess;
}): Decoder => {
  const { megabytes, clock, log, launch = launchChild } = deps;
  let child: ChildProcess | undefined;
  let peak = 0;
  let killed = 0;
  let cancelIdle = () => {};

  /** Neither a process that waits for work nor its channel keeps the program going. */
  const hold = (process: ChildProcess, working: boolean) => {
    process[working ? 'ref' : 'unref']();
    process.channel?.[working ? 'ref' : 'unref']();
  };

  /** The next message of the process. */
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
        reject(
          how instanceof Error ? how : new Error(`The process has ended (${process.signalCode ?? how})`),
        );
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
    // A channel that breaks while something is sent says so here; the end of the process is what counts.
    started.on('error', () => {});
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    const cancel = clock.after(START_MS, () => end(started));
    try {
      await next(started);
      return started;
    } catch (cause) {
      // One that could not be made at all (no file descriptor, no memory) never says 'exit'.
      end(started);
      throw new DecoderStartError('The decoding process does not start', { cause });
    } finally {
      cancel();
    }
  };

  const run = async <R>(ms: number, work: (ask: Ask) => Promise<R>): Promise<R> => {
    cancelIdle();
    const running = child ?? (await start());
    hold(running, true);
    let isLate = false;
    const cancelDeadline = clock.after(ms, () => {
      isLate = true;
      end(running);
    });
    const ask = async (request: object) => {
      const answered = next(running);
      running.send(request);
      const reply = (await answered.catch((error: Error) => {
        killed += 1;
        end(running);
        log.warn({ reason: isLate ? 'late' : 'died', ms }, 'a picture ended the process that decoded it');
        throw new DecodeError(isLate ? 'late' : 'died', error.message);
      })) as Reply;
      peak = Math.max(peak, reply.peak ?? 0);
      if (reply.fault !== undefined) throw new DecodeError('unreadable', reply.fault);
      return reply;
    };
    try {
      return await work(ask as Ask);
    } finally {
      cancelDeadline();
      hold(running, false);
      cancelIdle = clock.after(IDLE_MS, () => end(running));
    }
  };

  return {
    run,
    peak: () => peak,
    killed: () => killed,
    pid: () => child?.pid,
    stop: () => {
      cancelIdle();
      end(child);
    },
  };
};
