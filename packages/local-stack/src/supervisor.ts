import { type Clock, type Log, OperatorError, supervision } from '@piecework/base';

/** What the supervisor needs of a child process with an IPC channel. */
export interface Child {
  pid?: number | undefined;
  send(message: string): unknown;
  kill(signal: NodeJS.Signals): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
}

/** A process that lived shorter than this, in milliseconds, ended quickly … */
const QUICK = 30_000;
/** … and after so many in a row it is not started again: it will not get better by itself. */
const GIVE_UP_AFTER = 5;
const FIRST_PAUSE = 250;
/** Milliseconds that a process may take to end before it is killed. */
const STOP_WITHIN = 8000;

/** The process has ended before it was ready; it has said why itself. */
export class StartFailedError extends OperatorError {
  override readonly name = 'StartFailedError';
}

export interface Supervised {
  /** Resolves when the process says that it is ready; rejects when it ends before. */
  ready: Promise<void>;
  /** Tells it, and whoever takes its place, that the rest is there too. */
  open(): void;
  /** Resolves when it has ended; it is not started again. */
  stop(): Promise<void>;
  /** At once, from an exit handler. */
  kill(): void;
}

/** Runs one process and starts it again when it ends unasked: soon at first, then with longer pauses, and not for ever. */
export const supervise = (options: {
  name: string;
  spawn: () => Child;
  clock: Clock;
  log: Pick<Log, 'info' | 'warn'>;
  /** It has ended too often. */
  onGivenUp: (error: Error) => void;
}): Supervised => {
  const { name, spawn, clock, log, onGivenUp } = options;
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
      return onFailedStart(new StartFailedError(`${name} could not be started: it says why above.`));
    quickEnds = lived < QUICK ? quickEnds + 1 : 1;
    if (quickEnds > GIVE_UP_AFTER)
      return onGivenUp(
        new OperatorError(
          `${name} has ended ${quickEnds} times in a row: see what the log says, and start again.`,
        ),
      );
    const pause = FIRST_PAUSE * 2 ** (quickEnds - 1);
    log.warn({ program: name, ...how, pause }, `${name} has ended and is started again`);
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
    ready,
    open: () => {
      isOpen = true;
      if (child) supervision.open(child);
    },
    stop: async () => {
      stopping = true;
      cancelRestart();
      const running = child;
      if (!running) return;
      running.kill('SIGTERM');
      const cancelKill = clock.after(STOP_WITHIN, () => running.kill('SIGKILL'));
      await new Promise<void>((resolve) => {
        onEnd = resolve;
      });
      cancelKill();
    },
    kill: () => void child?.kill('SIGKILL'),
  };
};
