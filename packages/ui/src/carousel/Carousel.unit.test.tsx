import { act, fireEvent, render, screen } from '@testing-library/react';
import { Carousel } from './Carousel';

let reducedMotion = false;
let hidden = false;

beforeEach(() => {
  jest.useFakeTimers();
  reducedMotion = false;
  hidden = false;
  window.matchMedia = jest
    .fn()
    .mockImplementation((query: string) => ({ matches: reducedMotion && query.includes('reduced-motion') }));
  jest.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  // jsdom has no layout; swiper makes one stop per slide with a width.
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const show = () =>
  render(
    <Carousel label="Tasks" autoplayMs={2500}>
      <p>One</p>
      <p>Two</p>
      <p>Three</p>
    </Carousel>,
  );
const current = () =>
  screen.getAllByRole('button', { name: /Go to slide/ }).findIndex((bullet) => bullet.hasAttribute('aria-current')) + 1;
const wait = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
const region = () => screen.getByRole('region', { name: 'Tasks' });
const live = () => region().querySelector('[aria-live]')?.getAttribute('aria-live');

test('is a region of labelled slides, of which those out of view are inert', () => {
  show();
  expect(region()).toHaveAttribute('aria-roledescription', 'carousel');
  const slides = [...region().querySelectorAll('[aria-roledescription="slide"]')];
  expect(slides.map((slide) => slide.getAttribute('aria-label'))).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  expect(slides.map((slide) => slide.hasAttribute('inert'))).toEqual([false, true, true]);
});

test('autoplays without announcements, and rewinds after the last slide', () => {
  show();
  expect(live()).toBe('off');
  expect(current()).toBe(1);
  wait(2500);
  expect(current()).toBe(2);
  wait(5000);
  expect(current()).toBe(1);
});

test('pauses under the pointer', () => {
  show();
  fireEvent.pointerEnter(region());
  expect(live()).toBe('polite');
  wait(10_000);
  expect(current()).toBe(1);
  fireEvent.pointerLeave(region());
  wait(2500);
  expect(current()).toBe(2);
});

test('pauses while it has the keyboard focus', () => {
  show();
  act(() => screen.getByRole('button', { name: 'Next slide' }).focus());
  wait(10_000);
  expect(current()).toBe(1);
  act(() => screen.getByRole('button', { name: 'Next slide' }).blur());
  wait(2500);
  expect(current()).toBe(2);
});

test('stops and starts by its button', () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  wait(10_000);
  expect(current()).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  wait(2500);
  expect(current()).toBe(2);
});

test('pauses in a hidden tab', () => {
  show();
  hidden = true;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  wait(10_000);
  expect(current()).toBe(1);
  hidden = false;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  wait(2500);
  expect(current()).toBe(2);
});

test('does not autoplay under reduced motion', () => {
  reducedMotion = true;
  show();
  wait(10_000);
  expect(current()).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Next slide' }));
  expect(current()).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'Go to slide 3' }));
  expect(current()).toBe(3);
  expect(screen.getByRole('button', { name: 'Play' })).toBeInTheDocument();
});
