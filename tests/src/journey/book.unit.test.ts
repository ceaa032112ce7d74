import { createBook } from './book';
import { packagesFor } from './buyers';

const bookOf = () => {
  const book = createBook();
  book.addBuyer({ id: 'b', email: 'b@x.example' });
  book.addWorker({ id: 'w', email: 'w@x.example' });
  book.credited('p', 'b', 35);
  book.posted({ id: 't', buyerId: 'b', pay: 30, places: 5 });
  return book;
};

describe('what everybody should have in the end', () => {
  test('a buyer has what was granted and bought, less the whole cost of a task that ran to its end', () => {
    const book = bookOf();
    book.ended('t', 'completed');
    expect(book.balanceOf('b')).toBe(50 + 1000 - 150);
  });

  test('of a deleted task only approved work is paid, and a task that was completed before stays deleted', () => {
    const book = bookOf();
    book.approved('t', 'w@x.example');
    book.ended('t', 'deleted');
    book.ended('t', 'completed');
    expect(book.balanceOf('b')).toBe(50 + 1000 - 30);
  });

  test('a worker has what was granted and earned, less what was paid out', () => {
    const book = bookOf();
    book.approved('t', 'w@x.example');
    book.paidOut('o', 'w', 25);
    expect(book.balanceOf('w')).toBe(10 + 30 - 25);
  });

  test('a payment and a withdrawal count once, whoever notes them', () => {
    const book = bookOf();
    for (let admins = 0; admins < 2; admins++) {
      book.credited('p2', 'b', 1);
      book.paidOut('o', 'w', 5);
    }
    expect([book.balanceOf('b'), book.balanceOf('w')]).toEqual([50 + 1000 + 10 - 150, 5]);
  });

  test('work of somebody who is not of the journey is paid, and nobody else is richer for it', () => {
    const book = bookOf();
    book.approved('t', 'stranger@x.example');
    book.ended('t', 'deleted');
    expect([book.balanceOf('b'), book.balanceOf('w')]).toEqual([1020, 10]);
  });
});

test.each([
  [0, []],
  [7, [1]],
  [11, [10]],
  [700, [35]],
  [1001, [35, 1]],
  [2400, [35, 35, 20]],
])('for %i coins one buys the packages %j', (coins, prices) => {
  expect(packagesFor(coins)).toEqual(prices);
});
