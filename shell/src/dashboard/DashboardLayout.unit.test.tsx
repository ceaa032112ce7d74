import { speakBangla, speakEnglish } from '@piecework/i18n/testing';
import type { MenuItem } from '@piecework/web-kit';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDirectory, withMenu } from '../../testing/fake-directory';
import { openApp } from '../../testing/open-app';
import bn from '../bn';

jest.mock('../areas', () => require('../../testing/fake-areas'));

const bar = () => within(screen.getByRole('navigation', { name: 'Pages' }));
/** jsdom does not apply media queries: both menus are rendered. */
const side = () => within(screen.getByLabelText('Worker menu'));
const HIDDEN = { hidden: true } as const;

it("lists the pages of the role's remote: full labels in the side menu, short ones in the bottom bar", async () => {
  await openApp('/dashboard/workerTaskList/t1');
  await screen.findByText('Area mf_worker');
  const names = side()
    .getAllByRole('listitem', HIDDEN)
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Home', 'TaskList', 'My Submissions', 'Withdrawals', 'Messages']);
  expect(bar().getByText('Tasks')).toBeInTheDocument();
  const current = bar().getByRole('link', { current: 'page' });
  expect(current).toHaveAttribute('href', '/dashboard/workerTaskList');
});

it('marks the menu item of a page that is not below its address', async () => {
  await openApp('/dashboard/Checkout/10', { user: { userRole: 'buyer' } });
  await screen.findByText('Area mf_buyer');
  const marked = screen.getAllByRole('link', { current: 'page', ...HIDDEN });
  expect(marked.map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/buyerPurchaseCoin',
    '/dashboard/buyerPurchaseCoin',
  ]);
});

const openAdmin = async (count: number, parked: object[] = []) => {
  const paths = ['adminHome', 'manageUser', 'manageTask', 'adminPayments', 'adminParked'] as const;
  const menu: MenuItem[] = paths
    .slice(0, count)
    .map((to) => ({
      label: `Page ${to}`,
      to,
      icon: 'home' as const,
      ...(to === 'adminParked' && { whileAny: 'GET /admin/parked' as const }),
    }));
  if (count === 5) menu.push({ label: 'Extra', to: 'adminHome/extra', icon: 'home' });
  await openApp('/dashboard/adminHome', {
    directory: withMenu('mf_admin', menu),
    user: { userRole: 'admin' },
    answers: { 'GET /admin/parked': parked },
  });
  await screen.findByText('Area mf_admin');
};

it('shows what needs mail only where the installation sends some', async () => {
  for (const mail of [false, true]) {
    const { unmount } = await openApp('/dashboard/adminHome', {
      directory: withMenu('mf_admin', [
        { label: 'Home', to: 'adminHome', icon: 'home' },
        { label: 'Emails', to: 'adminMail', icon: 'email', withMail: true },
      ]),
      user: { userRole: 'admin' },
      answers: { 'GET /config': mail ? { mail } : {} },
    });
    if (mail) expect(await bar().findByRole('link', { name: 'Emails' })).toBeVisible();
    else expect(bar().queryByRole('link', { name: 'Emails' })).toBeNull();
    unmount();
  }
});

it('keeps five items in the bottom bar; a sixth turns the fifth into More', async () => {
  await openAdmin(5, [{}]);
  const more = await bar().findByRole('button', { name: 'More' });
  expect(bar().getAllByRole('link')).toHaveLength(4);
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(more);
  expect(bar().getByRole('link', { name: 'Page adminParked' })).toBeVisible();
  expect(bar().getAllByRole('link')).toHaveLength(6);
  await userEvent.keyboard('{Escape}');
  expect(bar().getAllByRole('link')).toHaveLength(4);
  expect(more).toHaveFocus();
  await userEvent.click(more);
  await userEvent.click(bar().getByRole('link', { name: 'Page adminParked' }));
  expect(location.pathname).toBe('/dashboard/adminParked');
  expect(bar().getByRole('button', { name: 'More' })).toHaveAttribute('aria-current', 'true');
  expect(bar().getAllByRole('link')).toHaveLength(4);
});

it('hides a menu item while its list is empty', async () => {
  await openAdmin(5);
  expect(bar().getAllByRole('link')).toHaveLength(5);
  expect(bar().queryByRole('button', { name: 'More' })).toBeNull();
  expect(screen.queryByText('Page adminParked')).toBeNull();
});

it('shows a skeleton of the menu while the directory loads', async () => {
  await openApp('/dashboard/statement', { directory: null });
  expect(await screen.findByRole('heading', { name: /Coin statement/ })).toBeInTheDocument();
  expect(side().getByText('Loading')).toBeInTheDocument();
});

it('keeps the shell usable while the menu of the remote is unknown, and reads the directory again', async () => {
  await openApp('/dashboard/statement', { directory: aDirectory({ mf_worker: undefined }) });
  expect(await screen.findByRole('heading', { name: /Coin statement/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Wanda Worker.*account$/ })).toBeInTheDocument();
  window.__early = { directory: Promise.resolve(aDirectory()) } as typeof window.__early;
  const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(aDirectory()));
  await userEvent.click(side().getByRole('button', { name: 'Try loading the menu again', ...HIDDEN }));
  // Not the one that was read with the page.
  expect(fetched).toHaveBeenCalledWith('/remotes.json', expect.anything());
  expect(await side().findByRole('link', { name: 'TaskList', ...HIDDEN })).toBeInTheDocument();
});

it('offers a retry in place of a home that no remote has announced', async () => {
  await openApp('/dashboard', { directory: aDirectory({ mf_worker: undefined }) });
  expect(await screen.findByRole('heading', { name: 'Unknown area' })).toBeInTheDocument();
  expect(location.pathname).toBe('/dashboard');
});

it('lists the coin statement page by page', async () => {
  const rows = [
    { _id: '1', transfer: 't1', kind: 'settle', amount: 70, balance: 956, time: '2026-11-21T03:35:00.000Z' },
    { _id: '2', transfer: 't2', kind: 'payout', amount: -300, balance: 886, time: '2026-11-20T03:35:00.000Z' },
  ];
  const { calls } = await openApp('/dashboard/statement', { answers: { 'GET /statement': { rows, total: 41 } } });
  const settled = await screen.findByRole('row', { name: /Work approved/ });
  expect(within(settled).getByTitle(/^21-11-2026, /)).toBeVisible();
  expect(settled).toHaveTextContent('+70');
  expect(screen.getByRole('row', { name: /Withdrawal/ })).toHaveTextContent('−300');
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(location.search).toBe('?page=3');
  const asked = calls.filter(({ route }) => route === 'GET /statement').map(({ query }) => query.offset);
  expect(asked).toEqual(['0', '40']);
  await act(async () => {});
});

describe('in Bangla', () => {
  afterEach(speakEnglish);

  it("translates its own texts, and the remote's labels by the remote's catalogue", async () => {
    speakBangla(bn, { TaskList: 'কাজের তালিকা', Tasks: 'কাজ' });
    await openApp('/dashboard/buyerHome');
    await screen.findByText('Area mf_worker');
    const names = within(screen.getByLabelText('কর্মী মেনু'))
      .getAllByRole('listitem', HIDDEN)
      .map(({ textContent }) => textContent);
    // English where no catalogue has the label.
    expect(names).toEqual(['হোম', 'কাজের তালিকা', 'My Submissions', 'উত্তোলন', 'বার্তা']);
    const pages = within(screen.getByRole('navigation', { name: 'পাতাসমূহ' }));
    expect(pages.getByRole('link', { name: 'কাজ' })).toHaveAttribute('href', '/dashboard/workerTaskList');
    expect(screen.getByText('এই পাতাটি কাজদাতাদের জন্য। আপনি কর্মী হিসেবে লগ ইন করেছেন।')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Wanda Worker কর্মী, অ্যাকাউন্ট' })).toBeVisible();
  });
});
