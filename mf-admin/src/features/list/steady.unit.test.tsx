import { steady } from './steady';

const idOf = (row: string) => row.charAt(0);
const show = (shown: string[], answer: string[], finished: string[] = []) =>
  steady(shown, answer, { idOf, finished: new Set(finished) });

test('rows that come last are added, and what changed changes in place', () => {
  expect(show(['a', 'b'], ['a!', 'b', 'c'])).toEqual({ rows: ['a!', 'b', 'c'], waiting: 0 });
});

test('rows that would push others down wait', () => {
  expect(show(['c', 'd'], ['a', 'b', 'c', 'd'])).toEqual({ rows: ['c', 'd'], waiting: 2 });
});

test('a row that somebody else ended stays where it was', () => {
  expect(show(['a', 'b', 'c'], ['a', 'c', 'd']).rows).toEqual(['a', 'b', 'c', 'd']);
});

test('a row that this person ended goes', () => {
  expect(show(['a', 'b', 'c'], ['a', 'c', 'd'], ['b']).rows).toEqual(['a', 'c', 'd']);
});

test('an answer that has not heard of the end yet shows the row until the next one has', () => {
  expect(show(['a', 'b'], ['a', 'b'], ['b']).rows).toEqual(['a', 'b']);
});

test('the order stays when the server sorts anew', () => {
  expect(show(['a', 'b'], ['b', 'a'])).toEqual({ rows: ['a', 'b'], waiting: 0 });
});

test('an empty list takes what comes', () => {
  expect(show([], ['a', 'b'])).toEqual({ rows: ['a', 'b'], waiting: 0 });
});
