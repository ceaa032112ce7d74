import { packagesFor } from './buyer';
import { createExpectedState } from './expected-state';

const stateWithTask = () => {
  const expectedState = createExpectedState();
  expectedState.addBuyer({ id: 'b', email: 'b@x.example' });
  expectedState.addWorker({ id: 'w', email: 'w@x.example' });
  expectedState.credited('p', 'b', 35);
  expectedState.posted({ id: 't', buyerId: 'b', pay: 30, places: 5 });
  return expectedState;
};

describe('expected balances', () => {
  test('a buyer has the grant and purchases, less the full cost of a completed task', () => {
    const expectedState = stateWithTask();
    expectedState.ended('t', 'completed');
    expect(expectedState.balanceOf('b')).toBe(50 + 1000 - 150);
  });

  test('a deleted task costs only its approved work, and a deleted task does not become completed', () => {
    const expectedState = stateWithTask();
    expectedState.approved('t', 'w@x.example');
    expectedState.ended('t', 'deleted');
    expectedState.ended('t', 'completed');
    expect(expectedState.balanceOf('b')).toBe(50 + 1000 - 30);
  });

  test('the coins of a deleted task stay for its rejections, but not those of places that were let again', () => {
    const expectedState = stateWithTask();
    expectedState.approved('t', 'w@x.example');
    for (let rejections = 0; rejections < 2; rejections++) expectedState.rejected('t');
    expectedState.ended('t', 'deleted');
    expect(expectedState.balanceOf('b')).toBe(50 + 1000 - 90);
    for (let rejections = 0; rejections < 9; rejections++) expectedState.rejected('t');
    expect(expectedState.balanceOf('b')).toBe(50 + 1000 - 150);
  });

  test('a worker has the grant and earnings, less payouts', () => {
    const expectedState = stateWithTask();
    expectedState.approved('t', 'w@x.example');
    expectedState.paidOut('o', 'w', 25);
    expect(expectedState.balanceOf('w')).toBe(10 + 30 - 25);
  });

  test('a payment and a withdrawal count once if several admins report them', () => {
    const expectedState = stateWithTask();
    for (let admins = 0; admins < 2; admins++) {
      expectedState.credited('p2', 'b', 1);
      expectedState.paidOut('o', 'w', 5);
    }
    expect([expectedState.balanceOf('b'), expectedState.balanceOf('w')]).toEqual([50 + 1000 + 10 - 150, 5]);
  });

  test('approved work of a worker outside the journey reduces the refund and is credited to no worker of it', () => {
    const expectedState = stateWithTask();
    expectedState.approved('t', 'stranger@x.example');
    expectedState.ended('t', 'deleted');
    expect([expectedState.balanceOf('b'), expectedState.balanceOf('w')]).toEqual([1020, 10]);
  });
});

test.each([
  [0, []],
  [7, [1]],
  [11, [10]],
  [700, [35]],
  [1001, [35, 1]],
  [2400, [35, 35, 20]],
])('packagesFor chooses for %i coins the packages %j', (coins, prices) => {
  expect(packagesFor(coins)).toEqual(prices);
});
