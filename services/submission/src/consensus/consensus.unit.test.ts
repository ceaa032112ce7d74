import type { FieldValue, FormField } from '@piecework/contracts/forms';
import { rowConsensus, type Vote } from './consensus';

const base = { name: 'f', label: 'F', required: false };
const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
const CHOICE: FormField = { ...base, kind: 'choice', options };
const CHOICES: FormField = { ...base, kind: 'choices', options };
const NUMBER: FormField = { ...base, kind: 'number', decimals: 2 };
const DATE: FormField = { ...base, kind: 'date' };
const TEXT: FormField = { ...base, kind: 'text' };
const PICTURE: FormField = { ...base, kind: 'picture' };

const BOXES: FormField = { ...base, kind: 'boxes', options };

const votes = (values: readonly (FieldValue | undefined)[]): Vote[] =>
  values.map((value, at): Vote => ({ workerId: `w${at}`, answer: value === undefined ? {} : { f: value } }));
const consensus = (field: FormField, ...values: (FieldValue | undefined)[]) => rowConsensus([field], votes(values))?.f;

test.each<[string, FormField, (FieldValue | undefined)[], object]>([
  ['the option that most chose', CHOICE, ['b', 'a', 'b'], { value: 'b', share: 2 / 3 }],
  ['most, not half', CHOICE, ['a', 'a', 'b', 'c', undefined], { value: 'a', share: 0.4 }],
  ['no option of a tie', CHOICE, ['a', 'b'], { share: 0.5, isUndecided: true }],
  ['one answer alone', CHOICE, ['c'], { value: 'c', share: 1 }],
  ['nothing, where most chose nothing', CHOICE, [undefined, 'a', undefined], { share: 2 / 3 }],
  [
    'options of more than half',
    CHOICES,
    [
      ['a', 'b'],
      ['a', 'c'],
      ['a', 'b'],
    ],
    { value: ['a', 'b'], share: 2 / 3 },
  ],
  [
    'options in their order',
    CHOICES,
    [
      ['b', 'a'],
      ['b', 'a'],
    ],
    { value: ['a', 'b'], share: 1 },
  ],
  ['not the options of a tie', CHOICES, [['a', 'b'], ['a']], { value: ['a'], share: 0.5, isUndecided: true }],
  ['no option, where most chose none', CHOICES, [undefined, undefined, ['a']], { share: 2 / 3 }],
  ['numbers by their value', NUMBER, ['41.50', '7', '41.5', '41.5'], { value: '41.5', share: 0.75 }],
  ['the median of different numbers', NUMBER, ['7', '100', '9'], { value: '9', share: 1 / 3, isMedian: true }],
  ['of an even count the lower one', NUMBER, ['10', '9.5'], { value: '9.5', share: 0.5, isMedian: true }],
  ['the median of two groups', NUMBER, ['5', '5', '-2', '-2.0'], { value: '-2', share: 0.5, isMedian: true }],
  ['whole numbers with noughts', NUMBER, ['100', '1'], { value: '1', share: 0.5, isMedian: true }],
  ['the number beside nothing', NUMBER, ['7', undefined], { value: '7', share: 0.5, isMedian: true }],
  ['the day that most gave', DATE, ['2026-11-29', '2026-11-28', '2026-11-29'], { value: '2026-11-29', share: 2 / 3 }],
  ['texts without case and blanks', TEXT, ['Shop  A', 'shop a', 'Shop  A'], { value: 'Shop  A', share: 1 }],
  ['texts in one form of letters', TEXT, ['caf\u00e9', 'cafe\u0301', 'tea'], { value: 'cafe\u0301', share: 2 / 3 }],
  ['no text of different ones', TEXT, ['one', 'two', 'three'], { share: 1 / 3, isUndecided: true }],
])('gives %s', (_what, field, values, expected) => {
  expect(consensus(field, ...values)).toEqual(expected);
});

const box = (x: number, width = 0.4, label = 'a') => ({ label, x, y: 0.2, width, height: 0.5 });

test.each<[string, FieldValue[], object]>([
  ['around one thing as their median', [[box(0.1)], [box(0.16)], [box(0.12)]], { value: [box(0.12)], share: 1 }],
  ['the mean of two in the middle', [[box(0.1)], [box(0.12)]], { value: [box(0.11)], share: 1 }],
  ['that half of the answers have', [[box(0.1), box(0.6)], [box(0.1)]], { value: [box(0.1), box(0.6)], share: 0.5 }],
  ['but not of one in three', [[box(0.1), box(0.6)], [box(0.1)], [box(0.1)]], { value: [box(0.1)], share: 2 / 3 }],
  ['of one label each', [[box(0.1)], [box(0.1, 0.4, 'b')], [box(0.1)]], { value: [box(0.1)], share: 2 / 3 }],
  [
    'apart, though one answer drew two',
    [[box(0.1), box(0.12)], [box(0.1)]],
    { value: [box(0.1), box(0.12)], share: 0.5 },
  ],
  ['of different things not at all', [[box(0)], [box(0.3)], [box(0.6)]], { share: 2 / 3 }],
  ['inside the picture', [[box(0.2, 0.8)], [box(0.5, 0.5)], [box(0.45, 0.55)]], { value: [box(0.45, 0.55)], share: 1 }],
])('gives boxes %s', (_what, values, expected) => {
  expect(consensus(BOXES, ...values)).toEqual(expected);
  expect(consensus(BOXES, ...values.toReversed())).toEqual(expected);
});

test('pictures have no consensus, a row without answers that count has none at all', () => {
  expect(rowConsensus([PICTURE], votes([['p']]))).toEqual({});
  expect(rowConsensus([CHOICE], [])).toBeUndefined();
});

test('the order of the answers changes nothing', () => {
  const fields = [CHOICE, CHOICES, NUMBER, DATE, TEXT].map((field, at) => ({ ...field, name: `f${at}` }));
  const values: [string, string[], string, string, string][] = [
    ['a', ['a', 'b'], '1.50', '2026-01-01', 'Shop A'],
    ['b', ['b'], '2', '2026-01-02', 'shop a'],
    ['b', ['b', 'c'], '1.5', '2026-01-01', 'SHOP  A'],
    ['a', ['a'], '2.0', '2026-01-02', 'Shop B'],
  ];
  const all = values.map(([f0, f1, f2, f3, f4], at) => ({ workerId: `w${at}`, answer: { f0, f1, f2, f3, f4 } }));
  const expected = rowConsensus(fields, all);
  for (const order of [
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [2, 0, 3, 1],
  ])
    expect(
      rowConsensus(
        fields,
        order.map((at) => all[at] as Vote),
      ),
    ).toEqual(expected);
});
