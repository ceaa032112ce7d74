import { isoTime } from '@piecework/base';
import type { Batch as BatchView } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import { shownValues } from '../page/page.views';
import type { Shown } from '../submission/submission.views';
import { figuresOf, placesOf, publishingOf } from './batch';
import { type BatchDocument, readRows } from './batch.store';

/** Rows in the answer about a draft. */
const SAMPLE = 5;

const fileView = async (tx: Transaction, settings: Shown, { file }: BatchDocument): Promise<BatchView['file']> => {
  if (!file) return undefined;
  const numbers = Array.from({ length: Math.min(SAMPLE, file.rows) }, (_, at) => at + 1);
  const sample = await readRows(tx, file.id, numbers);
  const { rows, checks, columns } = file;
  return {
    rows,
    ...(checks && { checks }),
    columns,
    sample: sample.map(({ values }) => shownValues(columns, values, settings)),
  };
};

export const costOf = ({ fields: { payableAmount } }: BatchDocument, places: number): { cost?: number } =>
  payableAmount === undefined ? {} : { cost: places * payableAmount };

const figuresView = (batch: BatchDocument): BatchView['figures'] => {
  const figures = figuresOf(batch);
  if (!figures) return undefined;
  const places = placesOf(figures);
  return { pages: figures.pages, places, ...costOf(batch, places) };
};

export const toView = async (tx: Transaction, settings: Shown, batch: BatchDocument): Promise<BatchView> => {
  const file = await fileView(tx, settings, batch);
  const figures = figuresView(batch);
  return {
    _id: batch._id,
    ...batch.fields,
    ...(file && { file }),
    ...(figures && { figures }),
    ...(publishingOf(batch) === 'publishing' && { isPublishing: true }),
    changedAt: isoTime(batch.changedAt ?? 0),
  };
};
