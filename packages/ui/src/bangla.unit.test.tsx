import { speakBangla, speakEnglish } from '@piecework/i18n/testing';
import { render, screen } from '@testing-library/react';
import bangla from './bn';
import {
  formatCoins,
  formatDate,
  formatDollars,
  formatDuration,
  formatMoment,
  formatRelative,
  formatUtc,
} from './format';
import { Balance, Coins, Failure, Pager, Status, TextField } from './index';

const NOW = Date.parse('2026-11-26T06:00:00.000Z');

beforeEach(() => speakBangla(bangla));
afterEach(speakEnglish);

test('numbers and times have the digits of the language', () => {
  const all = () => [
    formatCoins(1234567),
    formatDollars(12.5),
    formatDate('2026-12-31'),
    formatDate('5-1-2026'),
    formatUtc('2026-01-05T23:59:59.000Z'),
    formatMoment('2026-11-28T03:14:00.000Z', NOW),
    formatMoment('2025-11-28T03:14:00.000Z', NOW),
    formatRelative('2026-11-28T03:14:00.000Z', NOW),
    formatRelative('2026-11-26T03:00:00.000Z', NOW),
    formatRelative('2026-11-26T06:00:00.000Z', NOW),
    formatDuration(2 * 86_400_000 + 3_600_000),
    formatDuration(60_000),
  ];
  expect(all()).toEqual([
    '১২,৩৪,৫৬৭',
    '$১২.৫০',
    '৩১-১২-২০২৬',
    '৫-১-২০২৬',
    '৫-১-২০২৬, ২৩:৫৯ UTC',
    'শনি ২৮ নভে, ০৯:১৪',
    '২৮ নভে, ২০২৫, ০৯:১৪',
    '৪৫ ঘণ্টা পরে',
    '৩ ঘণ্টা আগে',
    'এইমাত্র',
    '২ দিন ১ ঘণ্টা',
    '১ মিনিট',
  ]);
  speakEnglish();
  expect(all()).toEqual([
    '1,234,567',
    '$12.50',
    '31-12-2026',
    '5-1-2026',
    '5-1-2026, 23:59 UTC',
    'Sat 28 Nov, 9:14',
    '28 Nov 2025, 9:14',
    'in 45 hours',
    '3 hours ago',
    'just now',
    '2 days 1 hour',
    '1 minute',
  ]);
});

test('components bring their own texts in Bangla', () => {
  render(
    <>
      <Pager page={1} pages={12} onPage={() => undefined} label="কাজ" />
      <Status status="reject" />
      <Status status="of-tomorrow" />
      <Coins amount={1500} />
      <Balance value={20} />
    </>,
  );
  expect(screen.getByRole('navigation', { name: 'কাজ, পাতাগুলো' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'পাতা ১২' })).toHaveTextContent('১২');
  expect(screen.getByText('প্রত্যাখ্যাত')).toBeVisible();
  expect(screen.getByText('of-tomorrow')).toBeVisible();
  expect(screen.getByText('১,৫০০').parentElement).toHaveTextContent('১,৫০০ কয়েন');
  expect(screen.getByRole('status')).toHaveTextContent('২০ কয়েন');
});

test('messages of rules and of the server are translated where they are shown', () => {
  speakBangla(bangla, { 'At least {0} characters': 'অন্তত {0} অক্ষর', 'Not now': 'এখন নয়' });
  render(
    <>
      <TextField label="নাম" error="At least 20 characters" />
      <Failure text="Not now" onRetry={() => undefined} />
    </>,
  );
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('অন্তত ২০ অক্ষর');
  expect(screen.getByRole('alert')).toHaveTextContent('এটি লোড হয়নি');
  expect(screen.getByText('এখন নয়')).toBeVisible();
  expect(screen.getByRole('button', { name: 'আবার চেষ্টা করুন' })).toBeVisible();
});
