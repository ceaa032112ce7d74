import type { FormField } from '@piecework/contracts/forms';
import { agreedValues, answersNeeded, isPageComplete, valuesOf } from './page.completion';

const OPTIONS = ['cat', 'dog', 'cow'].map((value) => ({ value, label: value }));
const FIELDS: FormField[] = [
  { kind: 'choice', name: 'animal', label: 'Animal', required: true, options: OPTIONS },
  { kind: 'choices', name: 'seen', label: 'Seen', required: false, options: OPTIONS },
  { kind: 'number', name: 'total', label: 'Total', required: false, decimals: 2 },
  { kind: 'date', name: 'day', label: 'Day', required: false },
  { kind: 'text', name: 'note', label: 'Note', required: false },
];
const figures = { rows: 3, pages: 2, rowsPerPage: 2, overlap: { max: 3 } };
const values = (answers: Parameters<typeof valuesOf>[2]['answers'], rows?: number[]) =>
  valuesOf(FIELDS, figures, { page: 1, answers, ...(rows && { rows }) });
const given = (...texts: string[]) => texts.map((text) => [...text]);

describe('the compared values of an answer', () => {
  it('are those of choices, numbers and dates, in each row', () => {
    const full = { animal: 'cat', seen: ['cat', 'dog'], total: '41.50', day: '2026-11-29', note: 'a cat' };
    expect(values([full, { animal: 'dog', note: 'woof' }])).toEqual(
      values([{ ...full, note: 'another text' }, { animal: 'dog' }]),
    );
    expect(values([full])).toHaveLength(8);
    for (const other of [{ animal: 'dog' }, { seen: ['cat'] }, { total: '41.51' }, { day: '2026-11-30' }])
      expect(values([{ ...full, ...other }])).not.toEqual(values([full]));
    expect(valuesOf(FIELDS, figures, { page: 2, answers: [full] })).toHaveLength(4);
  });

  it.each([
    ['1.50', '1.5'],
    ['100.00', '100'],
    ['0.0', '0'],
  ])('are numbers by value: %s is %s', (total, same) => {
    expect(values([{ total }])).toEqual(values([{ total: same }]));
    expect(values([{ total: '10' }])).not.toEqual(values([{ total: '1' }]));
  });

  it('are in the order of the file, however the worker saw the rows', () => {
    const [one, two] = [{ animal: 'cat' }, { animal: 'dog' }];
    expect(values([two, { animal: 'cow' }, one], [2, 9, 1])).toEqual(values([one, two]));
  });
});

describe('agreement', () => {
  it.each([
    ['all answers', given('aa', 'aa'), 1, ['a', 'a']],
    ['a share of them', given('a', 'a', 'b'), 0.6, ['a']],
    ['two of three, which is written as 0.67', given('a', 'a', 'b'), 0.67, ['a']],
    ['too few', given('a', 'a', 'b'), 0.7, null],
    [
      'an empty field beside another',
      [
        ['', 'a'],
        ['', 'a'],
      ],
      1,
      ['', 'a'],
    ],
    [
      'empty fields alone',
      [
        ['', ''],
        ['', ''],
      ],
      1,
      null,
    ],
    ['all but one field', given('ab', 'ac'), 1, null],
    ['a tie', given('a', 'b'), 0.5, null],
    ['nothing to compare', [[], []], 1, null],
    ['no answer', [], 1, null],
  ])('of %s', (_, answers, agreement, agreed) => {
    expect(agreedValues(answers, { overlap: { max: 3 }, agreement })).toEqual(agreed);
  });

  it('completes a page from the fewest answers on, the most always do', () => {
    const rule = { overlap: { min: 2, max: 3 } };
    expect(isPageComplete(given('a'), rule)).toBe(false);
    expect(isPageComplete(given('a', 'a'), rule)).toBe(true);
    expect(isPageComplete(given('a', 'b'), rule)).toBe(false);
    expect(isPageComplete(given('a', 'b', 'c'), rule)).toBe(true);
    expect(isPageComplete(given('a', 'a'), { overlap: { max: 3 } })).toBe(false);
  });
});

it.each([
  ['the fewest at first', given(), 1, 2],
  ['the fewest still', given('a'), 1, 2],
  ['all of them where agreement is out of reach', given('a', 'b'), 1, 5],
  ['one more that may decide', given('a', 'b'), 0.6, 3],
  ['one more also of 0.67', given('a', 'b'), 0.67, 3],
  ['two more', given('a', 'b', 'c'), 0.6, 5],
  ['what its worst field needs', given('aa', 'ab'), 0.6, 3],
])('a page needs %s', (_, answers, agreement, needed) => {
  expect(answersNeeded(answers, { overlap: { min: 2, max: 5 }, agreement })).toBe(needed);
  expect(answersNeeded(answers, { overlap: { max: 5 }, agreement })).toBe(5);
});
