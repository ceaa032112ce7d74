import { dsvFormat } from 'd3-dsv';
import { costOf, EMPTY_POSTING, type Posting } from '../tasks/task-rules';
import { COLUMNS, type Field, faultOf, REQUIRED } from './task-columns';

export const MAX_TASKS = 200;
/** 200 tasks with the longest texts. */
export const MAX_BYTES = 8 * 1024 * 1024;

/** `row` counts as spreadsheets do: the head is row 1. Without a column the whole row is meant. */
export interface Fault {
  row: number;
  column: string;
  reason: string;
}
export interface FileTask {
  row: number;
  posting: Posting;
  cost: number;
}
export interface TaskFile {
  name: string;
  /** Of the bytes: the same file has the same idempotency keys. */
  hash: string;
  tasks: readonly FileTask[];
  faults: readonly Fault[];
}

export const readTaskFile = async (file: File): Promise<TaskFile> => {
  const refused = (reason: string) => ({
    name: file.name,
    hash: '',
    tasks: [],
    faults: [{ row: 1, column: '', reason }],
  });
  if (file.size > MAX_BYTES) return refused(`The file is larger than ${MAX_BYTES / 1024 / 1024} MB`);
  const bytes = await bytesOf(file);
  if (bytes === null) return refused('The file cannot be read: choose it again');
  const text = decode(bytes);
  if (text === null) return refused('The file is not in UTF-8: save it as “CSV UTF-8”, and choose it again');
  return { name: file.name, hash: hashOf(bytes), ...check(text) };
};

/** null when the file was moved or changed after its choice. */
const bytesOf = async (file: File): Promise<Uint8Array | null> => {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
};

/** Removes a byte-order mark; null for another encoding. */
const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** 64 bits of two FNV-1a-like sums; `crypto.subtle` exists on https pages only. The server refuses a key with another body. */
const hashOf = (bytes: Uint8Array): string => {
  let [a, b] = [0x811c9dc5, bytes.length];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x85ebca6b) + (b >>> 15);
  }
  return [a, b].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('');
};

const check = (text: string): Pick<TaskFile, 'tasks' | 'faults'> => {
  if ((text.split('"').length - 1) % 2 === 1)
    return only({ row: 1, column: '', reason: 'A quotation mark (") in the file is not closed' });
  const [head = [], ...rows] = parse(text);
  const columns = readHead(head);
  const filled = rows.flatMap((cells, index) => (isEmpty(cells) ? [] : [{ row: index + 2, cells }]));
  if (columns.faults.length > 0) return { tasks: [], faults: columns.faults };
  if (filled.length === 0) return only({ row: 2, column: '', reason: 'The file has no task' });
  const excess = filled[MAX_TASKS];
  if (excess) {
    const reason = `A file has at most ${MAX_TASKS} tasks, and this one ${filled.length}: split it`;
    return only({ row: excess.row, column: '', reason });
  }
  const checked = filled.map(({ row, cells }) => checkRow(row, cells, columns.fields));
  return {
    tasks: checked.map(({ task }) => task),
    faults: checked.flatMap(({ faults }) => faults),
  };
};

const only = (fault: Fault) => ({ tasks: [], faults: [fault] });
const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** Excel separates by semicolons where the comma is the decimal sign. `parseRows`, because the policy of the page forbids the code that `parse` makes. */
const parse = (text: string): string[][] => {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const countOf = (separator: string) => head.split(separator).length;
  const [separator = ','] = [',', ';', '\t'].sort((a, b) => countOf(b) - countOf(a));
  return dsvFormat(separator).parseRows(text);
};

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
const FIELDS = Object.keys(COLUMNS) as Field[];
const fieldOf = (name: string) =>
  FIELDS.find((field) => [field, COLUMNS[field]].some((known) => plain(known) === plain(name)));

/** A column without a name has no field: it must be empty. */
const readHead = (names: readonly string[]) => {
  const fields = names.map((name) => fieldOf(name));
  const faults = names.flatMap((name, index): Fault[] => {
    const [field, column] = [fields[index], name.trim()];
    if (column === '') return [];
    if (!field) return [{ row: 1, column, reason: `There is no column “${column}”: remove or rename it` }];
    return fields.indexOf(field) < index ? [{ row: 1, column, reason: 'This column is there twice' }] : [];
  });
  const missing = REQUIRED.filter((field) => !fields.includes(field)).map(
    (field): Fault => ({ row: 1, column: COLUMNS[field], reason: 'This column is missing' }),
  );
  return { fields, faults: [...faults, ...missing] };
};

const checkRow = (row: number, cells: readonly string[], fields: readonly (Field | undefined)[]) => {
  const posting = { ...EMPTY_POSTING };
  const faults: Fault[] = [];
  for (const [index, cell] of cells.entries()) {
    const field = fields[index];
    if (field && cell.trim() !== '') posting[field] = cell.trim();
    if (!field && cell.trim() !== '') {
      const reason = `Cell ${index + 1} has a text, but its column has no name: check separators and quotation marks`;
      faults.push({ row, column: '', reason });
    }
  }
  for (const field of FIELDS) {
    const reason = faultOf(field, posting[field]);
    if (reason) faults.push({ row, column: COLUMNS[field], reason });
  }
  const cost = costOf(posting.requiredWorkers, posting.payableAmount) ?? 0;
  return { task: { row, posting, cost }, faults };
};
