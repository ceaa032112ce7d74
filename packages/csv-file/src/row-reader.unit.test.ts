import { createRowReader } from './row-reader';
import { formatOf, readRows } from './rows';

const widest = (rows: readonly (readonly string[])[]) => Math.max(0, ...rows.map(({ length }) => length));

const readInPieces = (file: string, size: number) => {
  const format = formatOf(file, widest);
  const reader = createRowReader(format);
  const rows: (readonly string[])[] = [];
  for (let at = 0; ; at += size) {
    const isLast = at + size >= file.length;
    const { rows: more, quoteFault } = reader.read(file.slice(at, at + size), isLast);
    rows.push(...more);
    if (quoteFault) return { separator: format.separator, rows: rows.slice(0, quoteFault.row), quoteFault };
    if (isLast) return { separator: format.separator, rows };
  }
};

const FILES: [what: string, file: string][] = [
  ['nothing', ''],
  ['no last line break', 'a,b\n1,2'],
  ['CR LF and CR', 'a,b\r\n1,2\r3,4\r\n\r\n5,6\r'],
  ['a declaration', 'sep=;\r\na;b\r\n1;2\r\n'],
  ['quoted cells with line breaks', 'a,b\r\n"1,\r\n2","3 ""x"" ,"\n"",4\n"5" ,6\n'],
  ['inch marks', 'a,b\n15" and 17",2\n3,4"\n'],
  ['words in quotation marks between tabs', 'a\tb\n"Be kind"\t"x"\r\n"One, two"\t"y\n'],
  ['tabs with all cells quoted', '"a"\t"b"\n"1"\t"2"\n'],
  ['an unclosed quotation mark', 'a,b\n1,2\n3,"4\n5,6\n'],
  ['a misplaced quotation mark', 'a,b\n"1" x,2\n3,4\n5,"6"\n'],
];

describe.each(FILES)('a file with %s', (_, file) => {
  it('has the same rows in pieces of any size', () => {
    const { rows, separator, quoteFault } = readRows(file, widest);
    const expected = { separator, rows: rows.slice(0, quoteFault?.row), ...(quoteFault && { quoteFault }) };
    for (let size = 1; size <= file.length + 1; size++) expect(readInPieces(file, size)).toEqual(expected);
  });
});

it('counts the characters that it holds', () => {
  const reader = createRowReader(formatOf('a,b\n', widest));
  reader.read('a,b\n"1\n', false);
  reader.read('2', false);
  expect(reader.held).toBe(4);
  reader.read('",3\n', false);
  expect(reader.held).toBe(0);
});

it.each(['a,b\n"1","2"\u001a', 'a,b\n"1","2"\n\u001a'])('ends before the Ctrl-Z of %j', (file) => {
  const { rows, quoteFault } = createRowReader(formatOf(file, widest)).read(file, true);
  expect([rows.slice(0, 2), quoteFault]).toEqual([
    [
      ['a', 'b'],
      ['1', '2'],
    ],
    undefined,
  ]);
});
