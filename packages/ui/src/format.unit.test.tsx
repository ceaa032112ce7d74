import {
  formatCoins,
  formatDate,
  formatDollars,
  formatDuration,
  formatMoment,
  formatRelative,
  formatUtc,
  isRecent,
} from './format';

test('coins are grouped and whole', () => {
  expect(formatCoins(0)).toBe('0');
  expect(formatCoins(1234567)).toBe('1,234,567');
});

test('dollars have two decimals', () => {
  expect(formatDollars(12.5)).toBe('$12.50');
  expect(formatDollars(1099.999)).toBe('$1,100.00');
});

test('a date is day-month-year without zero padding', () => {
  expect(formatDate('2026-12-31')).toBe('31-12-2026');
  expect(formatDate('2026-01-05')).toBe('5-1-2026');
  expect(formatDate('2026-01-05T23:59:59Z')).toBe('5-1-2026');
});

test('any other text is returned unchanged', () => {
  expect(formatDate('5-1-2026')).toBe('5-1-2026');
  expect(formatDate('')).toBe('');
});

test('a moment in UTC has its day and its minute', () => {
  expect(formatUtc('2026-01-05T23:59:59.000Z')).toBe('5-1-2026, 23:59 UTC');
});

describe("a moment, in the reader's zone, Asia/Dhaka", () => {
  const now = Date.parse('2026-11-26T06:00:00Z');
  const from = (ms: number) => new Date(now + ms).toISOString();

  test.each([
    ['2026-11-28T03:14:00Z', 'Sat 28 Nov, 9:14'],
    ['2026-11-28T17:59:59Z', 'Sat 28 Nov, 23:59'],
    ['2026-11-28T18:00:00Z', 'Sun 29 Nov, 0:00'],
    ['2026-12-31T17:59:00Z', 'Thu 31 Dec, 23:59'],
  ])('%s is %s', (iso, text) => {
    expect(formatMoment(iso, now)).toBe(text);
  });

  test('has its year unless it is that of the reader', () => {
    expect(formatMoment('2026-12-31T18:00:00Z', now)).toBe('1 Jan 2027, 0:00');
    expect(formatMoment('2025-11-28T03:14:00Z', now)).toBe('28 Nov 2025, 9:14');
    expect(formatMoment('2026-12-31T18:00:00Z', Date.parse('2026-12-31T20:00:00Z'))).toBe('Fri 1 Jan, 0:00');
  });

  test.each([
    [45.9 * 3_600_000, 'in 45 hours'],
    [1000, 'in 1 minute'],
    [-1000, 'just now'],
    [-60_000, '1 minute ago'],
    [-3 * 86_400_000, '3 days ago'],
  ])('%i ms from now is %s', (ms, text) => {
    expect(formatRelative(from(ms), now)).toBe(text);
  });

  test('is recent for a week', () => {
    expect(isRecent(from(30 * 86_400_000), now)).toBe(true);
    expect(isRecent(from(-6 * 86_400_000), now)).toBe(true);
    expect(isRecent(from(-7 * 86_400_000), now)).toBe(false);
  });
});

test.each([
  [13.6 * 86_400_000, '14 days'],
  [7 * 86_400_000 - 1, '7 days'],
  [7 * 86_400_000 - 60_000, '6 days 23 hours'],
  [3 * 86_400_000 + 59 * 60_000, '3 days'],
  [2 * 86_400_000 + 3_600_000, '2 days 1 hour'],
  [2 * 86_400_000 - 60_000, '47 hours'],
  [2 * 3_600_000 - 60_000, '119 minutes'],
  [60_000, '1 minute'],
  [0, '1 minute'],
])('%i ms are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
