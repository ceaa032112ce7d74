import { type FormField, fieldsForRow } from '@piecework/contracts/forms';
import type { Transaction } from '@piecework/store';
import { rowNumbers } from '../batch/batch';
import { readRows } from '../batch/batch.store';
import { fieldsOf } from '../form/form.store';
import type { TaskPlaces } from '../places/places';
import type { RowFields } from '../submission/submission.work';

/** The fields of the task for each row of the page, or once without rows. Null: the task has no form. */
export const rowFieldsOf = async (
  tx: Transaction,
  task: Pick<TaskPlaces, 'formId' | 'batch'>,
  page: number | undefined,
): Promise<RowFields | null> => {
  const fields: FormField[] | null = await fieldsOf(tx, task);
  const { batch } = task;
  if (!fields || !batch || page === undefined) return fields && [fields];
  const rows = await readRows(tx, batch.fileId, rowNumbers(batch, page));
  return rows.map(({ values }) => fieldsForRow(fields, values));
};
