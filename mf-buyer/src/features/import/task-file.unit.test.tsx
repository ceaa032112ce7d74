import { STARTING_COINS } from '@piecework/contracts/constants';
import Papa from 'papaparse';
import { today } from '../tasks/posting';
import { COLUMNS, type Field, templateRows } from './task-columns';
import { MAX_BYTES, readTaskFile } from './task-file';
import { csvFile, FIELDS, VALUES, type Values } from './task-file.fixtures';

const check = (rows: Partial<Values>[] = [{}], fields: readonly Field[] = FIELDS) =>
  readTaskFile(csvFile(rows, { fields }));
const text = (content: string | Uint8Array<ArrayBuffer>) => readTaskFile(new File([content], 'a.csv'));
const faultsOf = async (changes: Partial<Values>) =>
  (await check([changes])).faults.map(({ row, column, reason }) => [row, column, reason].join(' | '));

describe('the template', () => {
  it('passes all rules, and the starting coins pay it', async () => {
    const { tasks, faults } = await text(Papa.unparse(templateRows()));
    expect(faults).toEqual([]);
    expect(tasks).toHaveLength(1);
    expect(tasks[0]?.cost).toBeLessThan(STARTING_COINS.buyer);
  });
});

describe('a file', () => {
  it('is read with and without a byte-order mark, and hashed by its bytes', async () => {
    const [bare, marked] = [await check(), await readTaskFile(csvFile([{}], { bom: true }))];
    expect([bare.faults, marked.faults]).toEqual([[], []]);
    expect(marked.tasks).toEqual(bare.tasks);
    expect((await check()).hash).toBe(bare.hash);
    expect(bare.hash).toMatch(/^[0-9a-f]{16}$/);
    expect((await check([{ taskTitle: 'Type receiptt' }])).hash).not.toBe(bare.hash);
  });

  it.each([';', '\t'])('is read with %j as the separator', async (separator) => {
    const { tasks, faults } = await readTaskFile(csvFile([{ taskDetail: 'One, two' }], { separator }));
    expect([faults, tasks[0]?.posting.taskDetail]).toEqual([[], 'One, two']);
  });

  it('keeps line breaks, quotation marks and letters of all languages', async () => {
    const taskDetail = 'First “line”;\nthen "another"\r\nবাংলা';
    const [task, next] = (await check([{ taskDetail }, {}])).tasks;
    expect([task?.posting.taskDetail, task?.row, next?.row]).toEqual([taskDetail.replace('\r\n', '\n'), 2, 3]);
  });

  it('fills empty and missing optional columns like Add Task, and skips empty rows', async () => {
    const required = FIELDS.slice(0, 7);
    const { tasks } = await check([{}, {}], required);
    expect(tasks[1]?.posting).toMatchObject({ autoApproveHours: '168', afterCompletion: 'close' });
    const head = Object.values(COLUMNS).join(';');
    const row = FIELDS.map((field) => VALUES[field]).join(';');
    const spaced = await text(`${head}\r\n${';'.repeat(10)}\r\n${row}\r\n\r\n`);
    expect([spaced.faults, spaced.tasks.map(({ row }) => row)]).toEqual([[], [3]]);
  });

  it('may order its columns, and write their names, in any way', async () => {
    const { faults, tasks } = await text(
      Papa.unparse([
        ['', ...[...FIELDS].reverse().map((field) => ` ${COLUMNS[field].toUpperCase()}`)],
        ['', ...[...FIELDS].reverse().map((field) => VALUES[field])],
      ]),
    );
    expect([faults, tasks[0]?.posting]).toEqual([[], VALUES]);
  });

  it('names unknown, repeated and missing columns, all at once', async () => {
    const { faults, tasks } = await text('Task Title,Titel,task_title,Task Detail\na,b,c,d\n');
    expect(tasks).toEqual([]);
    expect(faults.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [1, 'Titel', 'Unknown column “Titel”. Remove or rename it'],
      [1, 'task_title', 'This column appears twice'],
      ...['Required Workers', 'Payable Amount', 'Completion Date', 'Submission Info', 'Task Image URL'].map(
        (column) => [1, column, 'This column is missing'],
      ),
    ]);
  });

  it.each([
    ['', /column is missing/],
    [Object.values(COLUMNS).join(), /The file has no task/],
    [`${Object.values(COLUMNS).join()}\n"not closed,1,2`, /isn’t closed/],
    [new Uint8Array([0x54, 0xe4, 0x74]), /isn’t in UTF-8/],
    [new Uint8Array(MAX_BYTES + 1), /larger than 8 MB/],
  ])('says what is wrong with it as a whole (%#)', async (content, reason) => {
    const { faults, tasks } = await text(content);
    expect([tasks, faults[0]?.reason]).toEqual([[], expect.stringMatching(reason)]);
  });

  it('has at most 200 tasks', async () => {
    expect((await check(Array(200).fill({}))).faults).toEqual([]);
    expect((await check(Array(201).fill({}))).faults).toEqual([
      { row: 202, column: '', reason: 'A file can have up to 200 tasks. This one has 201: split it' },
    ]);
  });

  it('refuses a text beyond the columns', async () => {
    const { faults } = await text(
      `${Object.values(COLUMNS).join()}\n${FIELDS.map((field) => VALUES[field]).join()},lost`,
    );
    expect(faults).toMatchObject([{ row: 2, reason: expect.stringContaining('Cell 12 has text') }]);
  });
});

describe('a cell', () => {
  it.each<[Partial<Values>, string]>([
    [{ taskTitle: ' ' }, '2 | Task Title | Task Title is required'],
    [{ taskTitle: 'x'.repeat(201) }, '2 | Task Title | Task Title must be at most 200 characters'],
    [{ requiredWorkers: '0' }, '2 | Required Workers | Required Workers must be at least 1'],
    [{ payableAmount: '1,5' }, '2 | Payable Amount | Payable Amount must be a whole number'],
    [{ completionDate: '31.13.2099' }, '2 | Completion Date | Completion Date must be a date like 2026-12-31'],
    [{ completionDate: '2099-02-31' }, '2 | Completion Date | Completion Date must be a date like 2026-12-31'],
    [{ completionDate: '2020-01-01' }, '2 | Completion Date | Completion Date must be today or later'],
    [{ taskImageURL: '' }, '2 | Task Image URL | Task Image URL is required'],
    [{ taskImageURL: 'http://example.com/a.png' }, '2 | Task Image URL | Task Image URL must be an https address'],
    [{ taskImageURL: 'javascript:alert(1)' }, '2 | Task Image URL | Task Image URL must be an https address'],
    [{ reserveMinutes: '3' }, '2 | Reserve Minutes | Minutes to hold a place must be 0, or at least 5'],
    [{ autoApproveHours: '721' }, '2 | Auto Approve Hours | Hours until approval must be at most 720'],
    [{ minApprovalRate: '101' }, '2 | Min Approval Rate | Approval rate must be at most 100'],
    [{ afterCompletion: 'maybe' }, '2 | After Completion | After Completion must be close or stay'],
  ])('with a fault is named by row and column (%j)', async (changes, fault) => {
    expect(await faultsOf(changes)).toEqual([fault]);
  });

  it('may be today', async () => {
    expect(await faultsOf({ completionDate: today() })).toEqual([]);
  });
});
