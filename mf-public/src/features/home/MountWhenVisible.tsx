import { type ReactNode, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

/** About one swipe. */
const MARGIN = '400px';

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

  useEffect(() => {
    if (isNear || !spot.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: MARGIN },
    );
    observer.observe(spot.current);
    return () => observer.disconnect();
  }, [isNear]);

  return <Spot ref={spot}>{isNear ? children : fallback}</Spot>;
}
