import { type RefObject, useEffect, useState } from 'react';

/** Milliseconds for which the end of an answer is in view before keys decide: a double press must not decide the next one, too. */
export const READ_MS = 300;

/** The buttons stick to the lower edge, and would cover the end. */
const BELOW_THE_BUTTONS = '0px 0px -72px';

/**
 * Whether the end of the answer has been in view.
 *
 * @param end an element behind the answer
 * @param id of the answer; a new one is unread
 */
export const useIsRead = (end: RefObject<HTMLElement | null>, id: string | undefined): boolean => {
  const [readId, setReadId] = useState<string>();
  useEffect(() => {
    const element = end.current;
    if (!element || !id) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      timer ??= setTimeout(() => setReadId(id), READ_MS);
    };
    // jsdom lacks it.
    const isMissing = typeof IntersectionObserver === 'undefined';
    const observer = isMissing
      ? undefined
      : new IntersectionObserver(
          (entries) => {
            if (entries.some(({ isIntersecting }) => isIntersecting)) start();
          },
          { rootMargin: BELOW_THE_BUTTONS },
        );
    if (isMissing) start();
    observer?.observe(element);
    return () => {
      clearTimeout(timer);
      observer?.disconnect();
    };
  }, [end, id]);
  return id !== undefined && readId === id;
};
