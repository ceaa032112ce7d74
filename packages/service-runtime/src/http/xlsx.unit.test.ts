import { execFileSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { xlsxPieces } from './xlsx';

const toXlsx = async (values: readonly (string | number)[]): Promise<Buffer> => {
  const rows = async function* () {
    for (const value of values) yield [value, 'x'];
  };
  const columns = ['value', 'next'].map((name) => ({ name, isAmount: typeof values[0] === 'number' }));
  return buffer(xlsxPieces(columns, rows()));
};
/** By Python's own readers of ZIP and XML: fails without `python3`. */
const readCells = (file: Buffer): { type: string; text: string; style: string; formulas: number }[] =>
  JSON.parse(execFileSync('python3', ['-c', SCRIPT], { input: file, encoding: 'utf8', maxBuffer: 2 ** 26 }));
const SCRIPT = `
import io, json, re, sys, zipfile
import xml.etree.ElementTree as tree
book = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert book.testzip() is None
ns = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
styles = tree.fromstring(book.read('xl/styles.xml'))
formats = {f.get('numFmtId'): f.get('formatCode') for f in styles.iter(ns + 'numFmt')} | {'49': '@'}
xfs = [formats.get(xf.get('numFmtId'), '') for xf in styles.find(ns + 'cellXfs')]
decode = lambda text: re.sub('_x([0-9A-Fa-f]{4})_', lambda m: chr(int(m[1], 16)), text)
cells = []
for c in tree.fromstring(book.read('xl/worksheets/sheet1.xml')).iter(ns + 'c'):
    text = ''.join(t.text or '' for t in c.iter(ns + 't')) or (c.findtext(ns + 'v') or '')
    cells.append({'type': c.get('t', 'n'), 'text': decode(text), 'style': xfs[int(c.get('s', 0))], 'formulas': len(list(c.iter(ns + 'f')))})
print(json.dumps(cells))
`;

const FRAGILE = [
  ...['01712345678', '+8801712345678', '0010203040506070809010', '1E10', '00123', '1/2', '2026-12-31'],
  ...['=HYPERLINK("http://evil.example")', '+1+1', '-1+1', '@SUM(A1)', "'=1", '\t=1', 'TRUE', '#N/A'],
  ...['  indented ', 'a\nb', 'a\r\nb', 'a\u2028b\vc\fd', '_x000D_', '_x005F_x000D_', '<&>"', '😀', 'বাংলা'],
];

describe('an XLSX file', () => {
  it('has each text as a text cell with its exact value, also to a reader of another author', async () => {
    const cells = readCells(await toXlsx(FRAGILE)).slice(2);
    const values = cells.filter((_, index) => index % 2 === 0);
    expect(values.map(({ text }) => text)).toEqual(FRAGILE);
    for (const cell of values) expect(cell).toMatchObject({ type: 'inlineStr', style: '@', formulas: 0 });
  });

  it('has amounts as numbers', async () => {
    const [, , amount] = readCells(await toXlsx([-5]));
    expect(amount).toMatchObject({ type: 'n', text: '-5' });
  });

  it('has a decimal string of an amount as a number, unless that would lose digits', async () => {
    const rows = async function* () {
      for (const value of ['41.50', '-0.5', '1234567890123456', '1e3', '', '=1']) yield [value];
    };
    const cells = readCells(await buffer(xlsxPieces([{ name: 'total', isAmount: true }], rows()))).slice(1);
    expect(cells.map(({ type, text }) => `${type} ${text}`)).toEqual([
      'n 41.5',
      'n -0.5',
      'inlineStr 1234567890123456',
      'inlineStr 1e3',
      'inlineStr ',
      'inlineStr =1',
    ]);
  });

  it('has a head even without rows', async () => {
    expect(readCells(await toXlsx([])).map(({ text }) => text)).toEqual(['value', 'next']);
  });

  it('is read as it is written, whatever the text', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((t) => !/[\p{Surrogate}\ufffe\uffff]/u.test(t));
    const texts = [...FRAGILE, ...fc.sample(text, 1000)];
    const cells = readCells(await toXlsx(texts)).slice(2);
    expect(cells.filter((_, index) => index % 2 === 0).map((cell) => cell.text)).toEqual(texts);
  });
});
