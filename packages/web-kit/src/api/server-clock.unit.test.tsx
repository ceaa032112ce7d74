import { learnServerTime, serverNow, useServerNow } from '@piecework/web-kit';
import { act, render, screen } from '@testing-library/react';

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-23T10:00:00Z') }));
afterEach(() => {
  learnServerTime(new Date().toUTCString());
  jest.useRealTimers();
});

const Clock = () => new Date(useServerNow()).toISOString();

test('follows the Date of an answer, and ignores an answer without one', () => {
  learnServerTime('Mon, 23 Nov 2026 11:30:00 GMT');
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-23T11:30:00.000Z');
  learnServerTime(null);
  learnServerTime('soon');
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-23T11:30:00.000Z');
});

test('a component renders again while the time passes', () => {
  render(<Clock />);
  expect(screen.getByText('2026-11-23T10:00:00.000Z')).toBeVisible();
  act(() => void jest.advanceTimersByTime(60_000));
  expect(screen.getByText('2026-11-23T10:01:00.000Z')).toBeVisible();
});
