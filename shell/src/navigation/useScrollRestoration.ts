import { useLocation } from '@piecework/web-kit/router';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** How long a page may grow until the place it was left at is given up. */
const PATIENCE_MS = 3000;
const OWN_SCROLLING = ['wheel', 'touchstart', 'keydown'];

/** Goes to a place that may exist only when the page has loaded, unless the person goes elsewhere first. */
const scrollWhenReady = (find: () => number | undefined): (() => void) => {
  const attempt = () => {
    const top = find();
    if (top === undefined) return;
    scrollTo(0, top);
    if (Math.abs(scrollY - top) < 2) stop();
  };
  const watch = new ResizeObserver(attempt);
  const stop = () => {
    watch.disconnect();
    clearTimeout(timer);
    for (const kind of OWN_SCROLLING) removeEventListener(kind, stop);
  };
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const kind of OWN_SCROLLING) addEventListener(kind, stop, { passive: true });
  watch.observe(document.body);
  attempt();
  return stop;
};

const topOf = (id: string) => {
  const element = document.getElementById(decodeURIComponent(id));
  return element ? Math.round(element.getBoundingClientRect().top + scrollY) : undefined;
};

/** Entry of the history → where it was left. */
const places = new Map<string, number>();

/**
 * Back and forward lead to where the page was left, a new page begins at its top, an address with `#part` at that part. The browser's own
 * restoration comes too early for pages whose content is loaded.
 */
export function useScrollRestoration(): void {
  const { key, pathname, hash } = useLocation();
  // Links to a part of the page, such as the skip link's, are entries without a key of their own.
  const entry = `${key}${pathname}${hash}`;
  const current = useRef(entry);
  const shown = useRef(pathname);

  useEffect(() => {
    const remember = () => void places.set(current.current, scrollY);
    const handOver = () => {
      // A reload is the browser's matter.
      history.scrollRestoration = 'auto';
    };
    history.scrollRestoration = 'manual';
    addEventListener('scroll', remember, { passive: true });
    addEventListener('pagehide', handOver);
    return () => {
      removeEventListener('scroll', remember);
      removeEventListener('pagehide', handOver);
    };
  }, []);

  useLayoutEffect(() => {
    const isNewPage = shown.current !== pathname;
    current.current = entry;
    shown.current = pathname;
    const place = places.get(entry);
    if (place !== undefined) return scrollWhenReady(() => place);
    if (hash) return scrollWhenReady(() => topOf(hash.slice(1)));
    // The same page with another search has only changed what it lists.
    if (isNewPage) scrollTo(0, 0);
  }, [entry, pathname, hash]);
}
