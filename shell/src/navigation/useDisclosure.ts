import { useLocation } from '@piecework/web-kit/router';
import { type RefObject, useEffect, useState } from 'react';

/**
 * Opened by a button; closes on Escape (returning the focus), on a press or focus elsewhere, and on navigation.
 *
 * @param frame contains the button and the panel
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
