import type { BatchFigures, Page } from '@piecework/contracts';
import { fillIn } from '@piecework/contracts/forms';
import { shownPicture } from '@piecework/domain';
import type { Transaction } from '@piecework/store';
import { type Column, rowNumbers, type Values } from '../batch/batch';
import { knownBatch, readRows } from '../batch/batch.store';
import type { PlacesDocument } from '../places/places.store';
import type { Shown } from '../submission/submission.views';

/** Addresses of pictures as a browser can load them. */
export const shownValues = (columns: readonly Column[], values: Values, settings: Shown): Record<string, string> =>
  Object.fromEntries(
    columns.map(({ name, kind }) => {
      const value = values[name] ?? '';
      return [name, kind === 'picture' ? shownPicture(value, settings) : value];
    }),
  );

interface PagedFile {
  fileId: string;
  columns: Column[];
  figures: BatchFigures;
  /** The detail of the task. */
  detail: string;
}

export const viewOfPage = async (
  tx: Transaction,
  settings: Shown,
  { fileId, columns, figures, detail }: PagedFile,
  number: number,
): Promise<Page> => {
  const found = await readRows(tx, fileId, rowNumbers(figures, number));
  return {
    number,
    pages: figures.pages,
    columns,
    rows: found.map(({ number: row, values }) => ({
      number: row,
      values: shownValues(columns, values, settings),
      text: fillIn(detail, values),
    })),
  };
};

/** Of a published batch. */
export const pageView = async (
  tx: Transaction,
  settings: Shown,
  { _id: taskId, batch }: PlacesDocument,
  number: number,
): Promise<Page> => {
  if (!batch) throw new Error(`Task ${taskId} has no pages`);
  const { fields, file } = await knownBatch(tx, taskId);
  const columns = file?.columns ?? [];
  const detail = fields.taskDetail ?? '';
  return viewOfPage(tx, settings, { fileId: batch.fileId, columns, figures: batch, detail }, number);
};
