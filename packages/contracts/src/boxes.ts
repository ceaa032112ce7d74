/** Boxes: rectangles with labels that a worker draws on a picture of a row. Like `forms.ts` without zod. */
import { type ColumnKind, MAX_BOXES } from './constants';

/** In fractions of the picture's width and height, with at most 4 decimals. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Box extends Rectangle {
  /** The value of an option of the field. */
  label: string;
}

interface BoxField {
  options: readonly { value: string; label: string }[];
  maxCount?: number | undefined;
}

/** Parts of a side: coordinates are whole numbers of them, so that sums and products are exact. */
const UNITS = 10_000;
const unitsOf = (fraction: number): number => Math.round(fraction * UNITS);

/** The nearest rectangle with at most 4 decimals; its right and lower edges are rounded, not its size. */
export const roundedRectangle = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: unitsOf(x) / UNITS,
  y: unitsOf(y) / UNITS,
  width: (unitsOf(x + width) - unitsOf(x)) / UNITS,
  height: (unitsOf(y + height) - unitsOf(y)) / UNITS,
});

/** `at`: path of the fault below the list: '2.width'; '' for the list. */
export type ReadBoxes = { ok: true; boxes: Box[] } | { ok: false; fault: string; at: string };

const fault = (message: string, ...path: (string | number)[]): ReadBoxes => ({
  ok: false,
  fault: message,
  at: path.join('.'),
});

const COORDINATES = ['x', 'y', 'width', 'height'] as const;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Boxes in their one form, in the order in which they were drawn, or the first fault. */
export const readBoxes = ({ options, maxCount = MAX_BOXES }: BoxField, typed: readonly unknown[]): ReadBoxes => {
  if (typed.length > maxCount) return fault(maxCount === 1 ? 'Draw one box only' : `Draw at most ${maxCount} boxes`);
  const boxes: Box[] = [];
  for (const [at, one] of typed.entries()) {
    const number = at + 1;
    if (!isRecord(one)) return fault(`Box ${number} must have a label, a place and a size`, at);
    const { label } = one;
    if (typeof label !== 'string' || !options.some(({ value }) => value === label))
      return fault(`Choose a label for box ${number}`, at, 'label');
    const outside = COORDINATES.find((name) => !(typeof one[name] === 'number' && one[name] >= 0 && one[name] <= 1));
    if (outside) return fault(`Box ${number} must be inside the picture`, at, outside);
    const box = roundedRectangle(one as unknown as Rectangle);
    const empty = (['width', 'height'] as const).find((side) => box[side] <= 0);
    if (empty) return fault(`Box ${number} is too small`, at, empty);
    if (unitsOf(box.x + box.width) > UNITS) return fault(`Box ${number} must be inside the picture`, at, 'width');
    if (unitsOf(box.y + box.height) > UNITS) return fault(`Box ${number} must be inside the picture`, at, 'height');
    boxes.push({ label, ...box });
  }
  return { ok: true, boxes };
};

const percent = (fraction: number): string => `${unitsOf(fraction) / 100}%`;

/** 'Car (left 10%, top 20%, width 30.5%, height 40%)' */
export const boxText = ({ options }: BoxField, { label, x, y, width, height }: Box): string => {
  const shown = options.find(({ value }) => value === label)?.label ?? label;
  return `${shown} (left ${percent(x)}, top ${percent(y)}, width ${percent(width)}, height ${percent(height)})`;
};

const areaOf = ({ width, height }: Rectangle): number => unitsOf(width) * unitsOf(height);

/** 1 for equal rectangles, 0 for those that share no area. Their labels do not matter. */
export const intersectionOverUnion = (a: Rectangle, b: Rectangle): number => {
  const [width, height] = (['x', 'y'] as const).map((from, at) => {
    const size = at === 0 ? 'width' : 'height';
    const end = Math.min(unitsOf(a[from] + a[size]), unitsOf(b[from] + b[size]));
    return Math.max(0, end - Math.max(unitsOf(a[from]), unitsOf(b[from])));
  }) as [number, number];
  const shared = width * height;
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared);
};

/** The least intersection over union of boxes around one thing. */
export const SAME_THING = 0.5;

interface Column {
  name: string;
  kind: ColumnKind;
}

/** The column whose pictures a field is drawn on: the given one, or the first. Undefined: there is none. */
export const pictureColumnOf = (column: string | undefined, columns: readonly Column[]): string | undefined =>
  columns.find(({ name, kind }) => kind === 'picture' && (column === undefined || name === column))?.name;
