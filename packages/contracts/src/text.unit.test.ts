import fc from 'fast-check';
import { longText, title, wholeNumber } from './schemas';
import { cleanLine, cleanText, parseWholeNumber } from './text';

describe('a pasted text', () => {
  test.each([
    ['vertical tabs, the line breaks of a word processor', 'a\vb', 'a\nb'],
    ['form feeds, its page breaks', 'a\fb', 'a\nb'],
    ['the line breaks of other systems', 'a\r\nb\rc\u0085d\u2028e\u2029f', 'a\nb\nc\nd\ne\nf'],
    ['control characters', 'a\u0000b\u0007c\u001bd\u007fe\u009ff', 'abcdef'],
    ['byte order marks and code points that are no characters', '\ufeffa\ufeffb\ufffec\u{1ffff}', 'abc'],
    ['halves of pairs', 'a\ud83d \ude00b', 'a\ufffd \ufffdb'],
    [
      'tabs, joiners, direction marks and emoji',
      'a\tb ক্‌ষ র‍্যাব 👩‍👩‍👧 \u2067א\u2069',
      'a\tb ক্‌ষ র‍্যাব 👩‍👩‍👧 \u2067א\u2069',
    ],
  ])('with %s', (_, typed, shown) => {
    expect(cleanText(typed)).toBe(shown);
    expect(longText('Task Detail').parse(typed)).toBe(shown);
  });

  test('has blanks for line breaks and tabs on one line', () => {
    expect(cleanLine('Name\vof a\tperson\r\n\r\nhere\u0007')).toBe('Name of a person here');
    expect(title('Task Title').parse('\fWatch\va video\u0000')).toBe('Watch a video');
  });

  test('that contains nothing else is missing', () => {
    for (const schema of [title('Name'), longText('Name')])
      expect(schema.safeParse('\f\v \u0000').error?.issues.map(({ message }) => message)).toEqual([
        'Name is required',
      ]);
  });

  test('is clean after once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(cleanText(cleanText(typed))).toBe(cleanText(typed));
        expect(cleanLine(cleanLine(typed))).toBe(cleanLine(typed));
      }),
    );
  });
});

describe('a whole number', () => {
  test.each([
    ['1000', 1000],
    [' 1,000 ', 1000],
    ['1 000', 1000],
    ['1\u202f000\u00a0000', 1_000_000],
    ['1,00,000', 100_000],
    ['10,00,000', 1_000_000],
    ['১,০০০', 1000],
    ['২০০', 200],
    ['１０', 10],
    ['\u200e200\u200f', 200],
    ['-5', -5],
    ['−5', -5],
    ['007', 7],
    ['0', 0],
  ])('is read from %j', (typed, number) => {
    expect(parseWholeNumber(typed)).toBe(number);
    expect(wholeNumber('Coin', -5).parse(typed)).toBe(number);
  });

  test.each([
    '',
    ' ',
    '1,5',
    '1.5',
    '1.000',
    '1,00',
    '1000,000',
    ',100',
    '100,',
    '1,,000',
    '1e3',
    '0x10',
    'ten',
    '১.৫',
    '1 5',
  ])('is not read from %j', (typed) => {
    expect(parseWholeNumber(typed)).toBeNaN();
    expect(wholeNumber('Coin', 0).safeParse(typed).success).toBe(false);
  });

  test('is read from every usual form', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.constantFrom('en-US', 'en-IN', 'bn-BD', 'fr-FR'),
        (number, locale) => {
          expect(parseWholeNumber(number.toLocaleString(locale))).toBe(number);
        },
      ),
    );
  });
});
