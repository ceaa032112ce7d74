import { lowerMedian, median } from './median';

test.each([
  ['the middle one', [9, 100, 10], 10],
  ['the mean of the two in the middle', [4, 1, 100, 2], 3],
  ['nothing of none', [], undefined],
])('a median is %s', (_what, numbers, found) => {
  expect(median(numbers)).toBe(found);
});

test.each([
  ['the middle one', ['b', 'c', 'a'], 'b'],
  ['the first of the two in the middle', ['d', 'a', 'c', 'b'], 'b'],
  ['nothing of none', [], undefined],
])('a lower median is %s', (_what, texts, found) => {
  expect(lowerMedian(texts, (a, b) => (a < b ? -1 : 1))).toBe(found);
});
