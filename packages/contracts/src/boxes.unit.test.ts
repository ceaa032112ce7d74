import { type Box, boxText, intersectionOverUnion, pictureColumnOf, type Rectangle, readBoxes } from './boxes';

const field = {
  options: [
    { value: 'car', label: 'Car' },
    { value: 'bus', label: 'A bus' },
  ],
  maxCount: 3,
};
const car: Box = { label: 'car', x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
const read = (...typed: unknown[]) => {
  const result = readBoxes(field, typed);
  return result.ok ? result.boxes : `${result.at}: ${result.fault}`;
};

describe('boxes', () => {
  it('are kept in the order in which they were drawn, with at most 4 decimals', () => {
    const drawn = { height: 0.400012, width: 1 / 3, y: 0.2, x: 0.123449, label: 'bus', color: 'red' };
    const kept = [{ label: 'bus', x: 0.1234, y: 0.2, width: 0.3334, height: 0.4 }, car];
    expect(JSON.stringify(read(drawn, car))).toBe(JSON.stringify(kept));
    expect(read(...kept)).toEqual(kept);
  });

  it('keep their edges, so that what ends at the edge of the picture still does', () => {
    expect(read({ ...car, x: 0.33335, width: 0.66665 })).toEqual([{ ...car, x: 0.3334, width: 0.6666 }]);
    for (let at = 1; at < 10_000; at += 7) {
      const x = at / 10_000;
      const box = { ...car, x, width: 1 - x };
      const [once] = read(box) as Box[];
      expect(read(once)).toEqual([once]);
      expect(Math.round(((once?.x ?? 0) + (once?.width ?? 0)) * 10_000)).toBe(10_000);
    }
  });

  it.each<[unknown[], string]>([
    [[car, car, car, car], ': Draw at most 3 boxes'],
    [['car'], '0: Box 1 must have a label, a place and a size'],
    [[car, [0, 0, 1, 1]], '1: Box 2 must have a label, a place and a size'],
    [[car, car, { ...car, label: 'Car' }], '2.label: Choose a label for box 3'],
    [[{ ...car, x: '0.1' }], '0.x: Box 1 must be inside the picture'],
    [[{ ...car, y: -0.1 }], '0.y: Box 1 must be inside the picture'],
    [[{ ...car, y: Number.NaN }], '0.y: Box 1 must be inside the picture'],
    [[{ ...car, width: 0.9001 }], '0.width: Box 1 must be inside the picture'],
    [[{ ...car, height: 0.8001 }], '0.height: Box 1 must be inside the picture'],
    [[car, car, { ...car, width: 0.00004 }], '2.width: Box 3 is too small'],
    [[{ ...car, height: 0 }], '0.height: Box 1 is too small'],
  ])('have a fault by its path: %j', (typed, fault) => expect(read(...typed)).toBe(fault));

  it('may be limited to one', () => {
    expect(readBoxes({ ...field, maxCount: 1 }, [car, car])).toMatchObject({ fault: 'Draw one box only' });
  });

  it('are read as label, place and size', () => {
    expect(boxText(field, { ...car, label: 'bus', y: 0.0055, width: 0.3 })).toBe(
      'A bus (left 10%, top 0.55%, width 30%, height 40%)',
    );
  });
});

describe('intersectionOverUnion', () => {
  const at = (x: number, y: number, width: number, height: number): Rectangle => ({ x, y, width, height });
  it.each<[string, Rectangle, Rectangle, number]>([
    ['equal', at(0.1, 0.1, 0.2, 0.2), at(0.1, 0.1, 0.2, 0.2), 1],
    ['apart', at(0, 0, 0.2, 0.2), at(0.5, 0.5, 0.2, 0.2), 0],
    ['with a common edge', at(0, 0, 0.2, 0.2), at(0.2, 0, 0.2, 0.2), 0],
    // 0.1 × 0.1 of 0.2 × 0.1
    ['one is half of the other', at(0, 0, 0.1, 0.1), at(0, 0, 0.2, 0.1), 0.5],
    // 0.1 × 0.2 of 0.04 + 0.04 - 0.02
    ['shifted by half of the width', at(0, 0, 0.2, 0.2), at(0.1, 0, 0.2, 0.2), 1 / 3],
    // 0.1 × 0.1 of 0.04 + 0.04 - 0.01
    ['shifted by half of both', at(0, 0, 0.2, 0.2), at(0.1, 0.1, 0.2, 0.2), 1 / 7],
    // 0.04 of 0.64
    ['one inside the other', at(0.1, 0.1, 0.8, 0.8), at(0.3, 0.3, 0.2, 0.2), 1 / 16],
    // 0.2 × 0.4 of 0.1 + 0.12 - 0.08
    ['a cross', at(0.3, 0.1, 0.2, 0.5), at(0.2, 0.2, 0.3, 0.4), 0.08 / 0.14],
  ])('%s', (_, a, b, overlap) => {
    expect(intersectionOverUnion(a, b)).toBeCloseTo(overlap, 12);
    expect(intersectionOverUnion(b, a)).toBeCloseTo(overlap, 12);
  });
  it('is exact at a half', () => {
    expect(intersectionOverUnion(at(0.1, 0.7, 0.2, 0.1), at(0.1, 0.7, 0.1, 0.1))).toBe(0.5);
  });
});

it('boxes are drawn on the given column, or the first one with pictures', () => {
  const columns = [
    { name: 'id', kind: 'key' },
    { name: 'front', kind: 'picture' },
    { name: 'back', kind: 'picture' },
  ] as const;
  expect(pictureColumnOf(undefined, columns)).toBe('front');
  expect(pictureColumnOf('back', columns)).toBe('back');
  expect(pictureColumnOf('id', columns)).toBeUndefined();
  expect(pictureColumnOf(undefined, columns.slice(0, 1))).toBeUndefined();
});
