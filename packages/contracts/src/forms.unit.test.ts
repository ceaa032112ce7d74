import { answerText, cellOf, type FormField, formFaults, readAnswer, readField } from './forms';
import { form as formSchema } from './schemas';

const base = { name: 'total', label: 'Total', required: true } as const;
const options = [
  { value: 'cat', label: 'A cat' },
  { value: 'dog', label: 'A dog' },
  { value: 'owl', label: 'An owl' },
];
const PICTURES = ['https://i.example.com/a.png', 'https://i.example.com/b.png'];

const read = (field: FormField, typed: unknown) => {
  const { ok, ...rest } = readField(field, typed, PICTURES);
  return ok ? (rest as { value: unknown }).value : `! ${(rest as { fault: string }).fault}`;
};

const cents: FormField = { ...base, kind: 'number', decimals: 2, min: '-0.5', max: '1000' };

describe('readField', () => {
  it.each<[unknown, unknown]>([
    ['41.50', '41.50'],
    ['০৪১.৫', '41.5'],
    ['1,000', '1000'],
    ['-0', '0'],
    ['-0.00', '0.00'],
    [0.1, '0.1'],
    ['−0.5', '-0.5'],
    ['0.30000000000000004', '! This answer can have at most 2 digits behind the point'],
    ['-0.51', '! This answer must be at least -0.5'],
    ['1000.01', '! This answer must be at most 1000'],
    ['1,5', '! This answer must be a number like 41.50'],
    ['1e3', '! This answer must be a number like 41.50'],
    [1e21, '! This answer must be a number like 41.50'],
    ['', '! This answer is required'],
    [' ', '! This answer is required'],
    [null, '! This answer is required'],
    [[], '! This answer is required'],
    [{}, '! This answer must be text'],
    [true, '! This answer must be text'],
  ])('reads a number: %j', (typed, value) => expect(read(cents, typed)).toBe(value));

  it('reads numbers beyond the exact integers of JavaScript by their value', () => {
    const field: FormField = { ...base, kind: 'number', max: '900719925474099' };
    expect(read(field, '900719925474099')).toBe('900719925474099');
    expect(read(field, '900719925474100')).toBe('! This answer must be at most 900719925474099');
    expect(read({ ...base, kind: 'number' }, '1234567890123456')).toMatch(/at most 15 digits/);
    expect(read({ ...base, kind: 'number' }, '1.5')).toBe('! This answer must be a whole number');
  });

  it.each([
    ['2026-02-28', '2026-02-28'],
    ['2026/2/8', '2026-02-08'],
    ['31.12.2026', '2026-12-31'],
    ['12/31/2026', '2026-12-31'],
    ['৩১-১২-২০২৬', '2026-12-31'],
    ['5/5/2026', '2026-05-05'],
    ['5/6/2026', '! This answer must be a date like 2026-12-31'],
    ['2026-02-30', '! This answer must be a date like 2026-12-31'],
    ['2025-12-31', '! This answer must be 2026-01-01 or later'],
    ['2027-01-01', '! This answer must be 2026-12-31 or earlier'],
  ])('reads a day: %s', (typed, value) =>
    expect(read({ ...base, kind: 'date', min: '2026-01-01', max: '2026-12-31' }, typed)).toBe(value),
  );

  it.each<[FormField, unknown, unknown]>([
    [{ ...base, kind: 'text' }, ' two\nlines ', 'two lines'],
    [{ ...base, kind: 'text' }, 'x'.repeat(501), '! This answer must be at most 500 characters'],
    [{ ...base, kind: 'text', maxLength: 2 }, '😀😀', '😀😀'],
    [{ ...base, kind: 'text', maxLength: 2 }, 'abc', '! This answer must be at most 2 characters'],
    [{ ...base, kind: 'text' }, '\u200b', '! This answer must contain a visible character'],
    [{ ...base, kind: 'text', format: 'email' }, 'Me@Example.com', 'me@example.com'],
    [{ ...base, kind: 'text', format: 'email' }, 'me', '! This answer must look like name@example.com'],
    [{ ...base, kind: 'text', format: 'digits' }, '০১২', '012'],
    [{ ...base, kind: 'text', format: 'digits' }, '12a', '! This answer can only have digits'],
    [{ ...base, kind: 'text', format: 'https' }, 'https://a.example/x', 'https://a.example/x'],
    [
      { ...base, kind: 'text', format: 'https' },
      'javascript:alert(1)',
      '! This answer must be an address that begins with https://',
    ],
    [{ ...base, kind: 'longText' }, 'a\r\nb', 'a\nb'],
  ])('reads a text: %j %j', (field, typed, value) => expect(read(field, typed)).toBe(value));

  it.each<[FormField, unknown, unknown]>([
    [{ ...base, kind: 'choice', options }, 'cat', 'cat'],
    [{ ...base, kind: 'choice', options }, 'A cat', '! Choose one of the options'],
    [{ ...base, kind: 'choice', options }, ['cat'], '! This answer must be text'],
    [{ ...base, kind: 'choices', options }, ['owl', 'cat', 'owl'], ['cat', 'owl']],
    [{ ...base, kind: 'choices', options }, ['cow'], '! Choose one of the options'],
    [{ ...base, kind: 'choices', options }, 'cat', '! This answer must be a list of texts'],
    [{ ...base, kind: 'choices', options, minCount: 2 }, ['cat'], '! Choose at least 2'],
    [{ ...base, kind: 'choices', options, maxCount: 1 }, ['cat', 'dog'], '! Choose at most 1'],
    [{ ...base, kind: 'picture' }, PICTURES, '! Add one picture only'],
    [{ ...base, kind: 'picture', maxCount: 2 }, PICTURES, PICTURES],
    [
      { ...base, kind: 'picture' },
      ['https://else.example/x.png'],
      '! Send the addresses of the pictures as attachments, too',
    ],
  ])('reads choices and pictures: %j %j', (field, typed, value) => expect(read(field, typed)).toEqual(value));

  it('reads boxes', () => {
    const boxes = { ...base, kind: 'boxes', options } satisfies FormField;
    const drawn = { label: 'owl', x: 0, y: 0.25, width: 0.5, height: 0.5 };
    expect(read(boxes, [drawn])).toEqual([drawn]);
    expect(read(boxes, 'owl')).toBe('! This answer must be a list of boxes');
    expect(read(boxes, [])).toBe('! This answer is required');
    expect(read(boxes, Array(51).fill(drawn))).toBe('! Draw at most 50 boxes');
  });

  it('has no value for an empty field that is not required', () => {
    expect(read({ ...base, required: false, kind: 'date' }, '')).toBeUndefined();
    expect(read({ ...base, required: false, kind: 'choices', options, minCount: 2 }, [])).toBeUndefined();
  });
});

const fields: FormField[] = [
  cents,
  { name: 'animals', label: 'Animals', required: false, kind: 'choices', options },
  { name: 'note', label: 'Note', required: false, kind: 'longText' },
];

describe('readAnswer', () => {
  it('returns the values, and the text for clients without forms', () => {
    const read = readAnswer(fields, { total: '41.50', animals: ['owl', 'cat'], note: '' }, []);
    expect(read).toEqual({ ok: true, answer: { total: '41.50', animals: ['cat', 'owl'] } });
    if (read.ok) expect(answerText(fields, read.answer)).toBe('Total: 41.50\nAnimals: A cat, An owl');
  });
  it('returns all faults by field', () => {
    expect(readAnswer(fields, { animals: ['cow'], sum: '1' }, [])).toEqual({
      ok: false,
      faults: [
        { name: 'total', message: 'This answer is required' },
        { name: 'animals', message: 'Choose one of the options' },
        { name: 'sum', message: 'The form has no such field' },
      ],
    });
  });
  it('names a fault of a box by its path, and boxes by label, place and size', () => {
    const boxes: FormField[] = [{ name: 'birds', label: 'Birds', required: true, kind: 'boxes', options }];
    const owl = { label: 'owl', x: 0, y: 0.25, width: 0.5, height: 0.5 };
    expect(readAnswer(boxes, { birds: [owl, { ...owl, width: 0 }] }, [])).toEqual({
      ok: false,
      faults: [{ name: 'birds.1.width', message: 'Box 2 is too small' }],
    });
    expect(answerText(boxes, { birds: [owl, { ...owl, label: 'cat' }] })).toBe(
      'Birds: An owl (left 0%, top 25%, width 50%, height 50%), A cat (left 0%, top 25%, width 50%, height 50%)',
    );
    expect(cellOf([owl])).toBe('[{"label":"owl","x":0,"y":0.25,"width":0.5,"height":0.5}]');
    expect([cellOf('owl'), cellOf(['cat', 'owl'])]).toEqual(['owl', 'cat owl']);
  });

  it('takes no answer without a value, and nothing of the prototype', () => {
    const open = fields.map((field) => ({ ...field, required: false }));
    expect(readAnswer(open, {}, [])).toEqual({
      ok: false,
      faults: [{ name: '', message: 'Answer at least one question' }],
    });
    expect(readAnswer(fields, JSON.parse('{"total":"1","__proto__":"x"}'), [])).toMatchObject({ ok: false });
  });
});

describe('a form', () => {
  const faultsOf = (given: unknown) => {
    const parsed = formSchema.safeParse({ fields: given });
    return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  };
  it('keeps bounds as decimal strings and is optional unless it is required', () => {
    const given = { kind: 'number', name: 'total', label: ' Total\u202e ', min: 0.1, max: '1,000.50' };
    expect(formSchema.parse({ fields: [given] })).toEqual({
      fields: [{ kind: 'number', name: 'total', label: 'Total', required: false, min: '0.1', max: '1000.50' }],
    });
  });
  it.each<[unknown, string[]]>([
    ['x', ['fields: Fields must be a list']],
    [[], ['fields: Give at least one field']],
    [
      Array.from({ length: 21 }, (_, n) => ({ ...base, name: `f${n}`, kind: 'text' })),
      ['fields: Give at most 20 fields'],
    ],
    [
      [{ ...base, kind: 'lines' }],
      ['fields.0.kind: Kind must be one of text, longText, number, date, choice, choices, picture, boxes'],
    ],
    [[{ kind: 'text' }], ['fields.0.name: Name is required', 'fields.0.label: Label is required']],
    [
      [{ ...base, name: '1a', kind: 'text' }],
      ['fields.0.name: Name must begin with a letter from a to z, and have at most 40 letters, digits and underscores'],
    ],
    [[{ ...base, name: 'constructor', kind: 'text' }], ['fields.0.name: Choose another name']],
    [[{ ...base, kind: 'text', maxLength: 501 }], ['fields.0.maxLength: Characters must be at most 500']],
    [[{ ...base, kind: 'number', min: 'x' }], ['fields.0.min: Smallest value must be a number']],
    [
      [{ ...base, kind: 'number', min: 2, max: 1.5 }],
      ['fields.0.max: This must be at least as large as the lower limit'],
    ],
    [[{ ...base, kind: 'date', min: '2026-13-01' }], ['fields.0.min: Earliest day must be a date like 2026-12-31']],
    [
      [{ ...base, kind: 'date', min: '2026-02-01', max: '2026-01-01' }],
      ['fields.0.max: This must be at least as large as the lower limit'],
    ],
    [[{ ...base, kind: 'choice', options: options.slice(0, 1) }], ['fields.0.options: Give at least 2 options']],
    [
      [{ ...base, kind: 'choice', options: [...options, options[0]] }],
      ['fields.0.options.3.value: Another option is the same', 'fields.0.options.3.label: Another option is the same'],
    ],
    [
      [
        {
          ...base,
          kind: 'choice',
          options: [
            { value: 'a b', label: 'A' },
            { value: 'b', label: 'B' },
          ],
        },
      ],
      ['fields.0.options.0.value: Value must have letters, digits, dots, dashes and underscores only, and at most 60'],
    ],
    [
      [{ ...base, kind: 'choices', options, minCount: 4 }],
      [
        'fields.0.minCount: There are fewer options than this',
        'fields.0.maxCount: This must be at least as large as the lower limit',
      ],
    ],
    [
      [
        { ...base, kind: 'text' },
        { ...base, kind: 'date' },
      ],
      ['fields.1.name: Another field has this name'],
    ],
    [
      [
        { ...base, name: 'a', kind: 'picture', maxCount: 4 },
        { ...base, name: 'b', kind: 'picture', maxCount: 2 },
      ],
      ['fields.1.maxCount: All fields together can have at most 5 pictures'],
    ],
  ])('names what is wrong: %j', (given, faults) => expect(faultsOf(given)).toEqual(faults));
  it('has no fault between values when each is right', () => expect(formFaults(fields)).toEqual([]));
});
