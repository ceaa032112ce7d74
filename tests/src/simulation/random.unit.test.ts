import { createRandom } from './random';

const draw = (random: { next(): number }, times = 100) => Array.from({ length: times }, () => random.next());

describe('the seeded random generator', () => {
  test('the same seed gives the same numbers, on every machine', () => {
    expect(draw(createRandom('seed 1'))).toEqual(draw(createRandom('seed 1')));
    expect(draw(createRandom('seed 1'), 3)).toEqual([0.36665910412557423, 0.5290603165049106, 0.06686315592378378]);
  });

  test('a different seed gives different numbers', () => {
    expect(draw(createRandom('seed 1'))).not.toEqual(draw(createRandom('seed 2')));
  });

  test('a fork is independent: draws from its parent or siblings do not change its sequence', () => {
    const idle = createRandom('seed 1');
    const busy = createRandom('seed 1');
    draw(busy, 1000);
    draw(busy.fork('network'), 1000);
    expect(draw(busy.fork('bus'))).toEqual(draw(idle.fork('bus')));
    expect(draw(idle.fork('bus'))).not.toEqual(draw(idle.fork('network')));
  });

  test('forks with the same label differ if their parents differ', () => {
    const root = createRandom('seed 1');
    expect(draw(root.fork('a').fork('c'))).not.toEqual(draw(root.fork('b').fork('c')));
  });

  test('numbers are uniformly distributed in [0, 1)', () => {
    const drawn = draw(createRandom('seed 1'), 10_000);
    expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true);
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = drawn.filter((number) => Math.floor(number * 10) === tenth).length / drawn.length;
      expect(share).toBeGreaterThan(0.08);
      expect(share).toBeLessThan(0.12);
    }
  });

  test('whole numbers include both ends', () => {
    const random = createRandom('seed 1');
    const drawn = new Set(Array.from({ length: 500 }, () => random.int(-1, 2)));
    expect([...drawn].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2]);
  });

  test('a chance of 0 never happens and one of 1 always does', () => {
    const random = createRandom('seed 1');
    const times = Array.from({ length: 500 });
    expect(times.some(() => random.chance(0))).toBe(false);
    expect(times.every(() => random.chance(1))).toBe(true);
  });

  test('pick can return every item, and throws on an empty list', () => {
    const random = createRandom('seed 1');
    const picked = new Set(Array.from({ length: 200 }, () => random.pick(['a', 'b', 'c'])));
    expect([...picked].sort()).toEqual(['a', 'b', 'c']);
    expect(() => random.pick([])).toThrow('Nothing to pick from');
  });
});
