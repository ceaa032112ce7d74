import type { WhenGone } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import { OPERATIONS } from '@piecework/contracts';
import { costOfList, createListBudget, isList, type Turn } from './list-budget';

const WAIT_MS = 10_000;
const setUp = () => {
  const clock = createManualClock();
  const budget = createListBudget({ clock, perSecond: 100, atOnce: 2 });
  const started: (Turn | null)[] = [];
  const enter = async (key = 'wilma', whenGone?: WhenGone) =>
    void started.push(await budget.enter(key, clock.now() + WAIT_MS, whenGone));
  return { clock, budget, started, enter };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('two lists of a key run at once; the third starts when one is answered; another key does not wait', async () => {
  const { budget, started, enter } = setUp();
  for (let i = 0; i < 3; i++) void enter();
  await settled();
  expect([started.length, budget.waiting()]).toEqual([2, 1]);
  await enter('robin');
  expect(started).toHaveLength(3);
  started[0]?.end(1);
  await settled();
  expect([started.length, budget.waiting()]).toEqual([4, 0]);
});

test('what exceeds the saved budget waits until the budget has paid for it', async () => {
  const { clock, started, enter } = setUp();
  await enter();
  await enter();
  started[0]?.end(1600);
  started[1]?.end(300);
  void enter();
  await clock.advance(2900);
  expect(started).toHaveLength(2);
  await clock.advance(200);
  expect(started).toHaveLength(3);
});

test('a list that waits too long is refused, and the next one takes its place', async () => {
  const { clock, budget, started, enter } = setUp();
  await enter();
  await enter();
  started[0]?.end(1600);
  started[1]?.end(1500);
  void enter();
  await clock.advance(WAIT_MS + 1);
  expect([started.at(-1), budget.waiting()]).toEqual([null, 0]);
  void enter();
  await clock.advance(WAIT_MS / 2);
  expect(started.at(-1)).not.toBeNull();
});

test('a cost grows with the rows that are counted or skipped, and with a search', () => {
  expect(costOfList({})).toBe(1);
  expect(costOfList({ offset: '200' }, { 'x-total-count': '300' })).toBe(6);
  expect(costOfList({ q: 'bird' })).toBe(257);
});

test.each(['a', 'পা', 'a\u200b\u200b', ['a']])('a search of %p, which no index can find, costs more', (q) => {
  expect(costOfList({ q })).toBe(1025);
});

test.each([
  ['1e300', 1001],
  ['Infinity', 1001],
  ['-1e9', 1],
  ['x', 1],
])('an offset of %s sets no price of its own', (offset, cost) => {
  expect(costOfList({ offset })).toBe(cost);
});

test('one list costs at most what is saved up', async () => {
  const { clock, started, enter } = setUp();
  await enter();
  started[0]?.end(1e300);
  void enter();
  await clock.advance(100);
  expect(started).toHaveLength(2);
});

test('a caller who leaves gives up the place in the queue', async () => {
  const { budget, started, enter } = setUp();
  await enter();
  await enter();
  let leave = () => {};
  void enter('wilma', (then) => {
    leave = then;
  });
  await settled();
  expect(budget.waiting()).toBe(1);
  leave();
  started[0]?.end(1);
  await settled();
  expect([started[2], budget.waiting(), budget.refused()]).toEqual([null, 0, 1]);
});

test('lists are operations that count their rows, without downloads', () => {
  expect([isList(OPERATIONS.listTasks), isList(OPERATIONS.statement)]).toEqual([true, true]);
  expect([isList(OPERATIONS.exportStatement), isList(OPERATIONS.getTask)]).toEqual([false, false]);
});
