import { type Clock, exponentialBackoff, type Log, OperatorError, supervision } from '@piecework/base';

/** The part of a child process with an IPC channel that the supervisor uses. */
export interface Child {
  pid?: number | undefined;
  send(message: string): unknown;
  kill(signal: NodeJS.Signals): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
}

/** Milliseconds: a process that lived shorter counts as ended quickly. */
const QUICK_EXIT_MS = 30_000;
/** After this many quick ends in a row it is not restarted: the fault is permanent. */
const MAX_QUICK_EXITS = 5;
const RESTART_BACKOFF = { firstMs: 250, maxMs: 4_000 };
/** Milliseconds until a process that does not stop is killed. */
const STOP_WITHIN_MS = 8000;

/** The process ended before it was ready; it has reported the reason itself. */
class StartFailedError extends OperatorError {
  override readonly name = 'StartFailedError';
}

/** Runs one process and restarts it when it ends unexpectedly, with increasing delays and a limit. */
export const supervise = (options: {
  name: string;
  spawn: () => Child;
  clock: Clock;
  log: Pick<Log, 'info' | 'warn'>;
  /** The process has exceeded its restarts. */
  onRestartsExceeded: (error: Error) => void;
}) => {
  const { name, spawn, clock, log, onRestartsExceeded } = options;
  let child: Child | undefined;
  let quickEnds = 0;
  let wasReady = false;
  let isOpen = false;
  let stopping = false;
  let cancelRestart = () => {};
  let onEnd = () => {};
  let onReady = () => {};
  let onFailedStart = (_error: Error) => {};
  const ready = new Promise<void>((resolve, reject) => {
    onReady = resolve;
    onFailedStart = reject;
  });

  const ended = (lived: number, how: { code: number | null; signal: NodeJS.Signals | null }) => {
    child = undefined;
    onEnd();
    if (stopping) return;
    if (!wasReady)
      return onFailedStart(new StartFailedError(`${name} could not be started; its error is printed above.`));
    quickEnds = lived < QUICK_EXIT_MS ? quickEnds + 1 : 1;
    if (quickEnds > MAX_QUICK_EXITS)
      return onRestartsExceeded(
        new OperatorError(`${name} has ended ${quickEnds} times in a row: check its log, then start again.`),
      );
    const pause = exponentialBackoff(quickEnds, RESTART_BACKOFF);
    log.warn({ program: name, ...how, pause }, `${name} has ended and is restarted`);
    cancelRestart = clock.after(pause, launch);
  };

  const launch = () => {
    const began = clock.now();
    const launched = spawn();
    child = launched;
    log.info({ program: name, pid: launched.pid }, `${name} is started`);
    launched.on('message', (message) => {
      if (!supervision.isReady(message)) return;
      wasReady = true;
      onReady();
      if (isOpen) supervision.open(launched);
    });
    launched.on('exit', (code, signal) => ended(clock.now() - began, { code, signal }));
  };
  launch();

  return {
    /** Resolves when the process reports that it is ready; rejects when it ends before. */
    ready,
    /** Notifies this process, and each replacement, that the rest of the installation is ready. */
    open: () => {
      isOpen = true;
      if (child) supervision.open(child);
    },
    /** Resolves when the process has ended; it is not restarted. */
    stop: async () => {
      stopping = true;
      cancelRestart();
      const running = child;
      if (!running) return;
      running.kill('SIGTERM');
      const cancelKill = clock.after(STOP_WITHIN_MS, () => running.kill('SIGKILL'));
      await new Promise<void>((resolve) => {
        onEnd = resolve;
      });
      cancelKill();
    },
    /** Synchronous, for an exit handler. */
    kill: (): void => void child?.kill('SIGKILL'),
  };
};
