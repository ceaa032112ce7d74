import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** So long after the last movement in it a list stays as it is. */
export const HOLD_MS = 3_000;

interface Identified {
  _id: string;
}

/**
 * A list that does not move under the finger: while somebody points, presses or types in it, its rows keep their places, and those that
 * have left the server's list are shown as they were last. It catches up when it has been left alone for a moment.
 */
export const useHeldRows = <Row extends Identified>(rows: readonly Row[], page: number) => {
  const [held, setHeld] = useState<{ page: number; rows: readonly Row[] } | null>(null);
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const touch = useCallback(() => {
    setHeld((now) => (now?.page === page ? now : { page, rows: latest.current }));
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setHeld(null), HOLD_MS);
  }, [page]);

  const shown = useMemo(() => {
    if (held?.page !== page || held.rows.length === 0) return rows;
    const fresh = new Map(rows.map((row) => [row._id, row]));
    return held.rows.map((row) => fresh.get(row._id) ?? row);
  }, [held, page, rows]);

  return {
    shown,
    isHeld: held?.page === page,
    /** For the element around the list. */
    watch: { onPointerMove: touch, onPointerDown: touch, onKeyDown: touch, onFocus: touch },
  };
};
