import { loadable } from '@piecework/web-kit';
import type { ReactNode } from 'react';

const loadCarousel = async () => {
  const { Carousel } = await import('@piecework/ui/carousel');
  return { default: Carousel };
};

/** Swiper is a sixth of the scripts of the home, and no carousel is on a phone's first screen. */
export const lazyCarousel = (placeholder: ReactNode) => loadable(loadCarousel, placeholder);
