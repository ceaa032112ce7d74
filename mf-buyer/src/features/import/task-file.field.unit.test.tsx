import { readTaskFile } from './task-file';

/** Files as people have them: from spreadsheets of several countries, from word processors and by hand. */
const HEAD = 'Task Title,Task Detail,Required Workers,Payable Amount,Completion Date,Submission Info,Task Image URL';
const ROW = 'Tag photos,Look at it,2,3,2099-12-31,Send a link,https://example.com/p.png';
const TASK = {
  taskTitle: 'Tag photos',
  taskDetail: 'Look at it',
  requiredWorkers: '2',
  payableAmount: '3',
  completionDate: '2099-12-31',
  submissionInfo: 'Send a link',
  taskImageURL: 'https://example.com/p.png',
};
const read = (content: string | Uint8Array<ArrayBuffer>) => readTaskFile(new File([content], 'a.csv'));
const rows = (...lines: string[]) => [HEAD, ...lines].join('\n');
const changed = (changes: Partial<Record<keyof typeof TASK, string>>) =>
  Object.values({ ...TASK, ...changes })
    .map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
const faultsOf = async (content: string) =>
  (await read(content)).faults.map(({ row, column, reason }) => [row, column, reason].join(' | '));
const dates = async (...cells: string[]) => {
  const { tasks, faults } = await read(rows(...cells.map((completionDate) => changed({ completionDate }))));
  return [...tasks.map(({ posting }) => posting.completionDate), ...faults.map(({ reason }) => reason)];
};

const utf16 = (text: string, { isBig = false } = {}) => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), !isBig);
  return bytes;
};

describe('one task is read', () => {
  const tabs = rows(ROW).replaceAll(',', '\t');
  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['behind sep=;', `\ufeffsep=;\r\n${rows(ROW).replaceAll(',', ';')}`],
    ['behind sep=, although it is another', `sep=,\n${tabs}`],
    ['from UTF-16 little-endian', utf16(tabs)],
    ['from UTF-16 big-endian', utf16(tabs, { isBig: true })],
    ['from UTF-16 with a mark', utf16(`\ufeff${tabs}`)],
    ['before Ctrl-Z', `${rows(ROW)}\n\u001a`],
    ['before Ctrl-Z on its line', `${rows(ROW)}\u001a`],
    ['before rows of separators', `${rows(ROW, ',,,,,,')}\r\n`],
    ['with old line ends', rows(ROW).replaceAll('\n', '\r')],
    ['with all cells quoted, also by tabs', `"${rows(ROW).replaceAll(',', '"\t"').replace('\n', '"\n"')}"`],
  ])('%s', async (_, content) => {
    const { tasks, faults, notes } = await read(content);
    expect([faults, notes]).toEqual([[], []]);
    expect(tasks).toMatchObject([{ row: 2, posting: TASK, cost: 6 }]);
  });

  it('below a title, which is named, with the rows of the file', async () => {
    const { tasks, faults, notes } = await read(`Our tasks for December,,,,,,\n\n${rows(ROW)}`);
    expect([faults, tasks.map(({ row }) => row)]).toEqual([[], [4]]);
    expect(notes).toEqual(['We skip the text above the column names: “Our tasks for December”.']);
    expect(await faultsOf(`Title,,,,,,\n${rows(changed({ requiredWorkers: 'x' }))}`)).toEqual([
      '3 | Required Workers | Required Workers must be a whole number',
    ]);
    expect(await faultsOf(`Title\n${HEAD.replace('Task Title', 'Titel')}\n${ROW}`)).toEqual([
      '2 | Titel | Unknown column “Titel”. Remove or rename it',
      '2 | Task Title | This column is missing',
    ]);
  });
});

describe('a quotation mark', () => {
  it.each([
    ['within a cell', rows(`Photo of a 15" monitor,${ROW.split(',').slice(1).join()}`), 'Photo of a 15" monitor'],
    ['of a word, copied by tabs', rows(ROW).replaceAll(',', '\t').replace('Tag photos', '"Be kind"'), '"Be kind"'],
    [
      'of a cell with a comma, by tabs',
      rows(ROW).replaceAll(',', '\t').replace('Tag photos', '"One, two"'),
      'One, two',
    ],
    ['that is written twice', rows(ROW).replace('Tag photos', '"15"" and 17"""'), '15" and 17"'],
  ])('%s stays', async (_, content, title) => {
    const { tasks, faults } = await read(content);
    expect([faults, tasks.map(({ posting }) => posting.taskTitle)]).toEqual([[], [title]]);
  });

  const CLOSE = 'This cell starts with a quotation mark (") that isn’t closed. Close it, or write it twice';
  const SWALLOWED =
    'This cell contains the rest of the row and more, because a quotation mark (") before it isn’t closed';
  it.each([
    ['to the end of the file', rows(ROW, `"${ROW}`, ROW), `3 | Task Title | ${CLOSE}`],
    ['in a later cell', rows(ROW, ROW.replace('Send', '"Send'), ROW), `3 | Submission Info | ${CLOSE}`],
    ['with text behind it', rows('"Best" offer,'.concat(ROW)), `2 | Task Title | ${CLOSE}`],
    ['to an inch mark', rows(`"${ROW}`, ROW.replace('Tag photos', 'Monitor 15"')), `2 | Task Title | ${SWALLOWED}`],
    [
      'to an inch mark, with a fault beside it',
      rows(`"${ROW.replace(',2,', ',two,')}`, ROW.replace('Tag photos', 'Monitor 15"')),
      `2 | Task Title | ${SWALLOWED}`,
    ],
    [
      'in a later cell to an inch mark',
      rows(ROW.replace('Look', '"Look'), ROW, ROW.replace('Look at it', 'A 15"')),
      `2 | Task Detail | ${SWALLOWED}`,
    ],
  ])('that is not closed, %s, is named, and nothing is merged', async (_, content, fault) => {
    expect([await faultsOf(content), (await read(content)).tasks]).toEqual([[fault], []]);
  });

  it('around lines with commas is no fault', async () => {
    const taskDetail = 'Birds, trees, roofs, cars, dogs, cats\nand more, as you see them';
    expect((await read(rows(changed({ taskDetail })))).tasks[0]?.posting.taskDetail).toBe(taskDetail);
  });
});

describe('dates', () => {
  it.each([
    [
      ['31/12/2099', '01/02/2099'],
      ['2099-12-31', '2099-02-01'],
    ],
    [
      ['12/31/2099', '01/02/2099'],
      ['2099-12-31', '2099-01-02'],
    ],
    [['26/12/2099'], ['2099-12-26']],
    [
      ['31.12.2099', '1.2.2099'],
      ['2099-12-31', '2099-02-01'],
    ],
    [
      ['31-12-99', '1-2-99'],
      ['2099-12-31', '2099-02-01'],
    ],
    [['05/05/2099'], ['2099-05-05']],
    [
      ['2099-12-1', '2099/1/2', '2099-12-31 00:00:00', '2099-12-31T00:00:00.000Z'],
      ['2099-12-01', '2099-01-02', '2099-12-31', '2099-12-31'],
    ],
    [
      ['31-Dec-2099', '1 February 2099', 'Dec 31, 2099', '5-Sep-99'],
      ['2099-12-31', '2099-02-01', '2099-12-31', '2099-09-05'],
    ],
    [
      ['২০৯৯-১২-৩১', '৩১/১২/২০৯৯'],
      ['2099-12-31', '2099-12-31'],
    ],
  ])('%j are read', async (written, meant) => expect(await dates(...written)).toEqual(meant));

  it('are a fault each where all of them are ambiguous, with both readings', async () => {
    const ambiguous = await faultsOf(
      rows(...['01/02/2099', '03/04/2099'].map((completionDate) => changed({ completionDate }))),
    );
    expect(ambiguous).toEqual([
      '2 | Completion Date | Completion Date can be 1 February 2099 or 2 January 2099: write 2099-02-01 or 2099-01-02',
      '3 | Completion Date | Completion Date can be 3 April 2099 or 4 March 2099: write 2099-04-03 or 2099-03-04',
    ]);
  });

  it('in two orders are faults', async () => {
    const both = await faultsOf(
      rows(changed({ completionDate: '31/12/2099' }), changed({ completionDate: '12/31/2099' })),
    );
    expect(both).toEqual([2, 3].map((row) => expect.stringMatching(`^${row} .*others with the month`)));
  });

  it.each(['31/13/2099', '2099-02-30', '30 Foo 2099', '5 o’clock', '2099', '31-Feb-2099'])(
    '%s is a fault',
    async (completionDate) =>
      expect(await faultsOf(rows(changed({ completionDate })))).toEqual([
        '2 | Completion Date | Completion Date must be a date like 2026-12-31',
      ]),
  );
});

describe('a cell', () => {
  it('takes numbers as number fields do', async () => {
    const { tasks } = await read(rows(changed({ requiredWorkers: '1,000', payableAmount: '৩' })));
    expect(tasks[0]?.cost).toBe(3000);
    expect(await faultsOf(rows(changed({ payableAmount: '1,5' })))).toEqual([
      '2 | Payable Amount | Payable Amount must be a whole number',
    ]);
  });

  it('has line breaks in place of those of word processors', async () => {
    const { tasks } = await read(rows(changed({ taskDetail: 'Line one\vLine two\u2028three\f' })));
    expect(tasks[0]?.posting.taskDetail).toBe('Line one\nLine two\nthree');
  });

  it('with a space in an address says so', async () => {
    expect(await faultsOf(rows(changed({ taskImageURL: 'https://example.com/my photo.png' })))).toEqual([
      '2 | Task Image URL | Task Image URL contains a space. Write it as %20',
    ]);
  });
});

it('names identical rows', async () => {
  const other = changed({ taskTitle: 'Another' });
  const { notes, faults, tasks } = await read(rows(ROW, other, ROW, ROW, changed({ completionDate: '2099-12-30' })));
  expect([faults, tasks.length]).toEqual([[], 5]);
  expect(notes).toEqual(['Rows 2, 4 and 5 describe the same task. Each will be posted.']);
});
