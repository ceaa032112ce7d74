import type { FormField } from '@piecework/contracts';
import type { FieldError } from '@piecework/http';
import type { Transaction } from '@piecework/store';
import { CHECK_NUMBERS } from '../check/check';
import type { BatchFile, Column } from './batch';
import { lineOf, rowId, rows } from './batch.store';
import { expectedIn, readExpected } from './expected-values';
import { addFault, emptyFaults, errorsOf } from './row-file.faults';

/**
 * A row with an expected value is a check. Checks are numbered apart, so that the numbers of the other rows, from which pages follow, have no gaps. Reads
 * the rows only when columns of expected values changed, and writes those with another number.
 */
export const withChecksApart = async (tx: Transaction, file: BatchFile, columns: Column[]): Promise<BatchFile> => {
  const named = (list: readonly Column[]) => expectedIn(list).map(({ name }) => name);
  const names = named(columns);
  if (names.join() === named(file.columns).join()) return { ...file, columns };
  const all = await tx.collection(rows).find({ fileId: file.id });
  const inOrder = all.sort((a, b) => lineOf(a) - lineOf(b));
  let [others, checks] = [0, 0];
  const numbered = inOrder.map((row) => {
    const isCheck = names.some((name) => (row.values[name] ?? '') !== '');
    if (isCheck) checks += 1;
    else others += 1;
    const number = isCheck ? CHECK_NUMBERS + checks : others;
    return { row, next: { ...row, _id: rowId(file.id, number), number, line: lineOf(row) } };
  });
  const moved = numbered.filter(({ row, next }) => row.number !== next.number);
  for (const { row } of moved) await tx.collection(rows).deleteOne({ _id: row._id });
  if (moved.length > 0) await tx.collection(rows).insertMany(moved.map(({ next }) => next));
  const { checks: _, ...rest } = file;
  return { ...rest, rows: others, ...(checks > 0 && { checks }), columns };
};

/** Stores the expected values in their one form, or names the faulty ones. */
export const keepExpected = async (
  tx: Transaction,
  { id: fileId, columns, checks = 0 }: BatchFile,
  fields: readonly FormField[],
): Promise<FieldError[]> => {
  if (checks === 0) return [];
  const found = await tx.collection(rows).find({ fileId, number: { $gt: CHECK_NUMBERS } }, { sort: { number: 1 } });
  const bound = expectedIn(columns);
  const list = emptyFaults();
  const read = found.map((row) => ({ row, ...readExpected(fields, bound, row.values) }));
  for (const { row, faults } of read) for (const fault of faults) addFault(list, { row: lineOf(row), ...fault });
  if (list.count > 0) return errorsOf(list);
  for (const { row, expected } of read) await tx.collection(rows).updateOne({ _id: row._id }, { $set: { expected } });
  return [];
};
