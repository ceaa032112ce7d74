import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Corner } from './BoxOutline';
import { contains, moved, type Point, type Rectangle, smallestAt, spanned } from './geometry';

/** Pixels that a pointer moves before a press is a drag. */
const DRAG_PX = 4;
/** A smaller box is as easy to press as one of this size. */
const TARGET_PX = 24;

interface BoxPointerOptions {
  /** Has the size of the picture. */
  frame: RefObject<HTMLElement | null>;
  /** As they are seen. */
  boxes: readonly Rectangle[];
  selected: number;
  onSelect(at: number): void;
  /** -1: a new box. */
  onPlace(at: number, seen: Rectangle): void;
}

/** What a pressed pointer does. */
interface Drag {
  /** -1: draws a box. */
  at: number;
  start: Point;
  isMoving: boolean;
  rectangleAt(point: Point): Rectangle;
}

const opposite = ({ x, y, width, height }: Rectangle, corner: Corner): Point => ({
  x: corner.endsWith('w') ? x + width : x,
  y: corner.startsWith('n') ? y + height : y,
});

/** Draws a box; moves and resizes the selected one, so that one inside another can be drawn, too. A press selects the smallest. */
export const useBoxPointer = ({ frame, boxes, selected, onSelect, onPlace }: BoxPointerOptions) => {
  const drag = useRef<Drag>(undefined);
  const [shown, setShown] = useState<{ at: number; rectangle: Rectangle }>();

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = (frame.current as HTMLElement).getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  };
  /** What a box lacks to the size of a target, on each side. */
  const marginOf = ({ width, height }: Rectangle): Point => {
    const { offsetWidth, offsetHeight } = frame.current as HTMLElement;
    return {
      x: Math.max(0, TARGET_PX / offsetWidth - width) / 2,
      y: Math.max(0, TARGET_PX / offsetHeight - height) / 2,
    };
  };
  const end = () => {
    drag.current = undefined;
    setShown(undefined);
  };

  return {
    /** The box under the pointer as it would become. */
    shown,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        // A second finger zooms.
        if (!event.isPrimary) return end();
        if (event.button !== 0 || !frame.current) return;
        const point = pointOf(event);
        const box = boxes[selected];
        const corner = (event.target as HTMLElement).dataset.corner as Corner | undefined;
        const start = { x: event.clientX, y: event.clientY };
        const base = { start, isMoving: false };
        if (box && corner)
          drag.current = { ...base, at: selected, rectangleAt: (to) => spanned(opposite(box, corner), to) };
        else if (box && contains(box, point, marginOf(box)))
          drag.current = {
            ...base,
            at: selected,
            rectangleAt: (to) => moved(box, { x: to.x - point.x, y: to.y - point.y }),
          };
        else drag.current = { ...base, at: -1, rectangleAt: (to) => spanned(point, to) };
        // The default would move the focus and select text.
        event.preventDefault();
        event.currentTarget.setPointerCapture?.(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        const { current } = drag;
        if (!current || !event.isPrimary) return;
        const { start, at } = current;
        current.isMoving ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) >= DRAG_PX;
        if (current.isMoving) setShown({ at, rectangle: current.rectangleAt(pointOf(event)) });
      },
      onPointerUp: (event: PointerEvent) => {
        const { current } = drag;
        if (!current || !event.isPrimary) return;
        const point = pointOf(event);
        if (current.isMoving) onPlace(current.at, current.rectangleAt(point));
        else onSelect(smallestAt(boxes, point, marginOf));
        end();
      },
      onPointerCancel: end,
    },
  };
};
