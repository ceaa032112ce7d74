import { pause } from '@piecework/base/testing';
import { shrink } from './shrink';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A predicate that holds if all of these are in the list; counts its calls. */
const needing = (...needed: number[]) => {
  const tried = { times: 0 };
  const fails = async (list: readonly number[]) => {
    tried.times += 1;
    return needed.every((item) => list.includes(item));
  };
  return { tried, fails };
};

describe('shrink', () => {
  test.each([[[7]], [[1, 500]], [[250, 251]], [[3, 77, 78, 400, 499]]])(
    'reduces 500 items to %p, in their order',
    async (needed) => {
      const { fails, tried } = needing(...needed);
      expect(await shrink(upTo(500), fails, 10_000)).toEqual(needed);
      expect(tried.times).toBeLessThan(500);
    },
  );

  test('returns the whole list if every item is needed', async () => {
    expect(await shrink(upTo(5), needing(...upTo(5)).fails, 10_000)).toEqual(upTo(5));
    expect(await shrink([9], needing(9).fails, 10_000)).toEqual([9]);
  });

  test('returns a minimal list when items depend on each other', async () => {
    // 12 and 40 fail together; 30 prevents that, unless 31 is in the list too.
    const fails = async (list: readonly number[]) =>
      list.includes(12) && list.includes(40) && (!list.includes(30) || list.includes(31));
    const shortest = await shrink(upTo(60), fails, 10_000);
    expect(shortest).toEqual([12, 40]);
  });

  test('returns the smallest list so far when its time is up', async () => {
    const { fails } = needing(3);
    expect(await shrink(upTo(50), fails, 0)).toEqual(upTo(50));
  });

  test('always returns a list that fails', async () => {
    const wanted = [5, 6, 20];
    const fails = async (list: readonly number[]) => {
      await pause(20);
      return wanted.every((item) => list.includes(item));
    };
    const soFar = await shrink(upTo(200), fails, 300);
    expect(soFar).toEqual(expect.arrayContaining(wanted));
    expect(soFar.length).toBeLessThan(200);
  });
});
