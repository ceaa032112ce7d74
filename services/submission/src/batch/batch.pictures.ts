import { MAX_ROW_PICTURES } from '@piecework/contracts';
import type { Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import type { Column } from './batch';
import { type BatchDocument, rows } from './batch.store';

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

const addressesIn = async (tx: Transaction, fileId: string, names: readonly string[]): Promise<string[]> => {
  const found = await tx.collection(rows).find({ fileId }, { sort: { number: 1 } });
  const values = found.flatMap((row) => names.map((name) => row.values[name] ?? ''));
  return [...new Set(values.filter((value) => value !== ''))];
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
