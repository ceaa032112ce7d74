import { type ReactNode, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

/** About one swipe. Before the visitor moves, what is below the screen or only its upper edge shows may never be seen. */
const MARGIN = { atRest: '0px 0px -64px', moving: '400px' } as const;

/** A tab key moves the focus without a scroll as long as its target is on the screen. */
const STARTS = ['scroll', 'keydown'] as const;

const Spot = styled.div`
  min-width: 0;
`;

interface MountWhenVisibleProps {
  /** Must be as high as the content. */
  fallback: ReactNode;
  children: ReactNode;
}

export function MountWhenVisible({ fallback, children }: MountWhenVisibleProps) {
  const spot = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(() => typeof IntersectionObserver === 'undefined');
  const [hasMoved, setMoved] = useState(() => window.scrollY > 0);

  useEffect(() => {
    const note = () => setMoved(true);
    for (const type of STARTS) window.addEventListener(type, note, { once: true, passive: true });
    return () => {
      for (const type of STARTS) window.removeEventListener(type, note);
    };
  }, []);
  useEffect(() => {
    if (isNear || !spot.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: hasMoved ? MARGIN.moving : MARGIN.atRest },
    );
    observer.observe(spot.current);
    return () => observer.disconnect();
  }, [isNear, hasMoved]);

  return <Spot ref={spot}>{isNear ? children : fallback}</Spot>;
}
