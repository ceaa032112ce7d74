import { useLocation } from '@piecework/web-kit/router';
import { useEffect, useLayoutEffect, useRef } from 'react';

const STORAGE_KEY = 'piecework:scroll';
/** How long a page may grow until the place it was left at is given up. */
const PATIENCE_MS = 3000;

/** What was kept counts only for a page that is opened again: the first entry of every visit has the same key. */
const read = (): Record<string, number> => {
  try {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (visit?.type === 'navigate') return {};
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};

/** Goes to a place that may exist only when the page has loaded, unless the person goes elsewhere first. */
const scrollWhenReady = (find: () => number | undefined): (() => void) => {
  const attempt = () => {
    const top = find();
    if (top === undefined) return;
    scrollTo(0, top);
    if (Math.abs(scrollY - top) < 2) stop();
  };
  const watch = new ResizeObserver(attempt);
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    watch.disconnect();
    clearTimeout(timer);
    for (const kind of ['wheel', 'touchstart', 'keydown']) removeEventListener(kind, stop);
  };
  for (const kind of ['wheel', 'touchstart', 'keydown']) addEventListener(kind, stop, { passive: true });
  watch.observe(document.body);
  attempt();
  return stop;
};

const topOf = (id: string) => {
  const element = document.getElementById(decodeURIComponent(id));
  return element ? Math.round(element.getBoundingClientRect().top + scrollY) : undefined;
};

/**
 * Back and forward lead to where the page was left, a new page begins at its top, an address with `#part` at that part. The browser's own
 * restoration comes too early for pages whose content is loaded.
 */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation();
  // Links to a part of the page, such as the skip link's, are entries without a key of their own.
  const entry = `${key}${pathname}${hash}`;
  const places = useRef<Record<string, number>>(undefined);
  places.current ??= read();
  const current = useRef(entry);
  const shown = useRef(pathname);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => {
      if (places.current) places.current[current.current] = scrollY;
    };
    const keep = () => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(places.current));
    addEventListener('scroll', remember, { passive: true });
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('scroll', remember);
      removeEventListener('pagehide', keep);
    };
  }, []);

  useLayoutEffect(() => {
    const isNewPage = shown.current !== pathname;
    current.current = entry;
    shown.current = pathname;
    const place = places.current?.[entry];
    if (place !== undefined) return scrollWhenReady(() => place);
    if (hash) return scrollWhenReady(() => topOf(hash.slice(1)));
    // The same page with another search has only changed what it lists.
    if (isNewPage) scrollTo(0, 0);
  }, [entry, pathname, hash]);
}
