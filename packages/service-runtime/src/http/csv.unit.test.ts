import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import Papa from 'papaparse';
import { armed, csvHead, csvRows } from './csv';

const cell = (text: string): string => csvRows([[text]]).replace(/\r\n$/, '');
/** The text that a program reads that keeps to the format. */
const read = (text: string): string =>
  cell(text)
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"');

describe('armed', () => {
  const parts = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    "'",
    '"',
    ' ',
    '\t',
    '\n',
    ';',
    'a',
    '1',
    '- ',
    '.',
    '\u200b',
  );
  it('is the text before it was disarmed', () =>
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (some) => {
        const text = some.join('');
        expect(armed(read(text))).toBe(text);
      }),
    ));
});

describe('a CSV file', () => {
  it('begins with a byte-order mark and has a head even without rows', () => {
    expect(csvHead(['one', 'two'])).toBe('\ufeffone,two\r\n');
  });

  it('leaves plain texts and numbers as they are', () => {
    for (const text of [
      'Robin, "the" bird',
      'a - b = c',
      'x@example.com',
      '- one\n- two'.slice(2),
      '01712',
      '  indented',
    ])
      expect([text, read(text)]).toEqual([text, text]);
    expect(csvRows([[-5]])).toBe('-5\r\n');
    expect(read('\tindented')).toBe('\tindented');
    expect(read('Birds:\n- robin\n- wren')).toBe('Birds:\n- robin\n- wren');
  });

  it.each(['+8801712345678', '+880 1712-345678', '+1 (555) 010-9999', '-5', '-1,000.50'])(
    'leaves the number %j as it is',
    (text) => expect(read(text)).toBe(text),
  );

  it.each([
    '=HYPERLINK("http://evil.example","x")',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '\uff1d1+1',
    '  =1+1',
    '\u00a0=1+1',
    '\ufeff=1+1',
    '\u2060=1+1',
    '\u180e@SUM(A1)',
    '\u00ad\u034f+1+1',
    '\u{e0020}=1+1',
    '\u0008=1+1',
    '"=1+1"',
    "'=1+1",
    ' " =1+1',
    "-2+3+cmd|' /C calc'!A0",
  ])('disarms %j at the start of a cell', (text) => {
    expect(read(text)).toMatch(/^'/);
    expect(read(text).replace(/(^|[\s"])'(?=[=+@-])/g, '$1')).toContain(text.trim().slice(-4));
  });

  it.each(['x;=1+1', 'x;"=1+1"', 'x\t@SUM(A1)', 'x\n=1+1', 'x\r\n +1', "x; '-2+3", 'x\n-1+1', 'x;\u2060=1+1'])(
    'disarms %j, which begins a cell for a program with other separators',
    (text) => {
      for (const part of cell(text).split(/[;\t\r\n]/)) expect(part).not.toMatch(/^["\s\u2060]*[=+\-@]/);
      for (const part of cell(text).split(/[;\t\r\n]/)) expect(part).not.toMatch(/^["'\s]*"[=+\-@]/);
    },
  );

  it.each(['+1+1', '+1 -cmd', '-1(', '+A1', '+1E1&A1'])('takes %j for no number', (text) =>
    expect(read(text)).toBe(`'${text}`),
  );
});

describe('what other readers read', () => {
  /** The rule of ADR 63 by which a program gets the value. */
  const SIGN = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]';
  const DROPPED = `[\\s"'\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb]`;
  const restore = (cell: string) =>
    cell
      .replace(new RegExp(`^'(?=${DROPPED}*${SIGN})`, 'u'), '')
      .replace(new RegExp(`([;\\t\\r\\n]${DROPPED}*)'(?=${SIGN})(?!- )`, 'gu'), '$1');

  const BREAKS = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
  const fragile = fc.constantFrom(
    ...BREAKS,
    ',',
    ';',
    '"',
    "'",
    '\t',
    ' ',
    '=',
    '+',
    '-',
    '- ',
    '@',
    '1',
    '\ufeff',
    '\u2060',
  );
  const cell = fc.oneof(
    fc.string({ unit: fc.oneof(fragile, fc.constantFrom('a', 'ক', '😀')), maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !/[\0\p{Surrogate}]/u.test(text)),
  );
  const rows = fc.array(fc.tuple(cell, cell), { maxLength: 20 });
  const fileOf = (written: [string, string][]) => csvHead(['one', 'two']) + csvRows(written);
  const valuesOf = (read: readonly (readonly string[])[]) => read.slice(1).map((row) => row.map(restore));
  const LONG: [string, string][] = [['x\n'.repeat(2500), '\u2028'.repeat(5000)]];

  const holds = (readAll: (csv: string) => string[][], runs: number) =>
    fc.assert(
      fc.property(rows, (written) => {
        expect(valuesOf(readAll(fileOf(written)))).toEqual(written);
      }),
      { numRuns: runs, examples: [[LONG], ...BREAKS.map((two): [typeof LONG] => [[[`a${two}b`, two]]])] },
    );

  it('is what is written: Papa Parse', () => {
    holds((csv) => Papa.parse<string[]>(csv.replace(/^\ufeff/, '').replace(/\r\n$/, ''), { delimiter: ',' }).data, 500);
  });

  /** Fails without `python3`, which is part of every machine that builds this repository. */
  it("is what is written: Python's csv", () => {
    const script = [
      'import csv, io, json, sys',
      'files = json.loads(sys.stdin.buffer.read())',
      "print(json.dumps([list(csv.reader(io.StringIO(f.removeprefix(chr(0xfeff)), newline=''), strict=True)) for f in files]))",
    ].join('\n');
    const samples = [LONG, ...fc.sample(rows, 300)];
    const input = JSON.stringify(samples.map(fileOf));
    const read = JSON.parse(execFileSync('python3', ['-c', script], { input, encoding: 'utf8', maxBuffer: 2 ** 26 }));
    expect(read.map(valuesOf)).toEqual(samples);
  });
});
