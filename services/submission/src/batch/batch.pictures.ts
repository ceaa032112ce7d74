import { MAX_ROW_PICTURES } from '@piecework/contracts';
import { drawnColumns, type FormField } from '@piecework/contracts/forms';
import type { FieldError } from '@piecework/http';
import type { Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import type { Column } from './batch';
import { type BatchDocument, lineOf, type RowDocument, rows } from './batch.store';
import { addressFault } from './row-file.columns';
import { addFault, emptyFaults, errorsOf, type FaultList } from './row-file.faults';

/** Media serves only pictures that an event has named. */
export const attachRowPictures = async (
  unit: Unit<'rows.pictures-attached'>,
  buyerId: string,
  fileId: string,
  columns: readonly Column[],
): Promise<void> => {
  const names = columns.filter(({ kind }) => kind === 'picture').map(({ name }) => name);
  if (names.length === 0) return;
  const pictures = await addressesIn(unit, fileId, names);
  for (let at = 0; at < pictures.length; at += MAX_ROW_PICTURES)
    unit.emit('rows.pictures-attached', fileId, {
      fileId,
      buyerId,
      pictures: pictures.slice(at, at + MAX_ROW_PICTURES),
    });
};

/** In the order of the file. */
const rowsIn = async (tx: Transaction, fileId: string): Promise<RowDocument[]> =>
  (await tx.collection(rows).find({ fileId }, { sort: { number: 1 } })).sort((a, b) => lineOf(a) - lineOf(b));

const addressesIn = async (tx: Transaction, fileId: string, names: readonly string[]): Promise<string[]> => {
  const found = await rowsIn(tx, fileId);
  const values = found.flatMap((row) => names.map((name) => row.values[name] ?? ''));
  return [...new Set(values.filter((value) => value !== ''))];
};

/** Rows without the picture that a field is drawn on, which no worker could answer. @param fields as published */
export const missingPictures = async (
  tx: Transaction,
  fileId: string,
  fields: readonly FormField[],
): Promise<FieldError[]> => {
  const columns = drawnColumns(fields);
  if (columns.size === 0) return [];
  const faults = emptyFaults();
  for (const row of await rowsIn(tx, fileId))
    for (const column of columns)
      if (!row.values[column])
        addFault(faults, { row: lineOf(row), column, message: 'This row has no picture to draw boxes on' });
  return errorsOf(faults);
};

/** Values that are no addresses, in columns of pictures or links. */
export const addressFaults = async (
  tx: Transaction,
  fileId: string,
  columns: readonly Column[],
): Promise<FaultList> => {
  const faults = emptyFaults();
  if (columns.length === 0) return faults;
  for (const row of await rowsIn(tx, fileId))
    for (const { name, label } of columns) {
      const value = row.values[name] ?? '';
      const message = value === '' ? undefined : addressFault(label, value);
      if (message !== undefined) addFault(faults, { row: lineOf(row), column: name, message });
    }
  return faults;
};

/** An upload stays only while something refers to it; a published batch leaves that to its task. */
export const referToPicture = (
  unit: Unit<'batch.picture-changed'>,
  { _id: batchId, buyerId, fields }: Pick<BatchDocument, '_id' | 'buyerId' | 'fields'>,
  imageUrl = '',
): void => {
  if (imageUrl !== (fields.taskImageURL ?? ''))
    unit.emit('batch.picture-changed', batchId, { batchId, buyerId, imageUrl });
};
