import type { PlainResponse } from '@piecework/http';
import { createOutcomeCounts, outcomeOf, printTally, weakKinds } from './outcome-counts';

const answered = (status: number, body: unknown): PlainResponse => ({ status, headers: {}, body });
const DONE = answered(201, { insertedId: 'a' });
const REFUSED = answered(409, { code: 'conflict', message: 'No.' });

const tallyOf = (done: number, refused: number) => {
  const tally = createOutcomeCounts();
  for (let n = 0; n < done; n++) tally.count('post', DONE);
  for (let n = 0; n < refused; n++) tally.count('post', REFUSED);
  return tally.counts;
};

describe('outcomeOf', () => {
  test.each([
    ['done', DONE],
    ['done', answered(200, { modifiedCount: 1 })],
    ['done', answered(200, { modifiedCount: 0, status: 'canceled', message: 'User has insufficient coins' })],
    ['done', answered(200, [])],
    ['done', answered(204, null)],
    ['absorbed', answered(200, { modifiedCount: 0 })],
    ['absorbed', answered(200, { deletedCount: 0 })],
    ['refused', answered(200, { message: 'You already submitted this task.' })],
    ['refused', REFUSED],
    ['unanswered', undefined],
  ])('%s: %j', (outcome, response) => {
    expect(outcomeOf(response)).toBe(outcome);
  });
});

describe('outcome counts', () => {
  test('count each kind, and add up the counts of several workers', () => {
    const all = createOutcomeCounts();
    const one = createOutcomeCounts();
    one.count('post', DONE);
    one.count('post', undefined);
    one.count('look', answered(200, []));
    all.add(one.counts);
    all.add(one.counts);
    expect(all.counts).toEqual({
      post: { tried: 4, done: 2, absorbed: 0, refused: 0, unanswered: 2 },
      look: { tried: 2, done: 2, absorbed: 0, refused: 0, unanswered: 0 },
    });
  });

  test('a kind is weak if it was never tried, or only refused or absorbed', () => {
    expect(weakKinds({}, ['post'])).toEqual(['post never happened']);
    expect(weakKinds(tallyOf(0, 5), ['post'])).toEqual(['post never happened']);
    const absorbed = createOutcomeCounts();
    absorbed.count('post', answered(200, { modifiedCount: 0 }));
    expect(weakKinds(absorbed.counts, ['post'])).toEqual(['post never happened']);
  });

  test('a kind is weak if 60 % or more of its calls were refused', () => {
    expect(weakKinds(tallyOf(40, 60), ['post'])).toEqual(['post was refused 60 % of the time']);
    expect(weakKinds(tallyOf(41, 59), ['post'])).toEqual([]);
    expect(weakKinds(tallyOf(1, 19), ['post'])).toEqual(['post was refused 95 % of the time']);
    expect(weakKinds(tallyOf(1, 18), ['post'])).toEqual([]);
  });

  test('only the listed kinds are checked', () => {
    expect(weakKinds(tallyOf(1, 99), [])).toEqual([]);
  });

  test('printTally prints one line per kind, sorted by name', () => {
    const tally = createOutcomeCounts();
    tally.count('post', DONE);
    tally.count('approve', REFUSED);
    expect(printTally(tally.counts).split('\n')).toEqual([
      'operation  tried  done  absorbed  refused  unanswered  refused %',
      'approve        1     0         0        1           0        100',
      'post           1     1         0        0           0          0',
    ]);
  });
});
