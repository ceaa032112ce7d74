import fc from 'fast-check';
import { nameRule, taskRules, wholeNumberRule } from './field-rules';
import { text, title, wholeNumber } from './schemas';
import {
  cleanAccountNumber,
  cleanEmail,
  cleanLine,
  cleanText,
  EMAIL_PATTERN,
  parseWholeNumber,
  searchKey,
} from './text';

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
    expect(text(taskRules.taskDetail).parse(typed)).toBe(shown);
  });

  test('has blanks for line breaks and tabs on one line', () => {
    expect(cleanLine('Name\vof a\tperson\r\n\r\nhere\u0007')).toBe('Name of a person here');
    expect(title(taskRules.taskTitle).parse('\fWatch\va video\u0000')).toBe('Watch a video');
  });

  test('that contains nothing else is missing', () => {
    for (const schema of [title(nameRule), text(nameRule)])
      expect(schema.safeParse('\f\v \u0000').error?.issues.map(({ message }) => message)).toEqual(['Name is required']);
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
    expect(wholeNumber(wholeNumberRule('Coin', -5)).parse(typed)).toBe(number);
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
    expect(wholeNumber(wholeNumberRule('Coin', 0)).safeParse(typed).success).toBe(false);
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

describe('an account number', () => {
  test.each([
    ['bkash', '+8801712345678', '01712345678'],
    ['nagad', '+880 (0)1712-345 678', '01712-345678'],
    ['rocket', '00880-1712345678-9', '01712345678-9'],
    ['bkash', '(017) 12345678', '01712345678'],
    ['bkash', '01712–345−678', '01712-345-678'],
    ['bkash', '\u202a\u200e01712345678\u202c\ufeff', '01712345678'],
    ['bkash', '০১৭১২ ৩৪৫৬৭৮', '01712345678'],
    ['bkash', '880', '880'],
    ['other', 'GB29 NWBK\u00a06016', 'GB29NWBK6016'],
    ['other', '+8801712345678', '+8801712345678'],
    ['other', 'anna\u200b@bank', 'anna@bank'],
  ])('of %s is read from %j', (system, typed, stored) => {
    expect(cleanAccountNumber(system, typed)).toBe(stored);
    expect(cleanAccountNumber(system, stored)).toBe(stored);
  });
});

describe('a search key', () => {
  test.each([
    ['য় in one and in two code points', '\u09df', '\u09af\u09bc'],
    ['vowel signs in one and in two parts', '\u09cb', '\u09c7\u09be'],
    ['accents', '\u00e9', 'E\u0301'],
    ['full width', 'ＡＢＣ１２', 'abc12'],
    ['quotes', '’a‘ “b”', '\'a\' "b"'],
    ['dashes', 'a–b−c‑d', 'a-b-c-d'],
    ['joiners and hidden characters', 'ক্\u200cষ র\u200d্যাব a\u00adb\ufeff', 'ক্ষ র্যাব ab'],
    ['khanda ta', 'হঠাত্\u200d', 'হঠাৎ'],
    ['digits', '২০২৬', '2026'],
    ['blanks', 'a\u00a0 \tb', 'a b'],
    ['case', 'STRASSE İ ΣΑΣ', 'straße i σασ'],
  ])('is equal for %s', (_, one, other) => {
    expect(searchKey(one)).toBe(searchKey(other));
  });

  test('keeps accents, and the line feeds between fields', () => {
    expect(searchKey('Café\nAnn')).toBe('café\nann');
    expect(searchKey('é')).not.toBe(searchKey('e'));
  });

  test('of a key is the key, also of one in lower case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(searchKey(searchKey(value))).toBe(searchKey(value));
        expect(searchKey(value.toLowerCase())).toBe(searchKey(value));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('an email address', () => {
  it.each([
    ['name@müller.de', 'name@xn--mller-kva.de'],
    ['name@MÜLLER.de', 'name@xn--mller-kva.de'],
    ['name@xn--mller-kva.de', 'name@xn--mller-kva.de'],
    ['name@mu\u0308ller.de', 'name@xn--mller-kva.de'],
    ['name@উদাহরণ.বাংলা', 'name@xn--d5b6ci4b4b3a.xn--54b7fta0cc'],
    ['name@example。com', 'name@example.com'],
    [' A&B@Example.com ', 'a&b@example.com'],
    ["o'hara+tag=1/2@mail.example.co.uk", "o'hara+tag=1/2@mail.example.co.uk"],
  ])('%s is stored as %s', (typed, stored) => {
    expect(cleanEmail(typed)).toBe(stored);
    expect(cleanEmail(stored)).toBe(stored);
    expect(stored).toMatch(EMAIL_PATTERN);
  });

  it.each([
    ...['', 'name', '@example.com', 'name@', 'name@example', 'a b@example.com', 'a@b@example.com'],
    ...['.name@example.com', 'name.@example.com', 'a..b@example.com', '"a b"@example.com', 'a,b@example.com'],
    ...['name@-example.com', 'name@example-.com', 'name@exa_mple.com', 'name@example..com', 'name@example.com.'],
    ...['name@127.0.0.1', 'name@[127.0.0.1]', 'name@müller.de/x', 'name@müller.de:80'],
    ...['name@müller.de?x', 'name@müller.de#x', 'name@xn--.com', '<a>@example.com', 'নাম@example.com'],
    `${'a'.repeat(65)}@example.com`,
  ])('%s is refused', (typed) => {
    expect(cleanEmail(typed)).not.toMatch(EMAIL_PATTERN);
  });

  it('with a domain that is too long is not mapped', () => {
    const typed = `name@${'ü'.repeat(255)}.de`;
    expect(cleanEmail(typed)).toBe(typed);
  });
});
