import { t } from '@piecework/i18n';
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

const prefersReducedMotion = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

interface Position {
  at: number;
  inView: number;
  stops: number;
}

/** Swiper moves the track; React renders the slides. */
function useSwiper(options: Omit<CarouselProps, 'label' | 'children'>, count: number) {
  const view = useRef<HTMLDivElement>(null);
  const swiper = useRef<Swiper>(undefined);
  const [position, setPosition] = useState<Position>({ at: 0, inView: 1, stops: count });
  const { spaceBetween = 0, slidesPerView = 1, breakpoints, centered } = options;
  const layout = JSON.stringify({ spaceBetween, slidesPerView, breakpoints, centeredSlides: centered });

  useLayoutEffect(() => {
    if (!view.current) return;
    const readPosition = (swiper: Swiper) => {
      const inView = typeof swiper.params.slidesPerView === 'number' ? swiper.params.slidesPerView : 1;
      setPosition({ at: swiper.activeIndex, inView, stops: Math.max(1, swiper.snapGrid.length) });
    };
    const instance = new Swiper(view.current, {
      ...JSON.parse(layout),
      rewind: true,
      speed: prefersReducedMotion() ? 0 : 400,
      on: {
        slideChange: readPosition,
        breakpoint: readPosition,
        snapGridLengthChange: readPosition,
        afterInit: readPosition,
      },
    });
    swiper.current = instance;
    readPosition(instance);
    return () => {
      instance.destroy(true, true);
    };
  }, [layout]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: swiper measures again when the number of slides changes
  useLayoutEffect(() => swiper.current?.update(), [count]);

  return {
    view,
    position,
    go: (to: number) => swiper.current?.slideTo(to),
    turn: (by: 1 | -1) => (by > 0 ? swiper.current?.slideNext() : swiper.current?.slidePrev()),
  };
}

function useHiddenTab(): boolean {
  const [hidden, setHidden] = useState(() => document.hidden);
  useEffect(() => {
    const update = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return hidden;
}

function useAutoplay(everyMs: number | undefined, step: () => void) {
  const [stopped, setStopped] = useState(prefersReducedMotion);
  const [isPaused, setPaused] = useState(false);
  const hidden = useHiddenTab();
  const playing = !!everyMs && !stopped && !isPaused && !hidden;
  const next = useRef(step);
  next.current = step;
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => next.current(), everyMs);
    return () => clearInterval(timer);
  }, [playing, everyMs]);

  const hasKeyboardFocus = (region: Element) => region.querySelector(':focus-visible') !== null;
  return {
    playing,
    stopped,
    toggle() {
      setStopped(!stopped);
      // The pointer rests on the Play button: that must not pause the carousel again.
      setPaused(false);
    },
    pauseHandlers: {
      onPointerEnter: () => setPaused(true),
      onPointerLeave: (event: PointerEvent<HTMLElement>) => setPaused(hasKeyboardFocus(event.currentTarget)),
      onFocus: (event: FocusEvent<HTMLElement>) => hasKeyboardFocus(event.currentTarget) && setPaused(true),
      onBlur: (event: FocusEvent<HTMLElement>) =>
        !event.currentTarget.contains(event.relatedTarget) && setPaused(event.currentTarget.matches(':hover')),
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
  const { view, position, go, turn } = useSwiper(layout, slides.length);
  const moves = position.stops > 1;
  const { playing, stopped, toggle, pauseHandlers } = useAutoplay(moves ? autoplayMs : undefined, () => turn(1));
  const isInView = (at: number) => at >= position.at && at < position.at + position.inView;
  return (
    <Region aria-roledescription={t('carousel')} aria-label={label} {...pauseHandlers}>
      <Window ref={view} className="swiper" aria-live={playing ? 'off' : 'polite'}>
        <Track className="swiper-wrapper">
          {slides.map((slide, at) => (
            <Slide
              // biome-ignore lint/suspicious/noArrayIndexKey: slides have no other identity
              key={at}
              className="swiper-slide"
              role="group"
              aria-roledescription={t('slide')}
              aria-label={t('{number} of {count}', { number: at + 1, count: slides.length })}
              inert={!isInView(at)}
            >
              {slide}
            </Slide>
          ))}
        </Track>
      </Window>
      {moves && (
        <Bar>
          {autoplayMs && (
            <Control type="button" aria-label={stopped ? t('Play') : t('Pause')} onClick={toggle}>
              <Icon name={stopped ? 'play' : 'pause'} />
            </Control>
          )}
          {pagination && (
            <Bullets>
              {Array.from({ length: position.stops }, (_, at) => (
                <Bullet
                  // biome-ignore lint/suspicious/noArrayIndexKey: bullets have no other identity
                  key={at}
                  type="button"
                  aria-label={t('Go to slide {number}', { number: at + 1 })}
                  aria-current={Math.min(position.at, position.stops - 1) === at ? 'true' : undefined}
                  onClick={() => go(at)}
                />
              ))}
            </Bullets>
          )}
          {navigation && (
            <>
              <Control type="button" aria-label={t('Previous slide')} onClick={() => turn(-1)}>
                <Icon name="previous" />
              </Control>
              <Control type="button" aria-label={t('Next slide')} onClick={() => turn(1)}>
                <Icon name="next" />
              </Control>
            </>
          )}
        </Bar>
      )}
    </Region>
  );
}
