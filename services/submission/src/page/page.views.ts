import type { Page } from '@piecework/contracts';
import { fillIn } from '@piecework/contracts/forms';
import { shownPicture } from '@piecework/domain';
import type { Transaction } from '@piecework/store';
import {
  type Column,
  columnsIn,
  correctionOf,
  type PageFigures,
  rowsOf,
  type ShownPage,
  type Values,
} from '../batch/batch';
import { knownBatch, readRows } from '../batch/batch.store';
import { fieldsIn } from '../batch/batch.texts';
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
  figures: PageFigures;
  /** The detail of the task, in this version of the texts. */
  detail: string;
  version: number;
}

export const viewOfPage = async (
  tx: Transaction,
  settings: Shown,
  { fileId, columns, figures, detail, version }: PagedFile,
  shown: ShownPage,
  { withExpected = false } = {},
): Promise<Page> => {
  const found = await readRows(tx, fileId, rowsOf(figures, shown));
  const readable = columns.filter(({ kind }) => kind !== 'expected');
  return {
    number: shown.page ?? 0,
    pages: figures.pages,
    version,
    columns: readable,
    rows: found.map(({ number: row, values, expected }, at) => ({
      // A check has no number in the file.
      number: shown.rows ? at + 1 : row,
      values: shownValues(readable, values, settings),
      text: fillIn(detail, values),
      ...(withExpected && expected && { expected }),
    })),
  };
};

/** Of a published batch. `withExpected`: for its owner and admins. */
export const pageView = async (
  tx: Transaction,
  settings: Shown,
  task: PlacesDocument,
  shown: ShownPage,
  { withExpected = false } = {},
): Promise<Page> => {
  const { _id: taskId, batch } = task;
  if (!batch) throw new Error(`Task ${taskId} has no pages`);
  const { fields, file, corrections } = await knownBatch(tx, taskId);
  const { version = 1 } = shown;
  const { taskDetail: detail = '' } = correctionOf(corrections, version) ?? fields;
  const form = { fields: (await fieldsIn(tx, task, version)) ?? [] };
  const inTexts = columnsIn({ taskDetail: detail, form });
  // A key such as check-1 would tell which rows are checks.
  const isHidden = ({ kind, name }: Column) => batch.checks && !withExpected && kind === 'key' && !inTexts.has(name);
  const columns = (file?.columns ?? []).filter((column) => !isHidden(column));
  const paged = { fileId: batch.fileId, columns, figures: batch, detail, version };
  return viewOfPage(tx, settings, paged, shown, { withExpected });
};
