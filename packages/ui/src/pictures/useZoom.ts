import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clampZoom, fitOf, type Size } from './zoom';

interface Point {
  x: number;
  y: number;
}

const middleOf = (box: DOMRect): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
const between = ([a, b]: TouchList): { middle: Point; distance: number } | undefined =>
  a &&
  b && {
    middle: { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 },
    distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
  };

/** Zooms a picture in a stage that scrolls: the browser itself pans by touch, wheel and scroll bar. */
export function useZoom(
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
  { isOnItsSide, most }: { isOnItsSide: boolean; most?: number },
) {
  const [natural, setNatural] = useState<Size>();
  const [room, setRoom] = useState<Size>();
  const [zoom, setZoom] = useState(1);
  const fit = natural && room && fitOf(natural, isOnItsSide ? { width: room.height, height: room.width } : room, most);
  const latest = useRef({ zoom, fit });
  /** The point of the picture, in shares of its size, that stays under a point of the screen. */
  const anchor = useRef<{ share: Point; at: Point }>(undefined);

  useEffect(() => {
    const element = stage.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      setRoom({ width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);

  const zoomTo = useCallback(
    (next: number, point?: Point) => {
      const { fit } = latest.current;
      if (!fit || !stage.current || !picture.current) return;
      const at = point ?? middleOf(stage.current.getBoundingClientRect());
      const box = picture.current.getBoundingClientRect();
      anchor.current = { share: { x: (at.x - box.x) / box.width, y: (at.y - box.y) / box.height }, at };
      latest.current.zoom = clampZoom(next, fit);
      setZoom(latest.current.zoom);
    },
    [stage, picture],
  );

  useLayoutEffect(() => {
    latest.current = { zoom, fit };
    if (!anchor.current || !stage.current || !picture.current) return;
    const { share, at } = anchor.current;
    anchor.current = undefined;
    const box = picture.current.getBoundingClientRect();
    stage.current.scrollLeft += box.x + share.x * box.width - at.x;
    stage.current.scrollTop += box.y + share.y * box.height - at.y;
  }, [zoom, fit, stage, picture]);

  // React's own listeners of these events are passive: they cannot keep the browser from zooming the page.
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    let pinch: { zoom: number; distance: number; middle: Point } | undefined;
    const onTouch = (event: TouchEvent) => {
      const fingers = event.touches.length === 2 ? between(event.touches) : undefined;
      if (!fingers) {
        pinch = undefined;
        return;
      }
      event.preventDefault();
      pinch ??= { zoom: latest.current.zoom, ...fingers };
      element.scrollBy(pinch.middle.x - fingers.middle.x, pinch.middle.y - fingers.middle.y);
      pinch.middle = fingers.middle;
      zoomTo((pinch.zoom * fingers.distance) / pinch.distance, fingers.middle);
    };
    /** A pinch of a touch pad is a wheel with the control key. */
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo(latest.current.zoom * Math.exp(-event.deltaY / 100), { x: event.clientX, y: event.clientY });
    };
    const touches = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const;
    for (const type of touches) element.addEventListener(type, onTouch, { passive: false });
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      for (const type of touches) element.removeEventListener(type, onTouch);
      element.removeEventListener('wheel', onWheel);
    };
  }, [stage, zoomTo]);

  return {
    zoom,
    zoomTo,
    zoomBy: (factor: number, point?: Point) => zoomTo(latest.current.zoom * factor, point),
    /** Before it is rotated. Undefined until the picture has loaded. */
    size: natural && fit ? { width: natural.width * fit * zoom, height: natural.height * fit * zoom } : undefined,
    setNatural: (size: Size | undefined) => {
      setNatural(size);
      setZoom(1);
    },
  };
}
