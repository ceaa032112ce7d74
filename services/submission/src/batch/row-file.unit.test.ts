import { PassThrough, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { CELL_LENGTH, MAX_COLUMNS, MAX_ROWS, ROWS_MEGABYTES } from '@piecework/contracts/constants';
import { readRowFile } from './row-file';

const MEBIBYTE = 1024 * 1024;
const CHUNK = 64 * 1024;

const read = async (content: string | Buffer | Iterable<Buffer>) => {
  const kept: Record<string, string>[][] = [];
  const source = typeof content === 'string' || Buffer.isBuffer(content) ? [Buffer.from(content)] : content;
  const result = await readRowFile(Readable.from(source, { highWaterMark: 1 }), async (rows) => {
    await turn();
    kept.push([...rows]);
  });
  return { kept, result };
};
const accepted = async (content: string | Buffer | Iterable<Buffer>) => {
  const { kept, result } = await read(content);
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  const { rows: count, columns, notes } = result;
  return { rows: kept.flat(), count, columns, notes };
};
const errorsOf = async (content: string | Buffer | Iterable<Buffer>) => {
  const { result } = await read(content);
  return 'errors' in result ? result.errors : [];
};
const faultsOf = async (content: string | Buffer) =>
  (await errorsOf(content)).map(({ field, message }) => `${field}: ${message}`);
const kindsOf = async (content: string) =>
  Object.fromEntries((await accepted(content)).columns.map(({ name, kind }) => [name, kind]));
const utf16 = (text: string, { isBig = false } = {}) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

const HEAD = 'Receipt ID,Text,Image URL';
const ROW = 'r-1,Two words,https://example.com/p.png';
const VALUES = { receipt_id: 'r-1', text: 'Two words', image_url: 'https://example.com/p.png' };
const file = (...rows: string[]) => [HEAD, ...rows].join('\n');

describe('one row is read', () => {
  const tabs = file(ROW).replaceAll(',', '\t');
  it.each<[string, string | Buffer]>([
    ['of commas', file(ROW)],
    ['of semicolons', file(ROW).replaceAll(',', ';')],
    ['of tabs', tabs],
    ['behind sep=;', `\ufeffsep=;\r\n${file(ROW).replaceAll(',', ';')}`],
    ['behind sep=, although it is another', `sep=,\n${tabs}`],
    ['with a byte-order mark', `\ufeff${file(ROW)}`],
    ['from UTF-16 little-endian without a mark', utf16(tabs)],
    ['from UTF-16 big-endian without a mark', utf16(tabs, { isBig: true })],
    ['from UTF-16 with a mark', utf16(`\ufeff${tabs}`)],
    ['before Ctrl-Z', `${file(ROW)}\n\u001a`],
    ['before Ctrl-Z on its line', `${file(ROW)}\u001a`],
    ['before rows of separators', `${file(ROW, ',,', ' , ,')}\r\n`],
    ['between blank lines', file('', ROW, '', '')],
    ['with CR LF', file(ROW).replaceAll('\n', '\r\n')],
    ['with old line ends', file(ROW).replaceAll('\n', '\r')],
    ['with blanks around cells', file(ROW).replaceAll(',', ' , ')],
    ['with separators at the ends of all lines', file(ROW).replace('\n', ',,\n').concat(',,')],
    ['with all cells quoted', `"${file(ROW).replaceAll(',', '","').replace('\n', '"\n"')}"`],
    ['with all cells quoted, between tabs', `"${file(ROW).replaceAll(',', '"\t"').replace('\n', '"\n"')}"`],
  ])('%s', async (_, content) => {
    const { rows, count, columns, notes } = await accepted(content);
    expect([rows, count, notes]).toEqual([[VALUES], 1, []]);
    expect(columns).toEqual([
      { name: 'receipt_id', label: 'Receipt ID', kind: 'key' },
      { name: 'text', label: 'Text', kind: 'text' },
      { name: 'image_url', label: 'Image URL', kind: 'picture' },
    ]);
  });

  it('wherever the sender cuts it', async () => {
    const bytes = Buffer.from(`\ufeff${file('১,বাংলা লেখা,\r', '"r\n2","a ""b""",\r')}`);
    for (const size of [1, 2, 3, 7]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, at * size + size),
      );
      expect((await accepted(chunks)).rows).toEqual([
        { receipt_id: '১', text: 'বাংলা লেখা', image_url: '' },
        { receipt_id: 'r\n2', text: 'a "b"', image_url: '' },
      ]);
    }
  });
});

it('reads letters of several bytes anywhere', async () => {
  const rows = Array(3000).fill('1,বাংলা ক,');
  const read = await accepted(file(...rows));
  expect(new Set(read.rows.map(({ text }) => text))).toEqual(new Set(['বাংলা ক']));
});

describe('a separator', () => {
  it.each([
    ['a comma that decimals have', 'a;b;c\n1,5;2;x\n1,7;4;y', { a: '1,5', b: '2', c: 'x' }],
    ['commas of sentences in one column', 'text\nOne, two\nBad\nSo, so\nNice', { text: 'One, two' }],
    ['one that rows lack', 'a,b\n1', { a: '1', b: '' }],
    ['a comma of the head', 'Price, net;Unit\n1;kg', { price_net: '1', unit: 'kg' }],
    ['a comma in cells of fewer columns', 'a;b;c, d\n1;2;3, 4', { a: '1', b: '2', c_d: '3, 4' }],
    ['that each row has more often than the head', 'a,b\n1,2,3\n1,2\n3,4', undefined],
  ])('is told from %s', async (_, content, first) => {
    expect((await read(content)).kept[0]?.[0]).toEqual(first);
  });
});

describe('a title above the head', () => {
  it('is named, and the rows of the file are counted with it', async () => {
    const { rows, notes } = await accepted(`Our receipts for December,,\n\n${file(ROW)}`);
    expect([rows, notes]).toEqual([
      [VALUES],
      ['We skip the text above the column names: “Our receipts for December”.'],
    ]);
    expect(await faultsOf(`Title\n${file('a,b,,d')}`)).toEqual([
      'rows.3: Row 3 has 4 cells, and the head has 3. Check separators and quotation marks',
    ]);
  });

  it('may have a few cells of many', async () => {
    const { notes, columns } = await accepted('Report,2026,,,,,\na,b,c,d,e,f,g\n1,2,3,4,5,6,7');
    expect([notes.length, columns.length]).toEqual([1, 7]);
  });

  it('is no head with empty rows below it', async () => {
    const { notes, rows } = await accepted(file('r-1', 'r-2'));
    expect([rows.length, notes]).toEqual([2, [expect.stringMatching('^Rows 2 and 3 have fewer')]]);
  });
});

describe('a quotation mark', () => {
  const tabs = file(ROW).replaceAll(',', '\t');
  it.each([
    ['within a cell', file('1,Photo of a 15" monitor,'), 'Photo of a 15" monitor'],
    ['of a word, copied by tabs', tabs.replace('Two words', '"Be kind"'), '"Be kind"'],
    ['of a cell with a comma, by tabs', tabs.replace('Two words', '"One, two"'), 'One, two'],
    ['that is written twice', file('1,"15"" and 17""",'), '15" and 17"'],
    ['around lines', file('1,"Birds, trees\nand more",'), 'Birds, trees\nand more'],
    ['around lines like cells, but for a number', file('1,"Birds,trees\nand more",4.50'), 'Birds,trees\nand more'],
    ['around lines like cells, but for an address', file('1,"a,b\nc",https://example.com/'), 'a,b\nc'],
    ['around lines like cells, but for one between', file('1,"a,b\nc\nd",x'), 'a,b\nc\nd'],
    ['around lines with more commas than cells', file('1,"a,b,c\nd",x'), 'a,b,c\nd'],
  ])('%s stays', async (_, content, text) => {
    expect((await accepted(content)).rows.map((row) => row.text)).toEqual([text]);
  });

  const CLOSE = 'This cell starts with a quotation mark (") that isn’t closed. Close it, or write it twice';
  const SWALLOWED =
    'This cell contains the rest of the row and more, because a quotation mark (") before it isn’t closed';
  it.each([
    ['to the end of the file', file(ROW, `"${ROW}`, ROW), `rows.3.receipt_id: ${CLOSE}`],
    ['in a later cell', file(ROW, ROW.replace('Two', '"Two'), ROW), `rows.3.text: ${CLOSE}`],
    ['with text behind it', file('"Best" offer,'.concat(ROW)), `rows.2.receipt_id: ${CLOSE}`],
    [
      'in the head',
      `"${file(ROW)}`,
      'rows.1: Cell 1 of row 1 starts with a quotation mark (") that isn’t closed. Close it, or write it twice',
    ],
    ['to an inch mark', file(`"${ROW}`, ROW.replace('r-1', 'r 15"')), `rows.2.receipt_id: ${SWALLOWED}`],
    ['to an inch mark rows below', file(`"${ROW}`, ROW, ROW.replace('r-1', '15"')), `rows.2.receipt_id: ${SWALLOWED}`],
    [
      'to an inch mark of another cell',
      file(`"${ROW}`, ROW.replace('words', '15"')),
      `rows.2.receipt_id: ${SWALLOWED}`,
    ],
    [
      'to an inch mark, with an empty cell',
      file(`"${ROW.replace('https://example.com/p.png', '')}`, ROW.replace('r-1', '15"')),
      `rows.2.receipt_id: ${SWALLOWED}`,
    ],
    [
      'to an inch mark, with blanks behind all separators',
      file(`"${ROW}`, ROW.replace('r-1', '15"')).replaceAll(',', ', '),
      `rows.2.receipt_id: ${SWALLOWED}`,
    ],
    [
      'in a later cell to an inch mark',
      file(ROW.replace('Two', '"Two'), ROW.replace('words', '15"')),
      `rows.2.text: ${SWALLOWED}`,
    ],
  ])('that is not closed, %s, is named, and nothing is merged', async (_, content, fault) => {
    const { kept, result } = await read(content);
    expect(result).toEqual({
      errors: [{ field: fault.split(': ')[0], message: fault.slice(fault.indexOf(': ') + 2) }],
    });
    expect(kept).toEqual([]);
  });

  it('that is not closed ends the reading of a file that goes on', async () => {
    const faults = await faultsOf(file('"Best" offer,x,', 'y",z,', ...Array(9000).fill('a,b,c,d')));
    expect(faults).toEqual([`rows.2.receipt_id: ${CLOSE}`]);
  });

  it('that is not closed ends the reading, and faults before it stay', async () => {
    const unclosed = `"${'x,y\n'.repeat(2 * MEBIBYTE)}`;
    const faults = await faultsOf(file('1,2,3,4', ROW, unclosed));
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['rows.2', 'rows.4.receipt_id']);
  });
});

describe('a cell', () => {
  it.each([
    ['a vertical tab of a word processor', 'Line one\vLine two', 'Line one\nLine two'],
    ['control characters', 'a\u0000b\u0007c', 'abc'],
    ['a date and a number as they are typed', '01/02/2026 1,000', '01/02/2026 1,000'],
    ['Bangla digits', '০১২', '০১২'],
    ['half a pair', 'a\ud800', 'a\ufffd'],
  ])('has %s', async (_, typed, text) => {
    expect((await accepted(file(`1,"${typed}",`))).rows[0]?.text).toBe(text);
  });

  it(`has up to ${CELL_LENGTH} characters, of any length in memory`, async () => {
    const long = '😀'.repeat(CELL_LENGTH);
    expect((await accepted(file(`1,${long},`))).rows[0]?.text).toBe(long);
    expect(await faultsOf(file(ROW, `1,${long}x,`))).toEqual([
      `rows.3.text: Text must be at most ${CELL_LENGTH} characters`,
    ]);
  });

  it('may be as long in all columns, with quotation marks alone', async () => {
    const head = Array.from({ length: MAX_COLUMNS }, (_, index) => `c${index}`).join();
    const row = Array(MAX_COLUMNS)
      .fill(`"${'""'.repeat(CELL_LENGTH)}"`)
      .join();
    const { rows } = await accepted([head, row, row, row].join('\n'));
    expect(rows.map((row) => row.c29)).toEqual(Array(3).fill('"'.repeat(CELL_LENGTH)));
  });

  it('that is missing at the end is empty, which a note says', async () => {
    const { rows, notes } = await accepted(file(ROW, 'r-2,b', ...Array(6).fill('r-3')));
    expect(rows[1]).toEqual({ receipt_id: 'r-2', text: 'b', image_url: '' });
    expect(notes).toEqual([
      'Rows 3, 4, 5, 6, 7 and 2 more have fewer cells than the head. The missing ones are empty.',
    ]);
  });
});

describe('a column', () => {
  it.each([
    ['Receipt ID', 'receipt_id'],
    ['Bild-URL', 'bild_url'],
    [' Größe (cm) ', 'grosse_cm'],
    ['__proto__', 'proto'],
    ['রসিদ', 'column_2'],
    ['', 'column_2'],
    ['2nd photo', 'column_2nd_photo'],
    ['x'.repeat(60), 'x'.repeat(40)],
    [`${'x'.repeat(39)}-y`, 'x'.repeat(39)],
  ])('%j is named %s', async (header, name) => {
    const { columns, rows } = await accepted(`a,${header},z\n1,2,3`);
    expect([columns[1]?.name, rows[0]?.[name]]).toEqual([name, '2']);
    expect(columns[1]?.label).toBe(header.trim() || 'Column 2');
  });

  it('has another name than those before it', async () => {
    const { columns } = await accepted(`A,a,A!,a_2,${'x'.repeat(40)},${'x'.repeat(41)}\n1,2,3,4,5,6`);
    expect(columns.map(({ name }) => name)).toEqual([
      'a',
      'a_2',
      'a_3',
      'a_2_2',
      'x'.repeat(40),
      `${'x'.repeat(38)}_2`,
    ]);
  });

  const P = 'https://example.com/p.PNG?w=1';
  const L = 'https://example.com/page';
  it.each([
    ['a picture by its path', `id,x\n1,${P}\n2,\n3,${P}`, 'picture'],
    ['a picture by its header', `id,Foto\n1,${L}`, 'picture'],
    ['a link', `id,x\n1,${L}\n2,`, 'link'],
    ['a link with few pictures', `id,x\n1,${L}\n2,${P}\n3,${L}`, 'link'],
    ['a text with an address', `id,x\n1,${L}\n2,see there`, 'text'],
    ['a text with http', 'id,image\n1,http://example.com/p.png\n2,http://example.com/q.png', 'text'],
    ['a text with an address that is none', `id,x\n1,https://[`, 'text'],
    ['a text without values', 'id,image,y\n1,,2', 'text'],
    ['a text with few pictures', `id,image\n1,${P}\n2,none\n3,none yet`, 'text'],
    [
      'a picture of uploads, also of a local installation',
      'Id,Shelf\n1,http://localhost:8080/images/01kaqr9e2w4y6z1x3c7v9bn5ra.webp',
      'picture',
    ],
  ])('is %s', async (_, content, kind) => expect(Object.values(await kindsOf(content))[1]).toBe(kind));

  it.each([
    ['the first unique one', 'a,b,c\n1,x,2\n1,y,3', 'b'],
    ['one with the name of a key before others', 'a,Order No,sku\n1,x,2\n2,y,3', 'order_no'],
    ['none whose values repeat', 'id,b\n1,x\n1,x', undefined],
    ['none that lacks a value', 'id,b\n1,x\n,x', undefined],
    ['none that lacks a value of a short row', 'b,id\nx,1\nx', undefined],
    ['none of long texts', `id,b\n${'x'.repeat(101)},1\n2,1`, undefined],
    ['none of addresses', `id,b\n${L},1\n${L}2,1`, undefined],
  ])('is the key: %s', async (_, content, key) => {
    const kinds = Object.entries(await kindsOf(content));
    expect(kinds.filter(([, kind]) => kind === 'key').map(([name]) => name)).toEqual(key === undefined ? [] : [key]);
  });

  it('of pictures names what is none, between the other faults', async () => {
    const rows = [
      'a,b,https://example.com/my photo.png',
      'a,b,c,d',
      ROW,
      'a,b,http://example.com/p.png',
      'a,b,none yet',
    ];
    expect(await faultsOf(file(...rows, ROW, ROW))).toEqual([
      'rows.2.image_url: Image URL contains a space. Write it as %20',
      'rows.3: Row 3 has 4 cells, and the head has 3. Check separators and quotation marks',
      'rows.5.image_url: Image URL must be an https address',
      'rows.6.image_url: Image URL must be an https address',
    ]);
  });
});

describe.each(['Image URL', 'x'])('a column %s of one picture', (header) => {
  it('names a space in its address', async () => {
    expect(await errorsOf(`id,${header}\n1,https://example.com/my photo.png`)).toMatchObject([
      { message: `${header} contains a space. Write it as %20` },
    ]);
  });
});

describe('faults', () => {
  it('are 100 in the order of rows, and the number of others', async () => {
    const errors = await errorsOf(
      file(...Array(80).fill('a,b,x y'), ...Array(80).fill('a,b,c,d'), ...Array(80).fill(ROW)),
    );
    expect(errors).toHaveLength(101);
    expect([errors[0]?.field, errors[79]?.field, errors[80]?.field, errors[99]?.field]).toEqual([
      'rows.2.image_url',
      'rows.81.image_url',
      'rows.82',
      'rows.101',
    ]);
    expect(errors[100]).toEqual({ field: 'rows', message: 'The file has 60 more faults' });
  });

  it('stop the keeping', async () => {
    const { kept } = await read(file(...Array(600).fill('a,b,'), 'a,b,c,d', ...Array(600).fill('a,b,')));
    expect(kept.map(({ length }) => length)).toEqual([500]);
  });
});

it('keeps chunks of 500 rows, one after the other', async () => {
  let running = 0;
  const lengths: number[] = [];
  const rows = Array.from({ length: 1201 }, (_, index) => `${index},x,`);
  const order: string[] = [];
  await readRowFile(Readable.from([Buffer.from(file(...rows))]), async (chunk) => {
    expect(++running).toBe(1);
    await turn();
    lengths.push(chunk.length);
    order.push(...chunk.map(({ receipt_id = '' }) => receipt_id));
    running -= 1;
  });
  expect(lengths).toEqual([500, 500, 201]);
  expect(order).toEqual(rows.map((row) => row.split(',')[0]));
});

describe('a file is refused as a whole', () => {
  const NOT_CSV = 'This file isn’t CSV. Save it as CSV and upload it again';
  const NOT_UTF8 = 'The file isn’t in UTF-8. Save it as “CSV UTF-8” and upload it again';
  it.each<[string, string | Buffer, string]>([
    ['nothing', '', 'The file is empty'],
    ['blank lines', '\n\n,,\n', 'The file is empty'],
    ['a head', HEAD, 'The file has column names, but no rows'],
    ['a ZIP archive', Buffer.from('PK\u0003\u0004xl/workbook.xml'), NOT_CSV],
    ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), NOT_CSV],
    ['another encoding', Buffer.from('a,b\nGrüße,1', 'latin1'), NOT_UTF8],
    ['half a pair of UTF-16', utf16('\ufeffa,b\n1,\ud83d'), NOT_UTF8],
    ['an odd byte of UTF-16', Buffer.concat([utf16('\ufeffa,b\n1,2'), Buffer.from('a')]), NOT_UTF8],
    [
      'too many columns',
      `${Array.from({ length: MAX_COLUMNS + 1 }, (_, index) => `c${index}`)}\n1`,
      'A file can have up to 30 columns. This one has more',
    ],
    [
      'a long name',
      `${'x'.repeat(201)},b\n1,2`,
      `A column name can have up to 200 characters. This one has more: “${'x'.repeat(40)}…”`,
    ],
    ['too many rows', file(...Array(MAX_ROWS + 1).fill(ROW)), 'A file can have up to 10,000 rows. Split it'],
  ])('with %s', async (_, content, message) => {
    expect(await errorsOf(content)).toEqual([{ field: 'rows', message }]);
  });

  it(`has up to ${MAX_ROWS} rows and ${MAX_COLUMNS} columns`, async () => {
    const head = Array.from({ length: MAX_COLUMNS }, (_, index) => `c${index}`).join();
    const { rows, columns } = await accepted([head, ...Array(MAX_ROWS).fill('1,2')].join('\n'));
    expect([rows.length, columns.length]).toEqual([MAX_ROWS, MAX_COLUMNS]);
  });
});

describe('a hostile file has one fault', () => {
  const large = ROWS_MEGABYTES * MEBIBYTE;
  const tooLong = 'Row 1 is too long. A cell can have up to 2,000 characters. Check line breaks and quotation marks';
  const noise = Buffer.from(Array.from({ length: CHUNK }, (_, at) => (at * at * 31 + at * 7) % 256));
  const readAll = async (unit: Buffer, before = '') => {
    let sent = 0;
    function* chunks() {
      if (before) yield Buffer.from(before);
      const chunk = Buffer.alloc(CHUNK, unit);
      for (; sent < large; sent += CHUNK) yield chunk;
    }
    return { errors: await errorsOf(chunks()), sent };
  };

  it.each<[string, Buffer, string, string, string]>([
    ['quotation marks', Buffer.from('"'), '', 'rows.1', tooLong],
    ['a quotation mark that is not closed', Buffer.from('x,y\n'), 'a,b\n1,"', 'rows.2.b', 'This cell starts with'],
    ['misplaced quotation marks', Buffer.from('"a'), '', 'rows.1', 'Cell 1 of row 1 starts with'],
    ['columns', Buffer.from('a,'), '', 'rows', 'A file can have up to 30 columns. This one has more'],
    ['cells behind a head', Buffer.from('a,'), 'a,b\n', 'rows.2', tooLong.replace('1', '2')],
    ['cells between tabs', Buffer.from('"a"\t'), 'a\tb\n1\t2\n3\t4\n', 'rows.4', tooLong.replace('1', '4')],
    ['a line without a separator', Buffer.from('x'), '', 'rows.1', tooLong],
    ['zero bytes', Buffer.from('\0'), '', 'rows.1', tooLong],
    ['noise', noise, '', 'rows', 'The file isn’t in UTF-8'],
    ['a ZIP archive', noise, 'PK\u0003\u0004', 'rows', 'This file isn’t CSV'],
    ['rows', Buffer.from('a\n'), '', 'rows', 'A file can have up to 10,000 rows. Split it'],
  ])('of %s, before 512 KiB are read', async (_, unit, before, field, message) => {
    const { errors, sent } = await readAll(unit, before);
    expect(errors).toEqual([{ field, message: expect.stringContaining(message) }]);
    expect(sent).toBeLessThan(512 * 1024);
  });

  it('of more megabytes than allowed, and the rest stays unread', async () => {
    let sent = 0;
    function* chunks() {
      yield Buffer.from(`${HEAD}\n`);
      for (const chunk = Buffer.alloc(CHUNK, `${ROW}${' '.repeat(1900)}\n`); sent < 2 * large; sent += CHUNK)
        yield chunk;
    }
    const source = Readable.from(chunks(), { highWaterMark: 1 });
    expect(await readRowFile(source, async () => {})).toEqual({
      errors: [{ field: 'rows', message: 'The file is larger than 10 MB. Split it' }],
    });
    expect(sent).toBeLessThanOrEqual(large + 2 * CHUNK);
    expect(source.destroyed).toBe(false);
  });

  it('of one long chunk, with breaks for the event loop', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    expect(await errorsOf(Buffer.alloc(MEBIBYTE, '\n'))).toEqual([{ field: 'rows', message: 'The file is empty' }]);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(MEBIBYTE / CHUNK);
  });
});

it('rejects with the error of a stream that ends early', async () => {
  const source = new PassThrough();
  source.write(`${file(ROW)}\n`);
  const reading = readRowFile(source, async () => {});
  await turn();
  source.destroy(new Error('aborted'));
  await expect(reading).rejects.toThrow('aborted');
});

it('rejects with the error of its caller', async () => {
  const broken = readRowFile(Readable.from([Buffer.from(file(ROW))]), async () => {
    throw new Error('no store');
  });
  await expect(broken).rejects.toThrow('no store');
});
