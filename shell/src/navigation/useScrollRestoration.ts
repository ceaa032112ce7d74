import { useLocation } from '@piecework/web-kit/router';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** Milliseconds in which the page may grow to its earlier height. */
const PATIENCE_MS = 3000;
const OWN_SCROLLING = ['wheel', 'touchstart', 'keydown'];

/** Scrolls as soon as the target exists, unless the user scrolls first. */
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

const places = new Map<string, number>();

/**
 * Restores the position on back and forward, scrolls to the top of a new page and to the target of a hash. The
 * browser's own restoration runs before the content has loaded.
 */
export function useScrollRestoration(): void {
  const { key, pathname, hash } = useLocation();
  // Hash links, such as the skip link, create entries without a key of their own.
  const entry = `${key}${pathname}${hash}`;
  const current = useRef(entry);
  const shown = useRef(pathname);

  useEffect(() => {
    const remember = () => void places.set(current.current, scrollY);
    const handOver = () => {
      // The browser restores after a reload.
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
    // A changed search of the same page keeps its position.
    if (isNewPage) scrollTo(0, 0);
  }, [entry, pathname, hash]);
}
