import { OperatorError } from './operator-error';
import { isUnavailable } from './unavailable';

export const isOperatorError = (error: unknown): error is Error =>
  error instanceof OperatorError ||
  isUnavailable(error) ||
  ['EACCES', 'EROFS', 'EPERM', 'ENOSPC'].includes((error as NodeJS.ErrnoException)?.code ?? '');

/** Prints the stack of any other error, because that is a bug. */
export const sayError = (error: unknown): void =>
  console.error(isOperatorError(error) ? error.message : error);

export interface Program {
  stop(): Promise<void>;
  /** Resolves when it cannot go on, with the reason; it is stopped then. */
  failed?: Promise<Error>;
}

/** What a program and whoever started it as a child (`npm start -- --processes`) say to each other. */
const READY = 'ready';
const OPEN = 'open';

export const supervision = {
  /** @param message from a child */
  isReady: (message: unknown): boolean => message === READY,
  /** Tells a child that everything beside it is there as well. */
  open: (child: { send(message: string): unknown }) => void child.send(OPEN),
  /** In a child: why it should not be called ready yet, or null; null for a program that nobody supervises. */
  whyNotOpen: (): (() => string | null) => {
    let reason = process.channel ? 'the rest is still starting' : null;
    process.on('message', (message) => {
      if (message === OPEN) reason = null;
    });
    return () => reason;
  },
};

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs `start` as a program; resolves when it has started. Ctrl-C and SIGTERM stop it in order, also while it starts (a second one
 * ends it at once), and so does the end of the process that supervises it. A fault at start is one clear sentence.
 *
 * @param start may heed the signal, which says that the end has come before it was through
 */
export const runProgram = async (start: (ending: AbortSignal) => Promise<Program>): Promise<void> => {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (ending.signal.aborted) process.exit(EXIT_CODES[signal]);
      ending.abort();
    });
  // Whoever goes before we listen for it is not heard, but missed.
  const isOrphan = () => process.send !== undefined && !process.connected;
  process.on('disconnect', () => ending.abort());

  const end = async (program: Program, code: number) => {
    try {
      await program.stop();
      process.exit(code);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  try {
    const program = await start(ending.signal);
    if (ending.signal.aborted || isOrphan()) return await end(program, 0);
    ending.signal.addEventListener('abort', () => void end(program, 0));
    void program.failed?.then((reason) => {
      if (ending.signal.aborted) return;
      sayError(reason);
      return end(program, 1);
    });
    // Nobody is there to hear it when the supervisor ends at this moment.
    process.send?.(READY, undefined, {}, () => {});
  } catch (error) {
    if (ending.signal.aborted && error === ending.signal.reason) process.exit(0);
    sayError(error);
    process.exit(1);
  }
};

/**
 * A program that `npm start` is not around: the environment alone says how it runs, and an argument, which nobody would read, is refused.
 */
export const runAlone = (start: () => Promise<Program>): Promise<void> =>
  runProgram(async () => {
    const args = process.argv.slice(2);
    if (args.length > 0)
      throw new OperatorError(
        `A program that runs alone takes no arguments (${args.join(' ')}): set PORT (the base port), USER_URL and its like (where a service is) or DATA_DIR (the data folder) in the environment instead.`,
      );
    return start();
  });
