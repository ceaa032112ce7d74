import { type StableRowsPolicy, stableRows } from './stable-rows';

const idOf = (row: string) => row.charAt(0);
const UNTIL_SHOWN = { hold: 'until-shown' } as const;
const TOUCHED = { hold: 'while-touched' } as const;
const KEEPS_B: StableRowsPolicy<string> = { hold: 'departed', keeps: (row) => row === 'b' };

const show = (
  shown: string[],
  answer: string[],
  { policy = UNTIL_SHOWN as StableRowsPolicy<string>, finished = [] as string[], isTouched = true } = {},
) => stableRows(shown, answer, { policy, idOf, finished: new Set(finished), isTouched });

describe('until shown', () => {
  test('rows that come last are added, and what changed changes in place', () => {
    expect(show(['a', 'b'], ['a!', 'b', 'c'])).toEqual({ rows: ['a!', 'b', 'c'], waiting: 0 });
  });

  test('rows that would push others down wait', () => {
    expect(show(['c', 'd'], ['a', 'b', 'c', 'd'])).toEqual({ rows: ['c', 'd'], waiting: 2 });
  });

  test('a row that another user removed stays where it was', () => {
    expect(show(['a', 'b', 'c'], ['a', 'c', 'd']).rows).toEqual(['a', 'b', 'c', 'd']);
  });

  test('a row that this user removed disappears', () => {
    expect(show(['a', 'b', 'c'], ['a', 'c', 'd'], { finished: ['b'] }).rows).toEqual(['a', 'c', 'd']);
  });

  test('a removed row stays while the answer still holds it', () => {
    expect(show(['a', 'b'], ['a', 'b'], { finished: ['b'] }).rows).toEqual(['a', 'b']);
  });

  test('the order stays when the server sorts differently', () => {
    expect(show(['a', 'b'], ['b', 'a'])).toEqual({ rows: ['a', 'b'], waiting: 0 });
  });

  test('an empty list shows the answer', () => {
    expect(show([], ['a', 'b'])).toEqual({ rows: ['a', 'b'], waiting: 0 });
  });
});

describe('while touched', () => {
  const policy = TOUCHED;

  test('rows change in place, departed rows stay and new rows are left out', () => {
    expect(show(['b', 'c'], ['a', 'b!'], { policy }).rows).toEqual(['b!', 'c']);
  });

  test('an untouched list, and an empty one, shows the answer', () => {
    expect(show(['b', 'c'], ['a', 'b'], { policy, isTouched: false }).rows).toEqual(['a', 'b']);
    expect(show([], ['a', 'b'], { policy }).rows).toEqual(['a', 'b']);
  });
});

describe('departed', () => {
  const policy = KEEPS_B;

  test('rows that the policy keeps stay where they were, others disappear', () => {
    expect(show(['a', 'b', 'c'], ['a', 'c!'], { policy }).rows).toEqual(['a', 'b', 'c!']);
    expect(show(['a', 'b', 'c'], ['a', 'b'], { policy }).rows).toEqual(['a', 'b']);
  });

  test('a list with other rows or another order replaces all', () => {
    expect(show(['a', 'b', 'c'], ['a', 'c', 'd'], { policy }).rows).toEqual(['a', 'c', 'd']);
    expect(show(['a', 'b', 'c'], ['c', 'a'], { policy }).rows).toEqual(['c', 'a']);
  });
});
