import type { Notification } from '@piecework/contracts';
import { NOTIFICATION_KINDS } from '@piecework/contracts/constants';
import { speakBangla, speakEnglish } from '@piecework/i18n/testing';
import bangla from '@piecework/texts/bn';
import { sentencesOf } from '@piecework/texts/notification-texts';
import { textOf } from './notification-texts';

beforeEach(() => speakBangla(bangla));
afterEach(speakEnglish);

const aNotification = (changes: Partial<Notification>): Notification => ({
  _id: 'n1',
  kind: 'submission-approved',
  role: 'worker',
  ids: { taskId: 't1' },
  title: 'Label {count} photos for 5 coins',
  coins: 1200,
  n: 1,
  read: false,
  at: '2026-11-25T08:00:00.000Z',
  ...changes,
});

it('words a notification in Bangla, around the title as its buyer wrote it', () => {
  expect(textOf(aNotification({ why: 'deadline' }))).toEqual({
    icon: 'check',
    text: '“Label {count} photos for 5 coins”: আপনার কাজ অনুমোদিত হয়েছে',
    detail: 'আপনি ১,২০০ কয়েন পেয়েছেন। কাজদাতা সময়মতো সিদ্ধান্ত দেননি, তাই কয়েন আপনাআপনি যোগ হয়েছে।',
    to: '/dashboard/workerSubmission',
  });
  expect(textOf(aNotification({ kind: 'submission-created', role: 'buyer', n: 3 })).text).toBe(
    '“Label {count} photos for 5 coins”: ৩টি নতুন কাজ জমা পড়েছে',
  );
});

it('has every text of every kind', () => {
  const isEnglish = /[a-z]{2}/i;
  const wrong: string[] = [];
  const whys = [
    undefined,
    ...['deadline', 'departure', 'copied', 'other', 'overdue', 'escrow', 'insufficient-coins', 'left-role'],
    ...['expired', 'lapsed', 'released'],
  ];
  for (const kind of [...NOTIFICATION_KINDS, 'of-tomorrow'])
    for (const role of ['worker', 'buyer', 'admin'] as const)
      for (const why of whys)
        for (const coins of [0, 1, 20])
          for (const [title, tasks] of [[], ['৭টি ছবি'], ['৭টি ছবি', 3]] as const) {
            const about = { kind, role, coins, ...(why && { why }), ...(tasks && { tasks, n: tasks }) };
            const { title: _, ...rest } = aNotification(about);
            const { text, detail = '' } = textOf({ ...rest, ...(title && { title }) });
            wrong.push(...[text, detail].filter((one) => isEnglish.test(one.replace('Piecework', ''))));
          }
  expect([...new Set(wrong)]).toEqual([]);
});

it('leaves the mails English', () => {
  expect(sentencesOf(aNotification({ kind: 'withdrawal-held' }))).toEqual({
    text: 'Your withdrawal of 1,200 coins is on hold',
    detail: 'Open it to see why. The hold ends within 10 days.',
    to: '/dashboard/workerWithdrawal',
  });
});
