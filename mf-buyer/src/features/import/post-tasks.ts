import { ApiError, call } from '@piecework/web-kit';
import { bodyOf } from '../tasks/posting';
import { type ImportRecord, readRecord, writeRecord } from './import-record';
import type { Fault, FileTask, TaskFile } from './task-file';

/** Why the import has ended before the last row. */
export type Stop =
  | { kind: 'canceled' }
  | { kind: 'insufficient-coins'; row: number }
  | { kind: 'failed'; row: number; message: string };

export interface Outcome {
  /** Tasks that the server has refused; the others continue. */
  refused: readonly Fault[];
  stop?: Stop;
}

interface Options {
  email: string;
  /** Ends the import after the call in progress, whose task may be posted. */
  signal: AbortSignal;
  onPosted(record: ImportRecord): void;
}

/** Waits before the retries of one row, in milliseconds: about a minute, after which a rate limit has passed. */
export const RETRY_MS = [1000, 2000, 4000, 8000, 16_000, 30_000];

/** Posts the tasks that are not posted yet, one after the other. The idempotency keys make a repeat safe. */
export const postTasks = async ({ hash, tasks }: TaskFile, { email, signal, onPosted }: Options): Promise<Outcome> => {
  let record = readRecord(email, hash);
  const keep = (next: ImportRecord) => {
    record = next;
    writeRecord(email, hash, record);
    onPosted(record);
  };
  const refused: Fault[] = [];
  for (const task of tasks) {
    const { row } = task;
    if (record.posted.includes(row)) continue;
    if (signal.aborted) return { refused, stop: { kind: 'canceled' } };
    const declines = record.declined[row] ?? 0;
    try {
      await postOne(task, { hash, key: keyOf(hash, row, declines) }, signal);
      keep({ ...record, posted: [...record.posted, row] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'insufficient-coins') {
        keep({ ...record, declined: { ...record.declined, [row]: declines + 1 } });
        return { refused, stop: { kind: 'insufficient-coins', row } };
      }
      if (signal.aborted) return { refused, stop: { kind: 'canceled' } };
      if (!isAboutTask(error)) return { refused, stop: { kind: 'failed', row, message: error.message } };
      refused.push(...faultsOf(row, error));
    }
  }
  return { refused };
};

const keyOf = (hash: string, row: number, declines: number) =>
  `import:${hash}:${row}${declines > 0 ? `:${declines + 1}` : ''}`;

const isAboutTask = ({ status }: ApiError) => status === 400 || status === 409 || status === 413;

const faultsOf = (row: number, { fields, message }: ApiError): Fault[] => {
  const named = Object.entries(fields);
  return named.length > 0
    ? named.map(([column, reason]) => ({ row, column, reason }))
    : [{ row, column: '', reason: message }];
};

/** Also `still-underway`: a repeat with the key finds its outcome. */
const isTemporary = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500;

const postOne = async (
  { posting }: FileTask,
  { hash, key }: { hash: string; key: string },
  signal: AbortSignal,
): Promise<void> => {
  for (let attempt = 0; ; attempt++) {
    try {
      await call('POST /tasks', { body: { ...bodyOf(posting), importId: hash }, key });
      return;
    } catch (error) {
      const pause = RETRY_MS[attempt];
      if (!(error instanceof ApiError) || !isTemporary(error) || pause === undefined) throw error;
      await wait(pause, signal);
      if (signal.aborted) throw error;
    }
  }
};

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
