import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A native <dialog> that is modal while it is mounted; the focus returns to its opener. */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    // jsdom lacks the methods of <dialog>.
    if (dialog?.showModal) dialog.showModal();
    else dialog?.setAttribute('open', '');
    return () => {
      dialog?.close?.();
      // The browser does not return the focus to an opener that was re-rendered.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return ref;
}
