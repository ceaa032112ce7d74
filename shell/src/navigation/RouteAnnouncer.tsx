import { VisuallyHidden } from '@piecework/ui';
import { useLocation } from '@piecework/web-kit/router';
import { useEffect, useRef, useState } from 'react';

export const MAIN_ID = 'main';

/**
 * What a page load does for people who hear the page or use its keys: after a change of page the focus goes to its main part, and its
 * title is read out, which comes when the page's code does.
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
    // A page may have put the focus into its own first field.
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
