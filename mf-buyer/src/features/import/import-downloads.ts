import { saveCsv } from '@piecework/web-kit';
import Papa from 'papaparse';
import { COLUMNS, cellsOf, templateRows } from './task-columns';
import type { Fault, FileTask } from './task-file';

export const downloadTemplate = (): void => saveCsv(Papa.unparse(templateRows()), 'tasks-template.csv');

/** A column's name comes from the file: an apostrophe keeps it from becoming a formula. */
const disarm = (text: string) => text.replace(/^(?=[\s\p{Default_Ignorable_Code_Point}]*[=+\-@])/u, "'");

export const downloadFaults = (faults: readonly Fault[]): void => {
  const rows = faults.map(({ row, column, reason }) => [String(row), disarm(column), disarm(reason)]);
  saveCsv(Papa.unparse([['row', 'column', 'reason'], ...rows]), 'tasks-problems.csv');
};

/** In the form of the template: it can be corrected and imported as a file of its own. */
export const downloadTasks = (tasks: readonly FileTask[]): void => {
  const rows = tasks.map(({ posting }) => cellsOf(posting));
  saveCsv(Papa.unparse([Object.values(COLUMNS), ...rows]), 'tasks-not-posted.csv');
};
