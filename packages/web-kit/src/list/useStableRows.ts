import { useCallback, useEffect, useRef, useState } from 'react';
import { type StableRows, type StableRowsPolicy, stableRows } from './stable-rows';

/** Milliseconds that a list keeps its rows after the last touch. */
export const HOLD_MS = 3000;

interface Answer<T> {
  data: { rows: readonly T[] } | undefined;
  isPlaceholderData: boolean;
}

interface Options<T> {
  /** Names the list (page, search, filter); another one starts from its own answer. */
  scope: string;
  /** Must be stable: a function of the module. */
  idOf: (row: T) => string;
  policy: StableRowsPolicy<T>;
}

interface Memory<T> extends StableRows<T> {
  answer: readonly T[];
  scope: string;
  takesNext?: boolean;
}

const NONE: ReadonlySet<string> = new Set();

export function useStableRows<T>({ data, isPlaceholderData }: Answer<T>, { scope, idOf, policy }: Options<T>) {
  const [memory, setMemory] = useState<Memory<T>>();
  const [finished, setFinished] = useState(NONE);
  const [touchedScope, setTouchedScope] = useState<string>();
  const isTouched = touchedScope === scope;

  // Set while rendering, as React advises for derived state: an effect would paint the moved rows for one frame.
  if (data && !isPlaceholderData && (memory?.answer !== data.rows || memory.scope !== scope)) {
    const shown = memory?.scope === scope && !memory.takesNext ? memory.rows : [];
    const next = stableRows(shown, data.rows, { policy, idOf, finished, isTouched });
    setMemory({ ...next, answer: data.rows, scope });
  }

  /** Shows the waiting rows and drops those that left; with `takesNext` the next answer as well. */
  const show = useCallback(
    ({ takesNext = false } = {}) => setMemory((now) => now && { ...now, rows: now.answer, waiting: 0, takesNext }),
    [],
  );
  /** A row that the user removed: it disappears when the answer no longer contains it. */
  const finish = useCallback(
    (id: string) => {
      setFinished((ids) => new Set(ids).add(id));
      setMemory(
        (now) => now && { ...now, rows: now.rows.filter((row) => idOf(row) !== id || now.answer.includes(row)) },
      );
    },
    [idOf],
  );

  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const touch = useCallback(() => {
    setTouchedScope(scope);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setTouchedScope(undefined);
      show();
    }, HOLD_MS);
  }, [scope, show]);

  return {
    rows: memory?.rows ?? [],
    waiting: memory?.waiting ?? 0,
    show,
    finish,
    isTouched,
    /** Only the policy `while-touched` needs them. */
    touchHandlers: { onPointerMove: touch, onPointerDown: touch, onKeyDown: touch, onFocus: touch },
  };
}
