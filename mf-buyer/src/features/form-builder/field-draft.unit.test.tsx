import type { Form } from '@piecework/contracts';
import {
  draftsIn,
  type FieldDraft,
  faultsOf,
  formOf,
  namesOf,
  newDraft,
  optionsOf,
  withOptions,
  withValue,
} from './field-draft';

const drafts = (...changes: Partial<FieldDraft>[]): FieldDraft[] =>
  changes.map((change, at) => ({ ...newDraft('text', []), label: 'Total', ...change, id: `f${at + 1}` }));
const messages = (...changes: Partial<FieldDraft>[]) => Object.fromEntries(faultsOf(drafts(...changes)));
const labelled = (...labels: string[]) => drafts(...labels.map((label) => ({ label })));

describe('the name of a field', () => {
  it.each([
    ['Total of the receipt', 'total_of_the_receipt'],
    ['What’s the café called?', 'whats_the_cafe_called'],
    ['2nd name', 'field_2nd_name'],
    ['Constructor', 'field_constructor'],
    ['মোট', 'field_1'],
    ['2026', 'field_1'],
    ['', 'field_1'],
    ['a'.repeat(60), 'a'.repeat(40)],
  ])('is derived from its label: %j', (label, name) => expect(namesOf(labelled(label))).toEqual([name]));

  it('is unique', () => {
    expect(namesOf(labelled('Total', 'Total', 'total'))).toEqual(['total', 'total_2', 'total_3']);
    const long = 'b'.repeat(40);
    expect(namesOf(labelled(long, long))).toEqual([long, `${'b'.repeat(38)}_2`]);
  });

  it('is the typed one, which derived ones avoid', () => {
    expect(namesOf(drafts({}, { name: 'total' }))).toEqual(['total_2', 'total']);
    expect(messages({ name: 'Total!' })['0.name']).toMatch(/^Name must begin with a letter/);
    expect(messages({ name: 'a' }, { name: 'a' })).toEqual({ '1.name': 'Another field has this name' });
  });
});

describe('the options', () => {
  const choice = (options: string, values = '') => drafts({ kind: 'choice', options, values })[0] as FieldDraft;
  const valuesOf = (draft: FieldDraft) => optionsOf(draft).map(({ value }) => value);

  it('have values in any script, which are unique', () => {
    expect(valuesOf(choice('Very good\n\n খুব ভালো \nvery good!\nVery_good\n★'))).toEqual([
      'Very_good',
      'খুব_ভালো',
      'very_good',
      'Very_good_2',
      'option_5',
    ]);
  });

  it('keep typed values while lines around them change', () => {
    let draft = withValue(choice('Yes\nNo'), 1, 'n');
    expect(valuesOf(draft)).toEqual(['Yes', 'n']);
    draft = withOptions(draft, 'Yes\nPerhaps\nNo');
    expect(valuesOf(draft)).toEqual(['Yes', 'Perhaps', 'n']);
    draft = withOptions(draft, 'Perhaps\nNo');
    expect(valuesOf(draft)).toEqual(['Perhaps', 'n']);
    draft = withOptions(draft, 'Perhaps\nNever');
    expect(valuesOf(draft)).toEqual(['Perhaps', 'n']);
  });

  it('are checked one by one and together', () => {
    const of = (options: string, values = '') => messages({ kind: 'choice', options, values });
    expect(of('Yes')).toEqual({ '0.options': 'Give at least 2 options' });
    expect(of(Array.from({ length: 51 }, (_, at) => at).join('\n'))).toEqual({
      '0.options': 'Give at most 50 options',
    });
    expect(of('Yes\n\nYes')).toEqual({ '0.options.1.label': 'Another option is the same' });
    expect(of('Yes\nNo', 'y\ny')).toEqual({ '0.options.1.value': 'Another option is the same' });
    expect(of('Yes\nNo', 'a b\n')['0.options.0.value']).toMatch(/^Value must have letters/);
    expect(of(`Yes\n${'x'.repeat(201)}`)['0.options.1.label']).toMatch(/at most 200/);
  });
});

describe('the settings of a kind', () => {
  it.each<[Partial<FieldDraft>, Record<string, string>]>([
    [{ label: ' ' }, { '0.label': 'Label is required' }],
    [{ help: 'x'.repeat(501) }, { '0.help': 'Help must be at most 500 characters' }],
    [{ maxLength: '501' }, { '0.maxLength': 'Characters must be at most 500' }],
    [{ kind: 'longText', maxLength: '501' }, {}],
    [{ kind: 'number', min: '2', max: '1.5' }, { '0.max': 'This must be at least as large as the lower limit' }],
    [
      { kind: 'number', min: 'two', decimals: '7' },
      { '0.min': 'Smallest value must be a number', '0.decimals': 'Decimals must be at most 6' },
    ],
    [{ kind: 'date', earliest: '2026-02-30' }, { '0.min': 'Earliest day must be a date like 2026-12-31' }],
    [
      { kind: 'date', earliest: '2026-02-03', latest: '2026-01-01' },
      { '0.max': 'This must be at least as large as the lower limit' },
    ],
    [
      { kind: 'choices', options: 'a\nb', fewest: '3' },
      {
        '0.minCount': 'There are fewer options than this',
        '0.maxCount': 'This must be at least as large as the lower limit',
      },
    ],
    [{ kind: 'picture', pictures: '6' }, { '0.maxCount': 'Pictures must be at most 5' }],
    // Of other kinds.
    [{ min: 'two', options: '', pictures: '9' }, {}],
  ])('are checked: %j', (change, faults) => expect(messages(change)).toEqual(faults));

  it('are checked over all fields', () => {
    const picture = { kind: 'picture', pictures: '3' } as const;
    expect(messages({ ...picture, label: 'A' }, { ...picture, label: 'B' })).toEqual({
      '1.maxCount': 'All fields together can have at most 5 pictures',
    });
    expect(faultsOf([])).toEqual(new Map([['', 'Add at least one field.']]));
  });
});

const FORM: Form = {
  fields: [
    { kind: 'text', name: 'shop', label: 'Shop', help: 'As printed', required: true, maxLength: 80, format: 'https' },
    { kind: 'longText', name: 'text', label: 'Note', required: false },
    { kind: 'number', name: 'total', label: 'Total', required: true, min: '-1.5', max: '1000', decimals: 2 },
    { kind: 'date', name: 'day', label: 'Day', required: true, min: '2026-01-01', max: '2026-12-31' },
    {
      kind: 'choice',
      name: 'currency',
      label: 'Currency',
      required: true,
      options: [
        { value: 'BDT', label: 'Taka' },
        { value: 'Euro', label: 'Euro' },
      ],
    },
    {
      kind: 'choices',
      name: 'goods',
      label: 'Goods',
      required: true,
      options: [
        { value: 'Rice', label: 'Rice' },
        { value: 'Salt', label: 'Salt' },
      ],
      minCount: 1,
      maxCount: 2,
    },
    { kind: 'picture', name: 'receipt', label: 'Receipt', required: false, maxCount: 2 },
  ],
};

describe('a form', () => {
  it('of every kind is the same after editing nothing', () => {
    const read = draftsIn(JSON.stringify(FORM));
    expect(formOf(read)).toEqual(FORM);
    expect(formOf(draftsIn(JSON.stringify(read)))).toEqual(FORM);
    expect(faultsOf(read).size).toBe(0);
  });

  it('keeps names and values only where they would not be derived', () => {
    const [shop, note, , , currency] = draftsIn(JSON.stringify(FORM));
    expect([shop?.name, note?.name, currency?.values]).toEqual(['', 'text', 'BDT\n']);
  });

  it('has canonical values, and no empty ones', () => {
    const typed = {
      kind: 'number',
      label: ' Total\t',
      min: '০1,000.50',
      max: ' ',
      decimals: '২',
      help: ' ',
      required: false,
    } as const;
    expect(formOf(drafts(typed)).fields).toEqual([
      { kind: 'number', name: 'total', label: 'Total', required: false, min: '1000.50', decimals: 2 },
    ]);
  });
});

describe('boxes', () => {
  const boxes = { kind: 'boxes', label: 'Cars', options: 'Car', boxes: '9', column: 'photo' } as const;

  it('need one label, and have a column and a number of boxes', () => {
    expect(formOf(drafts(boxes)).fields[0]).toMatchObject({
      options: [{ value: 'Car', label: 'Car' }],
      maxCount: 9,
      column: 'photo',
    });
    expect(messages(boxes)).toEqual({});
    expect(messages({ ...boxes, options: '' })).toEqual({ '0.options': 'Give at least 1 label' });
  });

  it('are of batches only', () => {
    expect([...faultsOf(drafts(boxes), false).keys()]).toEqual(['0.kind']);
  });
});

describe('a stored text', () => {
  it.each(['', 'null', '7', '"x"', '{', '{}', '{"fields":[{"kind":"lines"}]}', '[null]', '[{"kind":"lines"}]', '[[]]'])(
    'that no builder wrote has no fields: %s',
    (text) => expect(draftsIn(text)).toEqual([]),
  );

  it('that is malformed in part keeps the rest', () => {
    const stored = [
      { kind: 'text', id: 'x', label: 'Shop', help: 7, format: 'html' },
      null,
      { kind: 'date', label: 'Day' },
    ];
    expect(draftsIn(JSON.stringify(stored))).toMatchObject([
      { id: 'f1', kind: 'text', label: 'Shop', help: '', format: 'any', required: true },
      { id: 'f2', kind: 'date', label: 'Day' },
    ]);
  });
});
