import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Pixels from an edge of the window within which it scrolls, and how far. */
const EDGE = { within: 80, by: 14 };

const middleOf = (element: Element): number => {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
};

/**
 * Moves a row past its neighbours while its handle is dragged.
 *
 * @param list its rows have `data-field`
 */
export const useDragOrder = (list: RefObject<HTMLElement | null>, move: (id: string, by: -1 | 1) => void) => {
  const [dragged, setDragged] = useState<string | null>(null);
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });

  // On the window: the handle itself leaves the document for a moment when its row moves.
  useEffect(() => {
    if (dragged === null) return;
    const follow = ({ clientY: y }: PointerEvent) => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
      const at = rows.findIndex((row) => row.dataset.field === dragged);
      const [before, after] = [rows[at - 1], rows[at + 1]];
      if (before && y < middleOf(before)) latest.current(dragged, -1);
      else if (after && y > middleOf(after)) latest.current(dragged, 1);
      if (y < EDGE.within) scrollBy(0, -EDGE.by);
      else if (y > innerHeight - EDGE.within) scrollBy(0, EDGE.by);
    };
    const stop = () => setDragged(null);
    const events = { pointermove: follow, pointerup: stop, pointercancel: stop } as const;
    for (const [type, listener] of Object.entries(events)) addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(events)) removeEventListener(type, listener as EventListener);
    };
  }, [dragged, list]);

  const start = (id: string) => (event: ReactPointerEvent) => {
    if (event.button !== 0) return;
    // Selects no text.
    event.preventDefault();
    setDragged(id);
  };
  return { dragged, start };
};
