import { type ReactNode, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

/** How far below the screen a section begins to load: about one flick of a thumb. */
const MARGIN = '400px';

const Spot = styled.div`
  min-width: 0;
`;

interface MountWhenVisibleProps {
  /** Stands in until then, and must be as high as what comes. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Mounts its children, and with them their requests, when the visitor comes near. */
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
