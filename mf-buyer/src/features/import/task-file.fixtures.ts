import Papa from 'papaparse';
import { COLUMNS, type Field } from './task-columns';

export type Values = Record<Field, string>;

export const FIELDS = Object.keys(COLUMNS) as Field[];
export const VALUES: Values = {
  taskTitle: 'Type receipts',
  taskDetail: 'Type shop and total.',
  requiredWorkers: '2',
  payableAmount: '3',
  completionDate: '2099-12-31',
  submissionInfo: 'A link',
  taskImageURL: 'https://example.com/a.png',
  autoApproveHours: '48',
  reserveMinutes: '30',
  minApprovalRate: '0',
  afterCompletion: 'stay',
};

interface Options {
  fields?: readonly Field[];
  separator?: string;
  bom?: boolean;
}

export const csvFile = (
  rows: readonly Partial<Values>[],
  { fields = FIELDS, separator = ',', bom = false }: Options = {},
): File => {
  const cells = rows.map((row) => fields.map((field) => row[field] ?? VALUES[field]));
  const text = Papa.unparse([fields.map((field) => COLUMNS[field]), ...cells], { delimiter: separator });
  return new File([bom ? '\ufeff' : '', text], 'tasks.csv', { type: 'text/csv' });
};
