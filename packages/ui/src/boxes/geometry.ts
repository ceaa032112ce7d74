/** In fractions of the picture. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Least width and height, in fractions of the picture. */
export const SMALLEST = 0.002;

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** As it is seen on the picture rotated by quarters to the right. Negative quarters lead back. */
export const turned = (rectangle: Rectangle, quarters: number): Rectangle => {
  let { x, y, width, height } = rectangle;
  for (let left = ((quarters % 4) + 4) % 4; left > 0; left--)
    [x, y, width, height] = [1 - y - height, x, height, width];
  return { x, y, width, height };
};

const withPlace = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: clamp(x, 0, 1 - width),
  y: clamp(y, 0, 1 - height),
  width,
  height,
});

/** Moved as far as the picture goes. */
export const moved = (rectangle: Rectangle, by: Point): Rectangle =>
  withPlace({ ...rectangle, x: rectangle.x + by.x, y: rectangle.y + by.y });

/** Its right and lower edges moved. */
export const resized = ({ x, y, width, height }: Rectangle, by: Point): Rectangle => ({
  x,
  y,
  width: clamp(width + by.x, Math.min(SMALLEST, 1 - x), 1 - x),
  height: clamp(height + by.y, Math.min(SMALLEST, 1 - y), 1 - y),
});

/** Between two corners. What is outside the picture is cut off. */
export const spanned = (a: Point, b: Point): Rectangle => {
  const [left, right] = [clamp(Math.min(a.x, b.x), 0, 1), clamp(Math.max(a.x, b.x), 0, 1)];
  const [top, bottom] = [clamp(Math.min(a.y, b.y), 0, 1), clamp(Math.max(a.y, b.y), 0, 1)];
  return withPlace({
    x: left,
    y: top,
    width: Math.max(SMALLEST, right - left),
    height: Math.max(SMALLEST, bottom - top),
  });
};

export const contains = ({ x, y, width, height }: Rectangle, point: Point, margin: Point = { x: 0, y: 0 }): boolean =>
  point.x >= x - margin.x &&
  point.x <= x + width + margin.x &&
  point.y >= y - margin.y &&
  point.y <= y + height + margin.y;

/** Index of the smallest rectangle at a point, which may lie on larger ones; -1 without one. */
export const smallestAt = (rectangles: readonly Rectangle[], point: Point, marginOf: (one: Rectangle) => Point) =>
  rectangles.reduce((found, one, at) => {
    if (!contains(one, point, marginOf(one))) return found;
    const best = rectangles[found];
    return !best || one.width * one.height < best.width * best.height ? at : found;
  }, -1);
