import { createBatcher } from './batcher';
import { systemClock } from './clock';

const fulfilled = <T>(value: T): PromiseFulfilledResult<T> => ({ status: 'fulfilled', value });

describe('a batcher', () => {
  it('runs the items of one turn together, in order, and each gets its own outcome', async () => {
    const batches: (readonly number[])[] = [];
    const batcher = createBatcher<number, string>({
      clock: systemClock,
      maxSize: 10,
      run: async (items) => {
        batches.push(items);
        return items.map((item) =>
          item === 2 ? { status: 'rejected', reason: new Error('two') } : fulfilled(`#${item}`),
        );
      },
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
    expect(batches).toEqual([[1, 2, 3]]);
    expect(outcomes).toEqual([fulfilled('#1'), { status: 'rejected', reason: new Error('two') }, fulfilled('#3')]);
  });

  it('runs an item at rest at once, and the next ones of a busy turn together', async () => {
    const batches: (readonly number[])[] = [];
    const batcher = createBatcher<number, number>({
      clock: systemClock,
      maxSize: 10,
      run: async (items) => {
        batches.push(items);
        return items.map(fulfilled);
      },
    });
    await batcher.add(1);
    expect(batches).toEqual([[1]]);
    await Promise.resolve();
    const second = batcher.add(2);
    await Promise.resolve();
    const third = batcher.add(3);
    await Promise.all([second, third]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('collects while a batch runs, and never runs two at once or one above its size', async () => {
    const sizes: number[] = [];
    let running = 0;
    const batcher = createBatcher<number, number>({
      clock: systemClock,
      maxSize: 4,
      run: async (items) => {
        running += 1;
        expect(running).toBe(1);
        sizes.push(items.length);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running -= 1;
        return items.map(fulfilled);
      },
    });
    const first = batcher.add(0);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const rest = Array.from({ length: 9 }, (_, index) => batcher.add(index + 1));
    expect(await Promise.all([first, ...rest])).toEqual(Array.from({ length: 10 }, (_, index) => index));
    expect(sizes).toEqual([1, 4, 4, 1]);
  });

  it('rejects a whole batch that fails, and runs the next', async () => {
    let fails = true;
    const batcher = createBatcher<number, number>({
      clock: systemClock,
      maxSize: 10,
      run: async (items) => {
        if (fails) throw new Error('away');
        return items.map(fulfilled);
      },
    });
    const outcomes = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await batcher.add(3)).toBe(3);
  });
});
