import {
  Children,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import Swiper from 'swiper';
import { Icon } from '../icons/Icon';
import { Bar, Bullet, Bullets, Control, Region, Slide, Track, Window } from './carousel-elements';

interface CarouselProps {
  label: string;
  children: ReactNode;
  /** Pauses under the pointer, with keyboard focus, in a hidden tab and under reduced motion. */
  autoplayMs?: number;
  spaceBetween?: number;
  slidesPerView?: number;
  breakpoints?: Record<number, { slidesPerView?: number; spaceBetween?: number }>;
  centered?: boolean;
  navigation?: boolean;
  pagination?: boolean;
}

const isCalm = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

interface Place {
  at: number;
  inView: number;
  stops: number;
}

/** Swiper moves the track; React renders the slides. */
function useSwiper(options: Omit<CarouselProps, 'label' | 'children'>, count: number) {
  const view = useRef<HTMLDivElement>(null);
  const swiper = useRef<Swiper>(undefined);
  const [place, setPlace] = useState<Place>({ at: 0, inView: 1, stops: count });
  const { spaceBetween = 0, slidesPerView = 1, breakpoints, centered } = options;
  const layout = JSON.stringify({ spaceBetween, slidesPerView, breakpoints, centeredSlides: centered });

  useLayoutEffect(() => {
    if (!view.current) return;
    const look = (made: Swiper) => {
      const inView = typeof made.params.slidesPerView === 'number' ? made.params.slidesPerView : 1;
      setPlace({ at: made.activeIndex, inView, stops: Math.max(1, made.snapGrid.length) });
    };
    const made = new Swiper(view.current, {
      ...JSON.parse(layout),
      rewind: true,
      speed: isCalm() ? 0 : 400,
      on: { slideChange: look, breakpoint: look, snapGridLengthChange: look, afterInit: look },
    });
    swiper.current = made;
    look(made);
    return () => {
      made.destroy(true, true);
    };
  }, [layout]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: swiper measures again when slides come or go
  useLayoutEffect(() => swiper.current?.update(), [count]);

  return {
    view,
    place,
    go: (to: number) => swiper.current?.slideTo(to),
    turn: (by: 1 | -1) => (by > 0 ? swiper.current?.slideNext() : swiper.current?.slidePrev()),
  };
}

function useHiddenTab(): boolean {
  const [hidden, setHidden] = useState(() => document.hidden);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return hidden;
}

function useAutoplay(everyMs: number | undefined, step: () => void) {
  const [stopped, setStopped] = useState(isCalm);
  const [resting, setResting] = useState(false);
  const hidden = useHiddenTab();
  const playing = !!everyMs && !stopped && !resting && !hidden;
  const next = useRef(step);
  next.current = step;
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => next.current(), everyMs);
    return () => clearInterval(timer);
  }, [playing, everyMs]);

  const hasKeyboard = (region: Element) => region.querySelector(':focus-visible') !== null;
  return {
    playing,
    stopped,
    toggle() {
      setStopped(!stopped);
      // The pointer rests on the Play button: that must not pause the carousel again.
      setResting(false);
    },
    hands: {
      onPointerEnter: () => setResting(true),
      onPointerLeave: (event: PointerEvent<HTMLElement>) => setResting(hasKeyboard(event.currentTarget)),
      onFocus: (event: FocusEvent<HTMLElement>) => hasKeyboard(event.currentTarget) && setResting(true),
      onBlur: (event: FocusEvent<HTMLElement>) =>
        !event.currentTarget.contains(event.relatedTarget) &&
        setResting(event.currentTarget.matches(':hover')),
    },
  };
}

export function Carousel({
  label,
  children,
  autoplayMs,
  navigation = true,
  pagination = true,
  ...layout
}: CarouselProps) {
  const slides = Children.toArray(children);
  const { view, place, go, turn } = useSwiper(layout, slides.length);
  const moves = place.stops > 1;
  const { playing, stopped, toggle, hands } = useAutoplay(moves ? autoplayMs : undefined, () => turn(1));
  const seen = (at: number) => at >= place.at && at < place.at + place.inView;
  return (
    <Region aria-roledescription="carousel" aria-label={label} {...hands}>
      <Window ref={view} className="swiper" aria-live={playing ? 'off' : 'polite'}>
        <Track className="swiper-wrapper">
          {slides.map((slide, at) => (
            <Slide
              // biome-ignore lint/suspicious/noArrayIndexKey: a slide is its place
              key={at}
              className="swiper-slide"
              role="group"
              aria-roledescription="slide"
              aria-label={`${at + 1} of ${slides.length}`}
              inert={!seen(at)}
            >
              {slide}
            </Slide>
          ))}
        </Track>
      </Window>
      {moves && (
        <Bar>
          {autoplayMs && (
            <Control type="button" aria-label={stopped ? 'Play' : 'Pause'} onClick={toggle}>
              <Icon name={stopped ? 'play' : 'pause'} />
            </Control>
          )}
          {pagination && (
            <Bullets>
              {Array.from({ length: place.stops }, (_, at) => (
                <Bullet
                  // biome-ignore lint/suspicious/noArrayIndexKey: a bullet is its place
                  key={at}
                  type="button"
                  aria-label={`Go to slide ${at + 1}`}
                  aria-current={Math.min(place.at, place.stops - 1) === at ? 'true' : undefined}
                  onClick={() => go(at)}
                />
              ))}
            </Bullets>
          )}
          {navigation && (
            <>
              <Control type="button" aria-label="Previous slide" onClick={() => turn(-1)}>
                <Icon name="previous" />
              </Control>
              <Control type="button" aria-label="Next slide" onClick={() => turn(1)}>
                <Icon name="next" />
              </Control>
            </>
          )}
        </Bar>
      )}
    </Region>
  );
}
