import type { Readable } from 'node:stream';
import { type Failure, type FieldError, fail } from '@piecework/http';
import type { ServiceDeps, Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import type { Column } from './batch';
import { discardFile, rowFiles, rows, toRow, UPLOAD_MS } from './batch.store';
import { type RowFile, readRowFile } from './row-file';

/** The timer has deleted the rows of an upload without progress. */
class LostUploadError extends Error {}

/** A file for the rows of an upload. The timer deletes it, unless {@link keepFile} follows. */
export const openFile = async (
  tx: Transaction,
  { fileId, buyerId }: { fileId: string; buyerId: string },
  now: number,
): Promise<null> => {
  await tx.collection(rowFiles).insertOne({ _id: fileId, buyerId, deleteAt: now + UPLOAD_MS });
  return null;
};

/** Conflicts with the timer. @param until absent: a batch has its rows @returns whether they are still there */
export const keepFile = async (tx: Transaction, fileId: string, until?: number): Promise<boolean> => {
  const deleteAt = { deleteAt: { $gt: 0 } };
  const update = until === undefined ? { $unset: { deleteAt: true as const } } : { $set: { deleteAt: until } };
  return (await tx.collection(rowFiles).updateOne({ _id: fileId, ...deleteAt }, update)).matchedCount > 0;
};

interface UploadCall {
  raw?: Readable | undefined;
  transact<R>(work: (unit: Unit<never>) => Promise<R>): Promise<R>;
}

/** Stores the rows of the body in an open file. After a failure the timer deletes them. @param known as of {@link readRowFile} */
export const storeRows = async (
  { raw, transact }: UploadCall,
  { fileId, clock, known }: Pick<ServiceDeps, 'clock'> & { fileId: string; known?: readonly Column[] },
): Promise<RowFile | Failure<'validation' | 'unavailable'>> => {
  if (!raw) throw new Error('The upload has no body');
  const discard = () => transact((unit) => discardFile(unit, fileId, clock.now()));
  let last = 0;
  const keep = async (chunk: readonly Record<string, string>[], lines: readonly number[]) => {
    const documents = chunk.map((values, at) => toRow(fileId, last + at + 1, lines[at] ?? 0, values));
    await transact(async (unit) => {
      if (!(await keepFile(unit, fileId, clock.now() + UPLOAD_MS))) throw new LostUploadError();
      await unit.collection(rows).insertMany(documents);
    });
    last += chunk.length;
  };
  const read = await readRowFile(raw, keep, known).catch(async (error: unknown) => {
    await discard();
    if (!raw.destroyed && !(error instanceof LostUploadError)) throw error;
    return null;
  });
  // The sender has disconnected, or was too slow.
  if (!read) return fail('unavailable');
  if (!('errors' in read)) return read;
  // The sender reads the answer behind its last byte.
  raw.resume();
  await discard();
  return faulty(read.errors);
};

export const faulty = (errors: readonly FieldError[]): Failure<'validation'> => {
  const [first, second] = errors;
  return fail('validation', { errors, ...(first && !second && { message: first.message }) });
};
