import { OperatorError } from './operator-error';
import { isUnavailable } from './unavailable';

export const isOperatorError = (error: unknown): error is Error =>
  error instanceof OperatorError ||
  isUnavailable(error) ||
  ['EACCES', 'EROFS', 'EPERM', 'ENOSPC'].includes((error as NodeJS.ErrnoException)?.code ?? '');

export const printError = (error: unknown): void => console.error(isOperatorError(error) ? error.message : error);

export interface Program {
  stop(): Promise<void>;
  /** Resolves with the reason when the program has stopped because of a fault. */
  failed?: Promise<Error>;
}

const READY = 'ready';
const OPEN = 'open';

export const supervision = {
  isReady: (message: unknown): boolean => message === READY,
  open: (child: { send(message: string): unknown }) => void child.send(OPEN),
  /** Child side: the reason why /readyz must fail, or null. Always null without a supervisor. */
  whyNotOpen: (): (() => string | null) => {
    let reason = process.channel ? 'other parts are still starting' : null;
    process.on('message', (message) => {
      if (message === OPEN) reason = null;
    });
    return () => reason;
  },
};

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** SIGINT, SIGTERM or the supervisor's end aborts `ending` and stops the program, also while it starts. A second signal exits at once. */
export const runProgram = async (start: (ending: AbortSignal) => Promise<Program>): Promise<void> => {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (ending.signal.aborted) process.exit(EXIT_CODES[signal]);
      ending.abort();
    });
  // A disconnect before this listener is registered emits no event.
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
      printError(reason);
      return end(program, 1);
    });
    // The callback absorbs the error of a supervisor that ends at this moment.
    process.send?.(READY, undefined, {}, () => {});
  } catch (error) {
    if (ending.signal.aborted && error === ending.signal.reason) process.exit(0);
    printError(error);
    process.exit(1);
  }
};

export const runAlone = (start: () => Promise<Program>): Promise<void> =>
  runProgram(async () => {
    const args = process.argv.slice(2);
    if (args.length > 0)
      throw new OperatorError(
        `A program that runs alone takes no arguments (${args.join(' ')}): set PORT (the base port), USER_URL and its like (where a service is) or DATA_DIR (the data folder) in the environment instead.`,
      );
    return start();
  });
