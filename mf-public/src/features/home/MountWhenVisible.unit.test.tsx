import { act, fireEvent, render, screen } from '@testing-library/react';
import { MountWhenVisible } from './MountWhenVisible';

interface Observed {
  margin: string | undefined;
  report(isIntersecting: boolean): void;
  isConnected: boolean;
}
let observed: Observed[] = [];

beforeEach(() => {
  observed = [];
  globalThis.IntersectionObserver = class {
    #entry: Observed;
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const report = (isIntersecting: boolean) =>
        callback([{ isIntersecting } as IntersectionObserverEntry], this as unknown as IntersectionObserver);
      this.#entry = { margin: options?.rootMargin, report, isConnected: true };
      observed.push(this.#entry);
    }
    observe() {}
    disconnect() {
      this.#entry.isConnected = false;
    }
  } as unknown as typeof IntersectionObserver;
});
afterEach(() => {
  // jsdom has none.
  delete (globalThis as Partial<typeof globalThis>).IntersectionObserver;
});

const show = () => render(<MountWhenVisible fallback={<p>Later</p>}>Now</MountWhenVisible>);

it('mounts what is on the screen, and before a scroll nothing below it', () => {
  show();
  expect(observed).toMatchObject([{ margin: '0px 0px -64px', isConnected: true }]);
  act(() => observed[0]?.report(false));
  expect(screen.getByText('Later')).toBeVisible();
  act(() => observed[0]?.report(true));
  expect(screen.getByText('Now')).toBeVisible();
});

it.each([
  ['scrolled', () => fireEvent.scroll(window)],
  ['used by keyboard', () => fireEvent.keyDown(window, { key: 'Tab' })],
])('mounts ahead of the screen once the page is %s', (_, move) => {
  show();
  move();
  expect(observed).toMatchObject([
    { margin: '0px 0px -64px', isConnected: false },
    { margin: '400px', isConnected: true },
  ]);
});
