import { toCsv } from './csv';

const cell = (text: string): string => {
  const [, row = ''] = toCsv(['text'], [{ text }]).split(/^(?:\ufeff)?text\r\n/);
  return row.replace(/\r\n$/, '');
};
/** The text that a program reads that keeps to the format. */
const read = (text: string): string =>
  cell(text)
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"');

describe('a CSV file', () => {
  it('begins with a byte-order mark and has a head even without rows', () => {
    expect(toCsv(['one', 'two'], [])).toBe('\ufeffone,two\r\n');
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
    expect(toCsv(['n'], [{ n: -5 }])).toBe('\ufeffn\r\n-5\r\n');
    expect(read('Birds:\n- robin\n- wren')).toBe('Birds:\n- robin\n- wren');
  });

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
    '"=1+1"',
    "'=1+1",
    ' " =1+1',
    "-2+3+cmd|' /C calc'!A0",
  ])('disarms %j at the start of a cell', (text) => {
    expect(read(text)).toMatch(/^'/);
    expect(read(text).replace(/(^|[\s"])'(?=[=+@-])/g, '$1')).toContain(text.trim().slice(-4));
  });

  it.each(['x;=1+1', 'x;"=1+1"', 'x\t@SUM(A1)', 'x\n=1+1', 'x\r\n +1', "x; '-2+3", 'x\n-1+1'])(
    'disarms %j, which begins a cell for a program with other separators',
    (text) => {
      for (const part of cell(text).split(/[;\t\r\n]/)) expect(part).not.toMatch(/^["\s]*[=+\-@]/);
      for (const part of cell(text).split(/[;\t\r\n]/)) expect(part).not.toMatch(/^["'\s]*"[=+\-@]/);
    },
  );
});
