import { formatCoins, formatDate, formatDollars, formatDuration, formatMoment } from './format';

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

test('a moment has its day and its minute in UTC', () => {
  expect(formatMoment('2026-01-05T23:59:59.000Z')).toBe('5-1-2026, 23:59 UTC');
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
