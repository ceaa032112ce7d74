import { useLocation } from '@piecework/web-kit/router';
import { type RefObject, useEffect, useState } from 'react';

/**
 * A panel that a button opens. It closes on Escape (the focus goes back to the button), when the person presses or tabs elsewhere, and on
 * another page.
 *
 * @param frame holds the button and the panel
 */
export function useDisclosure(frame: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === pathname;
  const setOpen = (isToOpen: boolean) => setOpenAt(isToOpen ? pathname : undefined);

  useEffect(() => {
    if (!isOpen) return;
    const close = () => setOpenAt(undefined);
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      if (frame.current?.contains(document.activeElement))
        frame.current.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    };
    const onElsewhere = ({ target }: Event) => {
      if (!frame.current?.contains(target as Node)) close();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [isOpen, frame]);

  return { isOpen, setOpen };
}
