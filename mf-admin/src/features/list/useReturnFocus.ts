import { useCallback, useRef } from 'react';

/** Sends the focus to the list when what held it has gone with its row. */
export function useReturnFocus<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  const returnFocus = useCallback(() => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) ref.current?.focus({ preventScroll: true });
  }, []);
  return { ref, returnFocus };
}
