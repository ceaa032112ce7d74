import { VisuallyHidden } from '@piecework/ui';
import { useLocation } from '@piecework/web-kit/router';
import { useEffect, useRef, useState } from 'react';

export const MAIN_ID = 'main';

/**
 * Imitates a page load for assistive technology: moves the focus to main and announces the title, which arrives with
 * the page's chunk.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  const hasMoved = useRef(false);
  const [title, setTitle] = useState('');

  useEffect(() => {
    hasMoved.current ||= first.current !== pathname;
    if (!hasMoved.current) return;
    const main = document.getElementById(MAIN_ID);
    // The page may have focused its first field.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);

  useEffect(() => {
    const watch = new MutationObserver(() => {
      if (hasMoved.current) setTitle(document.title);
    });
    watch.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, []);

  return (
    <VisuallyHidden aria-live="polite" role="status">
      {title}
    </VisuallyHidden>
  );
}
