import { type FormField, fieldsForRow } from '@piecework/contracts/forms';
import type { Transaction } from '@piecework/store';
import { rowsOf, type ShownPage } from '../batch/batch';
import { readRows } from '../batch/batch.store';
import { fieldsIn } from '../batch/batch.texts';
import type { PlacesDocument } from '../places/places.store';
import type { RowFields } from '../submission/submission.work';

/** The fields of the task for each row of the page, or once without rows. Null: the task has no form. */
export const rowFieldsOf = async (
  tx: Transaction,
  task: PlacesDocument,
  shown: ShownPage,
): Promise<RowFields | null> => {
  const fields: FormField[] | null = await fieldsIn(tx, task, shown.version);
  const { batch } = task;
  if (!fields || !batch || shown.page === undefined) return fields && [fields];
  const rows = await readRows(tx, batch.fileId, rowsOf(batch, shown));
  return rows.map(({ values }) => fieldsForRow(fields, values));
};
