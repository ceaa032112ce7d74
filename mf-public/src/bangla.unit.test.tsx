import { PASSWORD_MESSAGE } from '@piecework/contracts/constants';
import type { Catalogue } from '@piecework/i18n';
import { speakBangla, speakEnglish } from '@piecework/i18n/testing';
import ofContracts from '@piecework/texts/bn';
import { aTask, renderApp } from '@piecework/web-kit/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from './routes';

let catalogue: Catalogue = {};

beforeAll(async () => {
  catalogue = (await remote.catalogues?.bn?.())?.default ?? {};
});
beforeEach(() => speakBangla(ofContracts, catalogue));
afterEach(speakEnglish);

it('shows the home in Bangla, with Bangla digits', async () => {
  const task = aTask({ taskTitle: 'Taste soup', requiredWorkers: 17 });
  renderApp(remote, { path: '/', user: null, answers: { 'GET /tasks': [task], 'GET /users': [] } });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Piecework বড় কাজকে ছোট ছোট কাজে ভাগ করে, আর প্রতিটি কাজেই আয়।',
  );
  expect(screen.getByText('২০ কয়েনে $১। ২০০ কয়েন হলেই তুলতে পারবেন।')).toBeVisible();
  const vip = await screen.findByRole('region', { name: 'ভিআইপি সদস্যপদ' });
  expect(within(vip).getByText('$৯৯.৯৯')).toBeVisible();
  const featured = within(screen.getByRole('region', { name: 'বাছাই করা কাজ' }));
  expect(await featured.findByRole('heading', { name: 'Taste soup' })).toBeVisible();
  expect(featured.getByText('যত কর্মী লাগবে').nextElementSibling).toHaveTextContent(/^১৭$/);
  expect(featured.getByRole('link', { name: 'বিস্তারিত দেখুন: Taste soup' })).toBeVisible();
  expect(document.title).toBe('ছোট ছোট কাজ, প্রতিটিতেই আয় · Piecework');
});

it('shows the registration in Bangla, with its links, hints and errors', async () => {
  const messageWithNumber = PASSWORD_MESSAGE.replace(/\d+/, '{0}');
  speakBangla(ofContracts, catalogue, { [messageWithNumber]: 'পাসওয়ার্ডে অন্তত {0}টি অক্ষর লাগবে' });
  renderApp(remote, { path: '/register', user: null });
  expect(await screen.findByRole('heading', { level: 1, name: 'আপনার অ্যাকাউন্ট খুলুন' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'লগ ইন করুন' })).toHaveAttribute('href', '/login');
  expect(screen.getByRole('radio', { name: /^কর্মী.* ১০ কয়েন/ })).toBeChecked();
  expect(screen.getByText('৮টি অক্ষর')).toBeVisible();
  await userEvent.type(screen.getByLabelText('পাসওয়ার্ড'), 'a');
  await userEvent.click(screen.getByRole('button', { name: 'নিবন্ধন' }));
  expect(await screen.findByText('নাম দিন')).toBeVisible();
  expect(screen.getByText('পাসওয়ার্ডে অন্তত ৮টি অক্ষর লাগবে')).toBeVisible();
});
