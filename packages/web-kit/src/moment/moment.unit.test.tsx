import { speakBangla, speakEnglish } from '@piecework/i18n/testing';
import bangla from '@piecework/ui/bn';
import { learnServerTime } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { act, render, screen } from '@testing-library/react';

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-26T06:00:00Z') }));
afterEach(() => {
  learnServerTime(new Date().toUTCString());
  jest.useRealTimers();
});

const DEADLINE = '2026-11-28T03:14:00.000Z';

test("a moment is in the reader's zone, and exact in its title and its dateTime", () => {
  render(<Moment at={DEADLINE} />);
  const moment = screen.getByText('Sat 28 Nov, 9:14');
  expect(moment).toHaveAttribute('datetime', DEADLINE);
  expect(moment).toHaveAttribute('title', '28-11-2026, 03:14 UTC');
});

test('a deadline also says how long it is away, by the clock of the server, and follows it', () => {
  const { container } = render(<Moment at={DEADLINE} form="both" />);
  expect(container).toHaveTextContent('Sat 28 Nov, 9:14, in 45 hours');
  act(() => void jest.advanceTimersByTime(3_600_000));
  expect(container).toHaveTextContent('Sat 28 Nov, 9:14, in 44 hours');
  learnServerTime('Fri, 27 Nov 2026 03:14:00 GMT');
  act(() => void jest.advanceTimersByTime(20_000));
  expect(container).toHaveTextContent('Sat 28 Nov, 9:14, in 24 hours');
});

test('news are relative for a week', () => {
  const { container } = render(<Moment at="2026-11-26T04:00:00.000Z" form="relative" />);
  expect(container).toHaveTextContent('2 hours ago');
  act(() => void jest.advanceTimersByTime(7 * 86_400_000));
  expect(container).toHaveTextContent('Thu 26 Nov, 10:00');
});

test('news that are newer than the last reading of the clock are not in the future', () => {
  const { container } = render(<Moment at="2026-11-26T06:01:00.000Z" form="relative" />);
  expect(container).toHaveTextContent('just now');
});

test('all moments of a page share one timer, which ends with the last of them', () => {
  const { unmount } = render(
    <>
      <Moment at={DEADLINE} />
      <Moment at={DEADLINE} form="both" />
      <Moment at={DEADLINE} form="relative" />
    </>,
  );
  expect(jest.getTimerCount()).toBe(1);
  unmount();
  expect(jest.getTimerCount()).toBe(0);
});

test('in Bangla with its digits', () => {
  speakBangla(bangla);
  const { container } = render(<Moment at={DEADLINE} form="both" />);
  expect(container).toHaveTextContent('শনি ২৮ নভে, ০৯:১৪, ৪৫ ঘণ্টা পরে');
  speakEnglish();
});
