import { speakBangla, speakEnglish } from '@piecework/i18n/testing';
import ofContracts from '@piecework/texts/bn';
import ofWebKit from '@piecework/web-kit/bn';
import { aSubmission, aTask, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from './routes';

beforeEach(async () => {
  localStorage.clear();
  speakBangla(ofContracts, ofWebKit, (await remote.catalogues?.bn?.())?.default ?? {});
});
afterEach(speakEnglish);

describe('in Bangla', () => {
  it('the home has Bangla headings and digits', async () => {
    renderApp(remote, {
      user: { userName: 'Rima Das', userAvailableCoin: 120 },
      answers: {
        'GET /totals': { worker: { submissions: 31, pending: 4, approved: 25, earned: 9, pendingCoins: 1 } },
        'GET /submissions': { rows: [aSubmission({ status: 'approved' })], total: 25 },
      },
    });
    expect(await screen.findByText('২৫টি অনুমোদিত')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('আবার স্বাগতম');
    expect(screen.getByText(/Rima/)).toHaveTextContent('আপনাকে দেখে ভালো লাগল, Rima।');
    expect(screen.getByRole('heading', { name: 'অনুমোদিত কাজ' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'সব ২৫টি দেখুন' })).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'কাজদাতার নাম' })).toBeInTheDocument();
    expect(screen.getByText('১ কয়েনের যাচাই চলছে')).toBeVisible();
  });

  it('the task list words records and requirements of the server', async () => {
    const buyerStats = { posted: 1203, decided: 10, approved: 9, unexplained: 0, overturned: 0, reviewHours: 168 };
    const worker = { submissions: 9, pending: 0, approved: 9, earned: 9, reviewed: { approved: 9, decided: 10 } };
    renderApp(remote, {
      path: '/dashboard/workerTaskList',
      answers: {
        'GET /tasks': [aTask({ taskTitle: 'Hard', minApprovalRate: 95, buyerStats }), aTask()],
        'GET /totals': { worker },
      },
    });
    expect(await screen.findByRole('heading', { name: 'মোট কাজ আছে: ২টি' })).toBeVisible();
    const card = screen.getByRole('article', { name: 'Hard' });
    await waitFor(() => expect(card).toHaveTextContent('এই কাজের জন্য অনুমোদনের হার ৯৫% হতে হবে। আপনার হার ৯০%।'));
    expect(card).toHaveTextContent('৯০% কাজ অনুমোদন করেন · সাধারণত ৭ দিনের মধ্যে সিদ্ধান্ত দেন · ১,২০৩টি কাজ দিয়েছেন');
    expect(screen.getByRole('radio', { name: 'বেশি পারিশ্রমিক আগে' })).toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'কমপক্ষে ৫০ কয়েন' })).toBeInTheDocument();
  });

  it('a rejection has its date, who decided and why in one sentence each', async () => {
    const rejected = aSubmission({
      taskTitle: 'Label photos',
      status: 'reject',
      submissionDate: '21-11-2026',
      decidedBy: 'buyer',
      decidedAt: '2025-11-22T10:31:00.000Z',
      reason: { code: 'no-proof', text: '' },
    });
    renderApp(remote, { path: '/dashboard/workerSubmission', answers: { 'GET /submissions': [rejected] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Label photos' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^আপনার কাজ/).parentElement).toHaveTextContent(
      /^আপনার কাজ ২২ নভে, ২০২৫, ১৬:৩১ সময়ে কাজদাতার সিদ্ধান্তে প্রত্যাখ্যাত হয়েছে।$/,
    );
    expect(dialog.getByText('প্রমাণ দেওয়া হয়নি।')).toBeVisible();
    expect(dialog.getByText('২১-১১-২০২৬')).toBeVisible();
  });

  it('the withdrawals name the payment systems and the faults of the form', async () => {
    renderApp(remote, { path: '/dashboard/workerWithdrawal', user: { userAvailableCoin: 500 } });
    expect(await screen.findByRole('heading', { level: 1, name: 'উত্তোলন' })).toBeVisible();
    expect(screen.getByLabelText('যত ডলার পাবেন')).toHaveAttribute('placeholder', '০.০০');
    await userEvent.selectOptions(screen.getByLabelText('টাকা পাওয়ার মাধ্যম'), 'বিকাশ');
    await userEvent.type(screen.getByLabelText('অ্যাকাউন্ট নম্বর'), 'abcdef');
    await userEvent.click(screen.getByRole('button', { name: 'টাকা তুলুন' }));
    expect(await screen.findByText(/^টাকা পাওয়ার এই মাধ্যমের অ্যাকাউন্ট নম্বরে শুধু অঙ্ক/)).toBeVisible();
    expect(screen.getByText('কয়েনের পরিমাণ দিন')).toBeVisible();
    await userEvent.type(screen.getByLabelText('যত কয়েন তুলবেন'), '২৫০');
    expect(screen.getByLabelText('যত ডলার পাবেন')).toHaveValue('১২.৫০');
  });
});
