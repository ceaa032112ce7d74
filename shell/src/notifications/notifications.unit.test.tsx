import type { Notification } from '@piecework/contracts';
import { NOTIFICATION_KINDS } from '@piecework/contracts/constants';
import { KINDS_OF_ROLE } from '@piecework/texts/notification-texts';
import { dialogs } from '@piecework/web-kit';
import { problem, takeNotice } from '@piecework/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';
import { textOf } from './notification-texts';

jest.mock('../areas', () => require('../../testing/fake-areas'));

const HOUR = 3_600_000;
let count = 0;
const aNotification = (changes: Partial<Notification> = {}): Notification => ({
  _id: `n${++count}`,
  kind: 'submission-approved',
  role: 'worker',
  ids: { taskId: 't1', submissionId: 's1' },
  title: 'Label ten photos',
  coins: 12,
  n: 1,
  read: false,
  at: new Date(Date.now() - 3 * HOUR).toISOString(),
  ...changes,
});

const APPROVED = aNotification({ why: 'deadline' });
const PAID = aNotification({ kind: 'withdrawal-paid', ids: { withdrawalId: 'w1' }, coins: 200, read: true });
const BOUGHT = aNotification({ kind: 'payment-credited', role: 'buyer', ids: { paymentId: 'p1' }, coins: 150 });
const ROWS = { rows: [APPROVED, PAID, BOUGHT], total: 3, unread: 2 };
const READING = { 'PATCH /notifications/{id}': { modifiedCount: 1 }, 'POST /notifications/read': { modifiedCount: 2 } };

const bell = (name: string | RegExp = /^Notifications/) => screen.getByRole('button', { name });
const panel = async () => within(await screen.findByRole('region', { name: 'Notifications' }));
const open = (answers: Parameters<typeof openApp>[1] = {}) =>
  openApp('/dashboard/statement', {
    ...answers,
    answers: { 'GET /notifications': ROWS, ...READING, ...answers.answers },
  });

describe('the bell', () => {
  it('has the number of unread notifications, and opens the newest ones', async () => {
    await open();
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications, 2 unread'));
    expect(bell()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(bell());
    const links = await (await panel()).findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/dashboard/workerSubmission',
      '/dashboard/workerWithdrawal',
      // What concerns another role leads nowhere.
      '/dashboard/notifications',
    ]);
    expect(links[0]).toHaveTextContent(
      'Unread: Your submission for “Label ten photos” was approvedYou earned 12 coins. The buyer didn’t decide in time, so you’re paid automatically.3 hours ago',
    );
    expect(links[1]).not.toHaveTextContent('Unread');
    expect((await panel()).getByText('Added to your balance: 150 coins')).toBeVisible();
  });

  it('works by keyboard: arrows move, Escape returns the focus', async () => {
    await open();
    bell().focus();
    await userEvent.keyboard('{ArrowDown}');
    const [first, second] = await (await panel()).findAllByRole('link');
    await userEvent.keyboard('{ArrowDown}');
    expect(first).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(second).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    expect(second).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
    expect(bell()).toHaveFocus();
  });

  it('is live, and says a new number politely', async () => {
    const { answer } = await open();
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications, 2 unread'));
    const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(announced()).not.toContain('2 unread notifications');
    answer({ 'GET /notifications': { ...ROWS, unread: 3 } });
    act(() => takeNotice('notification', { unread: 3, version: 1 }));
    expect(bell()).toHaveAccessibleName('Notifications, 3 unread');
    expect(announced()).toContain('3 unread notifications');
  });

  it('marks the chosen one as read on the way to its screen', async () => {
    const { calls, path } = await open();
    await userEvent.click(bell());
    await userEvent.click(await (await panel()).findByRole('link', { name: /was approved/ }));
    expect(path()).toBe('/dashboard/workerSubmission');
    expect(calls).toContainEqual(
      expect.objectContaining({
        route: 'PATCH /notifications/{id}',
        params: { id: APPROVED._id },
        body: { read: true },
      }),
    );
  });

  it('marks all as read, up to the newest one shown', async () => {
    const { calls, answer } = await open();
    await userEvent.click(bell());
    const mark = await (await panel()).findByRole('button', { name: 'Mark all as read' });
    answer({ 'GET /notifications': { ...ROWS, unread: 0 } });
    await userEvent.click(mark);
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications'));
    expect(calls.find(({ route }) => route === 'POST /notifications/read')?.body).toEqual({ until: APPROVED._id });
  });

  it('says that there is nothing new, or that it could not be loaded', async () => {
    const { answer } = await open({ answers: { 'GET /notifications': problem(400, 'validation', 'Not now') } });
    await userEvent.click(bell('Notifications'));
    expect(await (await panel()).findByText('Not now')).toBeVisible();
    answer({ 'GET /notifications': [] });
    await userEvent.click((await panel()).getByRole('button', { name: 'Try again' }));
    expect(await (await panel()).findByText('Nothing new')).toBeVisible();
  });
});

describe('the page', () => {
  it('lists all page by page, or the unread ones', async () => {
    const { calls, path } = await openApp('/dashboard/notifications', {
      answers: { 'GET /notifications': { ...ROWS, total: 41 }, ...READING },
    });
    expect(await screen.findByRole('heading', { name: /^Notifications/, level: 1 })).toHaveTextContent('41');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 3' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Unread' }));
    expect(path()).toBe('/dashboard/notifications?show=unread');
    await waitFor(() =>
      expect(calls.filter(({ route }) => route === 'GET /notifications').at(-1)?.query).toEqual({
        unread: '1',
        limit: '20',
        offset: '0',
      }),
    );
    const offsets = calls.filter(({ query }) => query.limit === '20').map(({ query }) => query.offset);
    expect(offsets).toEqual(['0', '40', '0']);
  });

  it('says that there is nothing new', async () => {
    await openApp('/dashboard/notifications');
    expect(await screen.findByText('Nothing new')).toBeVisible();
  });
});

describe('mail', () => {
  const CHANGE = 'PATCH /notification-settings';
  const choices = (email: Record<string, boolean>, emailBlocked?: string) => ({
    'GET /notification-settings': { email, ...(emailBlocked && { emailBlocked }) },
  });
  const openMail = (options: Parameters<typeof openApp>[1] = {}) =>
    openApp('/dashboard/notifications?show=email', options);
  const choice = (name: string) => screen.findByRole('checkbox', { name });

  it.each([
    ['worker', 'Your submission is approved', 'Coins you bought arrive'],
    ['buyer', 'Coins you bought arrive', 'A worker requests a withdrawal'],
    ['admin', 'A worker requests a withdrawal', 'Your submission is approved'],
  ] as const)('has a choice for each kind that concerns a %s', async (userRole, own, others) => {
    await openMail({ user: { userRole } });
    expect(await choice(own)).not.toBeChecked();
    expect(screen.getAllByRole('checkbox')).toHaveLength(KINDS_OF_ROLE[userRole].length);
    expect(screen.queryByRole('checkbox', { name: others })).toBeNull();
    expect(screen.queryByText(/Confirm your address/)).toBeNull();
  });

  it('saves each choice at once', async () => {
    const { calls, answer } = await openMail({
      answers: { ...choices({ 'withdrawal-paid': true }), [CHANGE]: { modifiedCount: 1 } },
    });
    expect(await choice('Your withdrawal is paid out')).toBeChecked();
    const approved = await choice('Your submission is approved');
    answer(choices({ 'withdrawal-paid': true, 'submission-approved': true }));
    await userEvent.click(approved);
    await waitFor(() => expect(approved).toHaveAttribute('aria-busy', 'false'));
    expect(approved).toBeChecked();
    expect(calls.filter(({ route }) => route === CHANGE).map(({ body }) => body)).toEqual([
      { email: { 'submission-approved': true } },
    ]);
  });

  it('takes a choice back that could not be saved, and says why', async () => {
    const failure = jest.spyOn(dialogs, 'failure').mockResolvedValue();
    await openMail({ answers: { [CHANGE]: problem(400, 'validation', 'Not now') } });
    const approved = await choice('Your submission is approved');
    await userEvent.click(approved);
    await waitFor(() => expect(failure).toHaveBeenCalledWith(expect.objectContaining({ text: 'Not now' })));
    expect(approved).not.toBeChecked();
  });

  it('is off where the installation sends none', async () => {
    await openMail({ answers: choices({}, 'no-mail') });
    expect(await screen.findByText(/Email is turned off on this Piecework server/)).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('waits for the confirmation of the address', async () => {
    await openMail({ answers: choices({}, 'unconfirmed') });
    expect(await screen.findByText('Confirm your address first.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Confirm in your profile' })).toHaveAttribute('href', '/dashboard/profile');
    expect(await choice('Your submission is approved')).toBeEnabled();
  });

  it('says why the choices could not be loaded', async () => {
    await openMail({ answers: { 'GET /notification-settings': problem(400, 'x', 'It went wrong') } });
    expect(await screen.findByText('It went wrong')).toBeVisible();
  });
});

describe('the texts', () => {
  it('word every kind, and say at least something of one that a newer server knows', () => {
    const texts = NOTIFICATION_KINDS.map((kind) => textOf(aNotification({ kind })).text);
    expect(new Set(texts).size).toBe(NOTIFICATION_KINDS.length);
    expect(textOf(aNotification({ kind: 'of-tomorrow' }))).toEqual({
      icon: 'info',
      text: 'Something changed in your account',
    });
  });

  it.each([
    [{ kind: 'submission-created', role: 'buyer', n: 3 }, '3 new submissions for “Label ten photos”'],
    [{ kind: 'submission-created', role: 'buyer' }, 'New submission for “Label ten photos”'],
    [
      { kind: 'submission-created', role: 'buyer', n: 7, tasks: 3, ids: { importId: 'f' } },
      '7 new submissions for 3 tasks of an import',
    ],
    [
      { kind: 'task-closed', role: 'buyer', n: 3, tasks: 3, ids: { importId: 'f' } },
      '3 tasks of an import were closed',
    ],
    [{ kind: 'appeal-filed', role: 'admin', n: 4 }, '4 new appeals'],
    [{ kind: 'withdrawal-requested', role: 'admin' }, 'New withdrawal request'],
    [{ kind: 'payment-credited', role: 'buyer', coins: 1500 }, 'Added to your balance: 1,500 coins'],
    [{ kind: 'task-closed', role: 'buyer', why: 'expired' }, 'Your task “Label ten photos” was closed'],
    [{ kind: 'reservation-lapsed' }, 'Your place in “Label ten photos” is no longer held'],
    [{ kind: 'task-deleted', role: 'buyer' }, 'Your task “Label ten photos” was deleted'],
  ] as const)('%j', (changes, text) => {
    expect(textOf(aNotification(changes)).text).toBe(text);
  });

  it('lead from an import to its tasks', () => {
    const ofImport = { kind: 'submission-created', role: 'buyer', n: 7, tasks: 3, ids: { importId: 'f' } } as const;
    expect(textOf(aNotification(ofImport)).to).toBe('/dashboard/buyerTask?import=f');
  });

  it('tell the reason where a code has one', () => {
    const detailOf = (kind: string, why?: string) =>
      textOf(aNotification({ kind, ...(why !== undefined && { why }) })).detail;
    expect(detailOf('submission-rejected', 'copied')).toBe('It’s copied from elsewhere.');
    expect(detailOf('submission-rejected', 'other')).toBe('The buyer explained why.');
    expect(detailOf('submission-rejected')).toBe('No reason was given.');
    expect(detailOf('withdrawal-canceled', 'insufficient-coins')).toBe('Your balance didn’t cover it.');
    expect(detailOf('withdrawal-canceled', 'admin')).toBe('You keep your coins.');
  });
});
