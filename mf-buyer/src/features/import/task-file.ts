import { cleanText } from '@piecework/contracts/text';
import { type FileRows, HEAD_ROWS, readRows } from '@piecework/csv-file';
import { costOf, EMPTY_POSTING, type Posting } from '../tasks/posting';
import { createDayReader } from './completion-dates';
import { hashOf, textOf } from './file-text';
import { COLUMNS, FIELDS, type Field, faultOf, isShaped, REQUIRED } from './task-columns';

export const MAX_TASKS = 200;
/** 200 tasks with the longest texts. */
export const MAX_BYTES = 8 * 1024 * 1024;

/** `row` counts as spreadsheets do, from 1. Without a column the whole row is meant. */
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
  /** Hash of the bytes: the same file has the same idempotency keys. */
  hash: string;
  tasks: readonly FileTask[];
  faults: readonly Fault[];
  /** What a person should know before posting. */
  notes: readonly string[];
}
type Checked = Pick<TaskFile, 'tasks' | 'faults' | 'notes'>;

export const readTaskFile = async (file: File): Promise<TaskFile> => {
  const refused = (reason: string) => ({ name: file.name, hash: '', ...only({ row: 1, column: '', reason }) });
  if (file.size > MAX_BYTES) return refused(`The file is larger than ${MAX_BYTES / 1024 / 1024} MB`);
  const bytes = await bytesOf(file);
  if (bytes === null) return refused('The file can’t be read. Choose it again');
  const text = textOf(bytes);
  if (text === null) return refused('The file isn’t in UTF-8. Save it as “CSV UTF-8” and upload it again');
  return { name: file.name, hash: hashOf(bytes), ...check(readRows(text, knownNames)) };
};

/** null when the file was moved or changed after its choice. */
const bytesOf = async (file: File): Promise<Uint8Array | null> => {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
};

interface FilledRow {
  row: number;
  cells: readonly string[];
}

const check = ({ rows, quoteFault, separator }: FileRows): Checked => {
  const head = headIndex(rows);
  const { fields, faults } = readHead(rows[head] ?? [], head + 1);
  const columnOf = (cell: number) => {
    const field = fields[cell];
    return field ? COLUMNS[field] : '';
  };
  if (quoteFault) {
    const reason = 'This cell starts with a quotation mark (") that isn’t closed. Close it, or write it twice';
    return only({ row: quoteFault.row + 1, column: columnOf(quoteFault.cell), reason });
  }
  if (faults.length > 0) return { tasks: [], faults, notes: [] };
  const filled = rows.flatMap((cells, index): FilledRow[] =>
    index <= head || isEmpty(cells) ? [] : [{ row: index + 1, cells }],
  );
  if (filled.length === 0) return only({ row: head + 2, column: '', reason: 'The file has no tasks' });
  const swallowing = filled.flatMap(({ row, cells }) => {
    const cell = cells.findIndex((text, index) => holdsRow(text, fields.slice(index), separator));
    const reason =
      'This cell contains the rest of the row and more, because a quotation mark (") before it isn’t closed';
    return cell < 0 ? [] : [{ row, column: columnOf(cell), reason }];
  });
  if (swallowing.length > 0) return { tasks: [], faults: swallowing, notes: [] };
  const excess = filled[MAX_TASKS];
  if (excess) {
    const reason = `A file can have up to ${MAX_TASKS} tasks. This one has ${filled.length}: split it`;
    return only({ row: excess.row, column: '', reason });
  }
  const dateCell = fields.indexOf('completionDate');
  const readDay = createDayReader(filled.map(({ cells }) => cells[dateCell] ?? ''));
  const checked = filled.map((row) => checkRow(row, fields, readDay));
  const tasks = checked.map(({ task }) => task);
  return {
    tasks,
    faults: checked.flatMap(({ faults }) => faults),
    notes: [...notesOfTitle(rows.slice(0, head)), ...notesOfRepeats(tasks)],
  };
};

const only = (fault: Fault): Checked => ({ tasks: [], faults: [fault], notes: [] });
const isEmpty = (cells: readonly string[]) => cells.every((cell) => cleanText(cell).trim() === '');

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
const fieldOf = (name: string) =>
  FIELDS.find((field) => [field, COLUMNS[field]].some((known) => plain(known) === plain(name)));

const namesIn = (cells: readonly string[]) => cells.filter((cell) => fieldOf(cell)).length;
const knownNames = (rows: FileRows['rows']) => Math.max(0, ...rows.slice(0, HEAD_ROWS).map(namesIn));
/** A title may stand above the head. */
const headIndex = (rows: FileRows['rows']) => {
  const counts = rows.slice(0, HEAD_ROWS).map(namesIn);
  return Math.max(0, counts.indexOf(Math.max(...counts)));
};

/** A column without a name has no field: it must be empty. */
const readHead = (names: readonly string[], row: number) => {
  const fields = names.map((name) => fieldOf(name));
  const faults = names.flatMap((name, index): Fault[] => {
    const [field, column] = [fields[index], name.trim()];
    if (column === '') return [];
    if (!field) return [{ row, column, reason: `Unknown column “${column}”. Remove or rename it` }];
    return fields.indexOf(field) < index ? [{ row, column, reason: 'This column appears twice' }] : [];
  });
  const missing = REQUIRED.filter((field) => !fields.includes(field)).map(
    (field): Fault => ({ row, column: COLUMNS[field], reason: 'This column is missing' }),
  );
  return { fields, faults: [...faults, ...missing] };
};

/**
 * Whether a cell of several lines has the rest of its row in the first one: an unclosed quotation mark ends at a later one, such as that of 15", and no
 * parser can tell. `fields` are those of the cell and the cells behind it.
 */
const holdsRow = (text: string, fields: readonly (Field | undefined)[], separator: string): boolean => {
  const [line = '', ...more] = text.split('\n');
  const parts = line.split(separator);
  if (more.length === 0 || parts.length === 1 || parts.length !== fields.length) return false;
  const shaped = fields.flatMap((field, index) => {
    const part = parts[index]?.trim() ?? '';
    const shape = field && part !== '' ? isShaped(field, part) : undefined;
    return shape === undefined ? [] : [shape];
  });
  return shaped.filter(Boolean).length * 2 > shaped.length;
};

const checkRow = (
  { row, cells }: FilledRow,
  fields: readonly (Field | undefined)[],
  readDay: ReturnType<typeof createDayReader>,
) => {
  const posting = { ...EMPTY_POSTING };
  const faults: Fault[] = [];
  for (const [index, cell] of cells.entries()) {
    const [field, text] = [fields[index], cleanText(cell).trim()];
    if (field && text !== '') posting[field] = text;
    if (!field && text !== '') {
      const reason = `Cell ${index + 1} has text, but its column has no name. Check separators and quotation marks`;
      faults.push({ row, column: '', reason });
    }
  }
  const read = posting.completionDate === '' ? { day: '' } : readDay(posting.completionDate);
  if ('day' in read) posting.completionDate = read.day;
  for (const field of FIELDS) {
    const reason = field === 'completionDate' && 'fault' in read ? read.fault : faultOf(field, posting[field]);
    if (reason) faults.push({ row, column: COLUMNS[field], reason });
  }
  const cost = costOf(posting.requiredWorkers, posting.payableAmount) ?? 0;
  return { task: { row, posting, cost }, faults };
};

const notesOfTitle = (above: readonly (readonly string[])[]): string[] => {
  const titles = above.flatMap((cells) => cells.map((cell) => cell.trim()).filter(Boolean));
  return titles.length > 0 ? [`We skip the text above the column names: “${titles.join(' ')}”.`] : [];
};

const notesOfRepeats = (tasks: readonly FileTask[]): string[] => {
  const rows = new Map<string, number[]>();
  for (const { row, posting } of tasks) {
    const same = JSON.stringify(posting);
    rows.set(same, [...(rows.get(same) ?? []), row]);
  }
  return [...rows.values()]
    .filter(({ length }) => length > 1)
    .map((same) => `Rows ${listed(same)} describe the same task. Each will be posted.`);
};
/** 2, 4 and 5. */
export const listed = (rows: readonly number[]): string =>
  [rows.slice(0, -1).join(', '), rows.at(-1)].filter(Boolean).join(' and ');
