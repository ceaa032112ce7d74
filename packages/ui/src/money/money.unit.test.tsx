import { act, render, screen } from '@testing-library/react';
import { Balance } from './Balance';
import { Coins } from './Coins';

test('an amount has its unit for screen readers', () => {
  const { container, rerender } = render(<Coins amount={1250} />);
  expect(container).toHaveTextContent('1,250 coins');
  rerender(<Coins amount={1} />);
  expect(container).toHaveTextContent(/^1 coin$/);
});

test('a signed amount shows + or −', () => {
  const { container, rerender } = render(<Coins amount={40} sign />);
  expect(container).toHaveTextContent('+40 coins');
  rerender(<Coins amount={-200} sign />);
  expect(container).toHaveTextContent('−200 coins');
});

describe('a changing balance', () => {
  const reducedMotion = (matches: boolean) => {
    window.matchMedia = jest.fn().mockReturnValue({ matches });
  };

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('counts up to its new value, and announces it at once', () => {
    reducedMotion(false);
    const { container, rerender } = render(<Balance value={100} />);
    rerender(<Balance value={500} />);
    expect(screen.getByRole('status')).toHaveTextContent('500 coins');
    act(() => void jest.advanceTimersByTime(200));
    const shown = Number(container.querySelector('[aria-hidden="true"]:not(svg)')?.textContent);
    expect(shown).toBeGreaterThan(100);
    expect(shown).toBeLessThan(500);
    act(() => void jest.advanceTimersByTime(1000));
    expect(container).toHaveTextContent('500');
  });

  test('does not count under reduced motion', () => {
    reducedMotion(true);
    const { container, rerender } = render(<Balance value={100} quiet />);
    rerender(<Balance value={500} quiet />);
    expect(container.querySelector('span[aria-hidden="true"]')).toHaveTextContent('500');
    expect(screen.queryByRole('status')).toBeNull();
  });
});
