import { useCallback, useEffect, useRef } from 'react';

/** A dialog gives the focus back a moment after it is gone; to a button that is gone too it cannot. */
const AFTER_DIALOG_MS = 300;

/**
 * Sends the focus to the list when the row that held it goes.
 * @param rows what the list shows
 * @returns `awaitLoss` says that a row is about to go, or has gone
 */
export function useReturnFocus<E extends HTMLElement>(rows: readonly unknown[] | undefined) {
  const ref = useRef<E>(null);
  const isDue = useRef(false);

  const look = useCallback(() => {
    const list = ref.current;
    const { activeElement } = document;
    // Lost to the body, or led to the page as a whole by a dialog whose opener is gone.
    const isWhole = (element: Element) => element.matches('h1') || element.contains(list);
    const isLost = activeElement === null || (activeElement !== list && isWhole(activeElement));
    if (!isDue.current || !isLost) return;
    isDue.current = false;
    list?.focus({ preventScroll: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the reason to look where the focus is
  useEffect(look, [rows, look]);
  const awaitLoss = useCallback(() => {
    isDue.current = true;
    setTimeout(look, AFTER_DIALOG_MS);
  }, [look]);
  return { ref, awaitLoss };
}
