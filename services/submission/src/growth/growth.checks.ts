import type { FormField } from '@piecework/contracts';
import type { FieldError } from '@piecework/http';
import type { Transaction } from '@piecework/store';
import type { BatchFile } from '../batch/batch';
import { keepExpected } from '../batch/batch.checks';
import { missingPictures } from '../batch/batch.pictures';
import { lineOf, rows } from '../batch/batch.store';
import { addFault, emptyFaults, errorsOf } from '../batch/row-file.faults';

/** Rows with the key of another one, where each row of the batch has a key of its own. */
const repeatedKeys = async (tx: Transaction, { id, columns }: BatchFile, addedId: string): Promise<FieldError[]> => {
  const key = columns.find(({ kind }) => kind === 'key')?.name;
  if (key === undefined) return [];
  const rowsOf = async (fileId: string) =>
    (await tx.collection(rows).find({ fileId })).filter(({ values }) => (values[key] ?? '') !== '');
  const present = await rowsOf(id);
  const keys = new Set(present.map(({ values }) => values[key]));
  if (keys.size < present.length) return [];
  const faults = emptyFaults();
  for (const row of (await rowsOf(addedId)).sort((a, b) => lineOf(a) - lineOf(b))) {
    if (keys.has(row.values[key]))
      addFault(faults, { row: lineOf(row), column: key, message: 'Another row of the batch has this key' });
    keys.add(row.values[key]);
  }
  return errorsOf(faults);
};

/** What is wrong with single rows. Stores the expected values of the others in their one form. */
export const addedRowFaults = async (
  tx: Transaction,
  file: BatchFile,
  added: BatchFile,
  fields: readonly FormField[],
): Promise<FieldError[]> => {
  const faults = [...(await repeatedKeys(tx, file, added.id)), ...(await missingPictures(tx, added.id, fields))];
  return faults.length > 0 ? faults : keepExpected(tx, added, fields);
};
