import { dialogs, session } from '@piecework/web-kit';
import { aWithdrawal, later, networkFailure, problem, renderApp, takeNotice } from '@piecework/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type App = ReturnType<typeof renderApp>;

const PATH = '/dashboard/workerWithdrawal';
const inserted = { insertedId: 'w1' };
let success: jest.SpyInstance;
let failure: jest.SpyInstance;

beforeEach(() => {
  success = jest.spyOn(dialogs, 'success').mockResolvedValue();
  failure = jest.spyOn(dialogs, 'failure').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

const totals = (askedCoins: number) => ({
  'GET /totals': { worker: { submissions: 9, pending: 0, approved: 9, earned: 900, askedCoins } },
});
const open = async ({ answers, ...options }: Parameters<typeof renderApp>[1] = {}) => {
  const app = renderApp(remote, { path: PATH, ...options, answers: { ...totals(0), ...answers } });
  await screen.findByLabelText('Coin To WithDraw');
  return app;
};
const coins = () => screen.getByLabelText('Coin To WithDraw');
const amount = () => screen.getByLabelText('Withdraw Amount');
const fill = async (typed = '250') => {
  await userEvent.type(coins(), typed);
  await userEvent.selectOptions(screen.getByLabelText('Payment System'), 'nagad');
  await userEvent.type(screen.getByLabelText('Account Number'), '01712345678');
};
const press = () => userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
const sent = ({ calls }: App) => calls.filter(({ route }) => route === 'POST /withdrawals');

describe('the totals', () => {
  it('show the balance in coins and dollars', async () => {
    await open({ user: { userAvailableCoin: 199 } });
    expect(await screen.findByText('2 more coins until you can withdraw')).toBeVisible();
    const item = (label: string) => screen.getByText(label).closest('li');
    expect(item('Total Available Coin')).toHaveTextContent('199');
    expect(item('Total Available Coin')).toHaveTextContent('2 more coins until you can withdraw');
    expect(item('Available Amount')).toHaveTextContent('$9.95');
  });

  it('show the coins of pending requests', async () => {
    await open({ user: { userAvailableCoin: 583 }, answers: totals(250) });
    expect(await screen.findByText('250 requested')).toBeVisible();
    const summary = () => screen.getByRole('region', { name: 'Withdrawal summary' });
    expect(summary()).toHaveTextContent('You have 583 coins, of which 250 coins are already requested.');
    await userEvent.type(coins(), '332');
    expect(summary()).toHaveTextContent('You get $16.60. That leaves 1 coin.');
    await userEvent.clear(coins());
    await userEvent.type(coins(), '333');
    expect(summary()).toHaveTextContent('You get $16.65. You’re 1 coin short.');
    expect(screen.getByText(/already requested 250 coins. Your balance covers at most 332 more/)).toBeVisible();
  });

  it.each([
    [200, '1 more coin until you can withdraw', '1 more coin to go.'],
    [201, 'Ready to withdraw', 'Use the maximum: 200 coins'],
  ])('at %i coins say whether a request of 200 is paid', async (userAvailableCoin, note, offer) => {
    await open({ user: { userAvailableCoin } });
    expect(await screen.findByText(note)).toBeVisible();
    expect(screen.getByText(new RegExp(offer))).toBeVisible();
  });
});

describe('the summary', () => {
  const rates = {
    'GET /payout-rates': [
      { paymentSystem: 'nagad', currency: 'BDT', perDollar: '122.50' },
      { paymentSystem: 'rocket', currency: 'BDT' },
    ],
  };
  const summary = () => screen.getByRole('region', { name: 'Withdrawal summary' });

  it('is one sentence with the account and, at its rate, the other currency', async () => {
    await open({ user: { userAvailableCoin: 333 }, answers: rates });
    expect(summary()).toHaveTextContent('You have 333 coins.');
    await fill('250');
    expect(summary()).toHaveTextContent('You get $12.50 by nagad •••678, about ৳1,531.25. That leaves 83 coins.');
    await userEvent.selectOptions(screen.getByLabelText('Payment System'), 'rocket');
    expect(summary()).toHaveTextContent('You get $12.50 by rocket •••678. That leaves 83 coins.');
    await userEvent.clear(screen.getByLabelText('Account Number'));
    expect(summary()).toHaveTextContent('You get $12.50 by rocket. That leaves 83 coins.');
  });

  it('has the end of the account that is used again', async () => {
    const last = aWithdrawal({ paymentSystem: 'nagad', status: 'approved', accountMask: '678' });
    await open({ answers: { 'GET /withdrawals': [last] } });
    await screen.findAllByText('•••678');
    await userEvent.type(coins(), '200');
    await userEvent.selectOptions(screen.getByLabelText('Payment System'), 'nagad');
    expect(summary()).toHaveTextContent('You get $10.00 by nagad •••678. That leaves 300 coins.');
  });
});

describe('the yearly summary', () => {
  const print = jest.fn();
  const months = [
    { month: '2026-09', earned: 0, withdrawn: 0, withdrawnAmount: 0 },
    { month: '2026-10', earned: 480, withdrawn: 0, withdrawnAmount: 0 },
    { month: '2026-11', earned: 20, withdrawn: 250, withdrawnAmount: 12.5 },
  ];

  it('has each month and the sum, of the chosen year, and can be printed', async () => {
    Object.assign(window, { print });
    const app = await open({ answers: { 'GET /earnings/months': months } });
    await userEvent.click(screen.getByRole('button', { name: 'Yearly summary' }));
    const dialog = await screen.findByRole('dialog', { name: 'Yearly summary' });
    await within(dialog).findByText('October');
    const [october, november] = within(dialog).getAllByRole('row').slice(1);
    expect(october).toHaveTextContent(/OctoberEarned480 coinsWithdrawn0 coinsDollars\$0.00/);
    expect(november).toHaveTextContent(/NovemberEarned20 coinsWithdrawn250 coinsDollars\$12.50/);
    expect(dialog).toHaveTextContent(/Earned500 coinsWithdrawn250 coinsDollars\$12.50/);
    expect(within(dialog).queryByText('September')).toBeNull();
    const before = String(new Date().getUTCFullYear() - 1);
    await userEvent.selectOptions(within(dialog).getByLabelText('Year'), before);
    await waitFor(() => expect(app.calls.at(-1)?.query).toEqual({ year: before }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });
});

describe('the button', () => {
  it('reads Withdraw from 200 coins on', async () => {
    await open({ user: { userAvailableCoin: 200 } });
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeEnabled();
    expect(screen.queryByText('Insufficient coin')).toBeNull();
  });

  it('is enabled when the balance reaches 200 coins', async () => {
    await open({ user: { userAvailableCoin: 199 } });
    expect(screen.getByRole('button', { name: 'Insufficient coin' })).toBeVisible();
    act(() => takeNotice('balance', { balance: 200, version: 1, change: 1 }));
    expect(await screen.findByRole('button', { name: 'Withdraw' })).not.toHaveAttribute('aria-disabled');
    expect(screen.getByText('$10.00')).toBeVisible();
  });

  it('reads Insufficient coin below 200 coins, is dimmed, explains why and sends nothing', async () => {
    const app = await open({ user: { userAvailableCoin: 199 } });
    const button = screen.getByRole('button', { name: 'Insufficient coin' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await screen.findByText(/^2 more coins to go/);
    expect(button).toHaveAccessibleDescription(
      '2 more coins to go. A withdrawal takes at least 200 and leaves 1 in your balance.',
    );
    await fill();
    await userEvent.click(button);
    await userEvent.type(coins(), '{Enter}');
    expect(sent(app)).toEqual([]);
  });
});

describe('the form', () => {
  it('shows a message for each missing field', async () => {
    const app = await open();
    await press();
    expect(await screen.findByText('Coin is required')).toBeVisible();
    expect(screen.getByText('Withdraw Amount is required')).toBeVisible();
    expect(screen.getByText('Payment System is required')).toBeVisible();
    expect(screen.getByText('Account Number is required')).toBeVisible();
    expect(coins()).toHaveFocus();
    expect(sent(app)).toEqual([]);
  });

  it.each([
    ['199', 'Coin must be at least 200'],
    ['200.5', 'Coin must be a whole number'],
  ])('rejects %s coins', async (typed, message) => {
    const app = await open();
    await fill(typed);
    await press();
    expect(await screen.findByText(message)).toBeVisible();
    expect(sent(app)).toEqual([]);
  });

  it('computes the read-only amount while coins are typed', async () => {
    await open();
    await userEvent.type(coins(), '250');
    expect(amount()).toHaveValue('12.50');
    expect(amount()).toHaveAttribute('readonly');
    await userEvent.type(coins(), '{Backspace}');
    expect(amount()).toHaveValue('1.25');
    await userEvent.clear(coins());
    expect(amount()).toHaveValue('');
  });

  it('accepts an account number without eleven digits', async () => {
    const app = await open({ answers: { 'POST /withdrawals': inserted } });
    await fill();
    await userEvent.clear(screen.getByLabelText('Account Number'));
    await userEvent.type(screen.getByLabelText('Account Number'), '0171');
    await press();
    await waitFor(() => expect(sent(app)).toHaveLength(1));
  });

  it('takes an account number in Bangla digits', async () => {
    const app = await open({ answers: { 'POST /withdrawals': inserted } });
    await fill();
    await userEvent.clear(screen.getByLabelText('Account Number'));
    await userEvent.type(screen.getByLabelText('Account Number'), '০১৭১২-৩৪৫৬৮৯');
    await press();
    await waitFor(() => expect(sent(app)[0]?.body).toMatchObject({ accountNumber: '01712-345689' }));
  });

  it('shows the account number that it sends, without marks and country code', async () => {
    const app = await open({ answers: { 'POST /withdrawals': inserted } });
    await fill();
    await userEvent.clear(screen.getByLabelText('Account Number'));
    await userEvent.type(screen.getByLabelText('Account Number'), '\u202d+880 (0)1712\u2013345678\u202c');
    await userEvent.tab();
    expect(screen.getByLabelText('Account Number')).toHaveValue('01712-345678');
    await press();
    await waitFor(() => expect(sent(app)[0]?.body).toMatchObject({ accountNumber: '01712-345678' }));
  });

  it('sends coins, payment system and account number', async () => {
    const app = await open({ answers: { 'POST /withdrawals': inserted } });
    expect(screen.getByLabelText('Account Number')).toHaveAccessibleDescription(/We encrypt it/);
    await fill();
    await press();
    await waitFor(() =>
      expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'withdrawal Successful' })),
    );
    expect(sent(app).map(({ body }) => body)).toEqual([
      { withdrawalCoin: 250, paymentSystem: 'nagad', accountNumber: '01712345678' },
    ]);
    expect(coins()).toHaveValue('');
    expect(amount()).toHaveValue('');
  });

  it('checks the account number again when the system changes', async () => {
    const app = await open({ user: { userAvailableCoin: 600 } });
    await fill();
    await userEvent.clear(screen.getByLabelText('Account Number'));
    await userEvent.type(screen.getByLabelText('Account Number'), 'name@bank');
    await press();
    expect(await screen.findByText(/^Account Number for this payment system can only/)).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Payment System'), 'other');
    await waitFor(() => expect(screen.queryByText(/^Account Number for this payment system can only/)).toBeNull());
    expect(sent(app)).toEqual([]);
  });

  it.each([
    ['017', 'Account Number must be at least 4 characters'],
    [
      'name@bank',
      'Account Number for this payment system can only have digits, spaces and dashes, with at least four digits',
    ],
  ])('rejects the account number %s', async (typed, message) => {
    const app = await open();
    await fill();
    await userEvent.clear(screen.getByLabelText('Account Number'));
    await userEvent.type(screen.getByLabelText('Account Number'), typed);
    await press();
    expect(await screen.findByText(message)).toBeVisible();
    expect(sent(app)).toEqual([]);
  });

  const last = aWithdrawal({ paymentSystem: 'nagad', status: 'approved', accountMask: '678' });

  it('offers the account of the last withdrawal by the same payment system', async () => {
    const app = await open({ answers: { 'GET /withdrawals': [last], 'POST /withdrawals': inserted } });
    await screen.findAllByText('•••678');
    await userEvent.type(coins(), '250');
    await userEvent.selectOptions(screen.getByLabelText('Payment System'), 'bkash');
    expect(screen.queryByRole('radio', { name: /same account/ })).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Payment System'), 'nagad');
    expect(screen.getByRole('radio', { name: /Same account as last time/ })).toBeChecked();
    expect(screen.queryByLabelText('Account Number')).toBeNull();
    await press();
    await waitFor(() => expect(sent(app)).toHaveLength(1));
    expect(sent(app)[0]?.body).toEqual({ withdrawalCoin: 250, paymentSystem: 'nagad', accountFrom: last._id });
  });

  it('takes another account number instead', async () => {
    const app = await open({ answers: { 'GET /withdrawals': [last], 'POST /withdrawals': inserted } });
    await screen.findAllByText('•••678');
    await userEvent.type(coins(), '250');
    await userEvent.selectOptions(screen.getByLabelText('Payment System'), 'nagad');
    await userEvent.click(screen.getByRole('radio', { name: /another account/i }));
    await userEvent.type(screen.getByLabelText('Account Number'), '01712345678');
    await press();
    await waitFor(() => expect(sent(app)).toHaveLength(1));
    expect(sent(app)[0]?.body).toMatchObject({ accountNumber: '01712345678' });
  });

  it('fills in the maximum that can be paid', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Use the maximum: 499 coins' }));
    expect(coins()).toHaveValue('499');
    expect(amount()).toHaveValue('24.95');
  });

  it.each(['২৫০', ' 250 '])('reads coins typed as %j', async (typed) => {
    const app = await open({ answers: { 'POST /withdrawals': inserted } });
    await fill(typed);
    expect(amount()).toHaveValue('12.50');
    await press();
    await waitFor(() => expect(sent(app)[0]?.body).toMatchObject({ withdrawalCoin: 250 }));
  });

  it('reads groups, and keeps a fraction with an error', async () => {
    const app = await open({ answers: { 'POST /withdrawals': inserted } });
    await fill('1,5');
    expect(amount()).toHaveValue('');
    await press();
    expect(await screen.findByText('Coin must be a whole number')).toBeVisible();
    expect(coins()).toHaveValue('1,5');
    await userEvent.clear(coins());
    await userEvent.type(coins(), '1,00,000');
    expect(amount()).toHaveValue('5000.00');
    await press();
    await waitFor(() => expect(sent(app)[0]?.body).toMatchObject({ withdrawalCoin: 100_000 }));
  });

  it('accepts more than the balance with a warning', async () => {
    const app = await open({ answers: { 'POST /withdrawals': inserted } });
    await userEvent.type(coins(), '499');
    expect(screen.queryByText(/will be canceled/)).toBeNull();
    await userEvent.clear(coins());
    await fill('500');
    expect(screen.getByText(/canceled unless your balance is above 500/)).toBeVisible();
    await press();
    await waitFor(() => expect(sent(app)).toHaveLength(1));
  });

  it('keeps what was typed when the wallet names the coins that are too many', async () => {
    const message = 'You’ve already requested 250 coins. Your balance covers at most 332 more';
    const app = await open({
      answers: {
        'POST /withdrawals': () =>
          problem(400, 'validation', 'Please correct the marked fields.', { withdrawalCoin: message }),
      },
    });
    await fill('400');
    await press();
    expect(await screen.findByText(message)).toBeVisible();
    expect(coins()).toHaveValue('400');
    expect(coins()).toBeInvalid();
    expect(screen.getByLabelText('Account Number')).toHaveValue('01712345678');
    expect(sent(app)).toHaveLength(1);
  });

  it.each([
    [1000, 0],
    [999, 1],
  ])('at a balance of %i says of a request of 999 coins whether it is covered', async (userAvailableCoin, notes) => {
    const answers = { ...totals(999), 'GET /withdrawals': [aWithdrawal({ withdrawalCoin: 999 })] };
    await open({ user: { userAvailableCoin }, answers });
    await screen.findByText('999 requested');
    await screen.findByText('pending');
    expect(screen.queryAllByText(/doesn’t cover this yet. It’s canceled unless .* above 999/)).toHaveLength(notes);
  });

  it('sends a double click once', async () => {
    const app = await open({ answers: { 'POST /withdrawals': later(30, inserted) } });
    await fill();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(success).toHaveBeenCalledTimes(1));
    expect(sent(app)).toHaveLength(1);
    expect(sent(app)[0]?.headers['idempotency-key']).toBeTruthy();
  });

  it.each([
    ['an outage', () => problem(503, 'unavailable', 'Part of Piecework isn’t responding.')],
    ['a lost connection', networkFailure],
  ])('keeps the input and the idempotency key through %s', async (_what, fault) => {
    const app = await open({ answers: { 'POST /withdrawals': fault() } });
    await fill();
    await press();
    await waitFor(() => expect(failure).toHaveBeenCalledTimes(1));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(coins()).toHaveValue('250');
    expect(screen.getByLabelText('Account Number')).toHaveValue('01712345678');
    app.answer({ 'POST /withdrawals': inserted });
    await press();
    await waitFor(() => expect(success).toHaveBeenCalled());
    const [first, second] = sent(app).map(({ headers }) => headers['idempotency-key']);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  it('uses a new idempotency key for the next request', async () => {
    const app = await open({ answers: { 'POST /withdrawals': inserted } });
    await fill();
    await press();
    await waitFor(() => expect(success).toHaveBeenCalledTimes(1));
    await fill();
    await press();
    await waitFor(() => expect(success).toHaveBeenCalledTimes(2));
    const [first, second] = sent(app).map(({ headers }) => headers['idempotency-key']);
    expect(second).not.toBe(first);
  });

  it("shows a refusal in a dialog, and the server's message at its field", async () => {
    const text = 'Coin must be at most 1000000';
    const refusal = problem(400, 'validation', 'Please correct the marked fields.', { withdrawalCoin: text });
    await open({ answers: { 'POST /withdrawals': refusal } });
    await fill();
    await press();
    expect(await screen.findByText(text)).toBeVisible();
    expect(failure).toHaveBeenCalledWith({ text: 'Please correct the marked fields.' });
  });
});

describe('the history', () => {
  it('shows date, coins, dollars, system and status', async () => {
    await open({ answers: { 'GET /withdrawals': [aWithdrawal({ withdrawalCoin: 220, withdrawalAmount: 11 })] } });
    const row = (await screen.findByText('21-11-2026')).closest('tr') as HTMLElement;
    for (const text of ['220', '$11.00', 'bkash', 'pending']) expect(row).toHaveTextContent(text);
  });

  const step = (state: string, day: number, note?: string) => ({
    state,
    at: `2025-11-${String(day).padStart(2, '0')}T10:00:00.000Z`,
    ...(note && { note }),
  });
  const stepsOf = () => screen.getAllByRole('list', { name: 'History' }).map(({ textContent }) => textContent);

  it('shows what happened to each withdrawal, and what is next', async () => {
    const paid = [step('requested', 10), step('approved', 11), step('paid', 12, 'TX-42')];
    const canceled = [step('requested', 10), step('canceled', 11, 'Asked twice')];
    const rows = [[step('requested', 10)], paid, canceled].map((timeline) => aWithdrawal({ timeline } as never));
    await open({ answers: { 'GET /withdrawals': rows } });
    await screen.findByText('TX-42');
    expect(stepsOf()).toEqual([
      'Request sent 10 Nov 2025, 16:00Next: ApprovalThis is taking longer than usual. Nothing is lost.',
      'Request sent 10 Nov 2025, 16:00Approved 11 Nov 2025, 16:00Paid 12 Nov 2025, 16:00TX-42',
      'Request sent 10 Nov 2025, 16:00Canceled 11 Nov 2025, 16:00Asked twice',
    ]);
  });

  it('says by when the money arrives, unless the balance does not cover it', async () => {
    const at = new Date(Date.now() - 3_600_000).toISOString();
    const timeline = [{ state: 'requested', at }];
    const rows = [aWithdrawal({ withdrawalCoin: 200, timeline } as never)];
    await open({ user: { userAvailableCoin: 300 }, answers: { ...totals(200), 'GET /withdrawals': rows } });
    expect(await screen.findByText(/^Expect the money by \d+-\d+-\d{4}\.$/)).toBeVisible();
    act(() => takeNotice('balance', { balance: 200, version: 2, change: -100 }));
    await waitFor(() => expect(screen.queryByText(/^Expect the money/)).toBeNull());
  });

  it('shows and prints the receipt of a payment', async () => {
    const print = jest.fn();
    Object.assign(window, { print });
    const timeline = [step('requested', 10), step('approved', 11), { ...step('paid', 12, 'TX-42'), mask: '678' }];
    const localAmount = { amount: 1225, currency: 'BDT', perDollar: '122.50' };
    const paid = aWithdrawal({ status: 'approved', payout: 'paid', localAmount, timeline } as never);
    await open({ answers: { 'GET /withdrawals': [paid] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Receipt' }));
    const receipt = await screen.findByRole('dialog', { name: 'Receipt' });
    for (const fact of ['$10.00', '৳1,225.00', '122.50 BDT', '200', 'bkash •••678', '21-11-2026', 'TX-42', paid._id])
      expect(receipt).toHaveTextContent(fact);
    await userEvent.click(within(receipt).getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('says why a request is held, and until when', async () => {
    const sentence = 'We’re checking the account number.';
    const at = '2025-11-11T10:00:00.000Z';
    const timeline = [step('requested', 10), step('held', 11, sentence), step('corrected', 12)];
    const hold = { reasonCode: 'shared-account', at, until: '2025-11-21T10:00:00.000Z' };
    const ended = [step('requested', 1), step('held', 2, sentence), step('released', 3)];
    const rows = [aWithdrawal({ timeline, hold } as never), aWithdrawal({ timeline: ended } as never)];
    await open({ answers: { 'GET /withdrawals': rows } });
    const notice = await screen.findByText(/You keep your coins in the meantime/);
    expect(notice.parentElement).toHaveTextContent(
      'We’re checking the account number. You keep your coins in the meantime. The hold ends by 21 Nov 2025, 16:00.',
    );
    expect(screen.getByText('held')).toBeVisible();
    expect(stepsOf()).toEqual([
      'Request sent 10 Nov 2025, 16:00On hold 11 Nov 2025, 16:00Account number corrected 12 Nov 2025, 16:00Next: Hold ends',
      'Request sent 1 Nov 2025, 16:00On hold 2 Nov 2025, 16:00We’re checking the account number.Hold ended 3 Nov 2025, 16:00Next: ApprovalThis is taking longer than usual. Nothing is lost.',
    ]);
  });

  it('shows which number replaced which, which one was paid, and until when the payout waits', async () => {
    const changed = { ...step('corrected', 12), mask: '999', before: '222' };
    const rows = [
      aWithdrawal({
        status: 'approved',
        payout: 'due',
        accountMask: '999',
        timeline: [changed] as never,
        payFrom: '2999-11-13T10:00:00.000Z',
      }),
      aWithdrawal({ timeline: [{ ...step('paid', 13, 'TX-42'), mask: '999' }] as never }),
    ];
    await open({ answers: { 'GET /withdrawals': rows } });
    const notice = await screen.findByText(/the payout waits until/);
    expect(notice.parentElement).toHaveTextContent(/the payout waits until 13 Nov 2999, 16:00/);
    expect(stepsOf()).toEqual([
      'Account number corrected 12 Nov 2025, 16:00•••999 instead of •••222Next: PayoutExpect the money by 15-11-2999.',
      'Paid 13 Nov 2025, 16:00TX-42, •••999',
    ]);
  });

  it('takes a pending request back once the worker is sure, and a decided one not', async () => {
    const confirm = jest.spyOn(dialogs, 'confirm').mockResolvedValueOnce(false).mockResolvedValue(true);
    const app = await open({
      answers: {
        'GET /withdrawals': [aWithdrawal({ _id: 'w1', withdrawalCoin: 220 }), aWithdrawal({ status: 'approved' })],
        'POST /withdrawals/{id}/cancel': problem(409, 'already-decided', 'This was already decided.'),
      },
    });
    const button = await screen.findByRole('button', { name: 'Take back' });
    const canceled = () => app.calls.filter(({ route }) => route === 'POST /withdrawals/{id}/cancel');
    await userEvent.click(button);
    expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ text: 'You keep your 220 coins.' }));
    expect(canceled()).toEqual([]);
    const lists = app.calls.length;
    await userEvent.click(button);
    await waitFor(() => expect(failure).toHaveBeenCalledWith({ text: 'This was already decided.' }));
    expect(canceled()).toMatchObject([{ params: { id: 'w1' } }]);
    await waitFor(() => expect(app.calls.slice(lists).map(({ route }) => route)).toContain('GET /withdrawals'));
  });

  it('keeps the focus near a request that was taken back', async () => {
    jest.spyOn(dialogs, 'confirm').mockResolvedValue(true);
    let status: 'pending' | 'canceled' = 'pending';
    await open({
      answers: {
        'GET /withdrawals': () => [aWithdrawal({ status })],
        'POST /withdrawals/{id}/cancel': () => {
          status = 'canceled';
          return { modifiedCount: 1 };
        },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Take back' }));
    expect(await screen.findByText('canceled')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Your withdrawals' })).toHaveFocus();
  });

  it('takes another number after a failed payment, and keeps it through a refusal', async () => {
    const failed = aWithdrawal({
      status: 'approved',
      payout: 'failed',
      accountMask: '678',
      timeline: [step('approved', 11), step('failed', 12, 'No such account')] as never,
    });
    const app = await open({
      answers: {
        'GET /withdrawals': [failed],
        'PATCH /withdrawals/{id}/account': problem(400, 'validation', 'Please correct.', {
          accountNumber: 'Account Number is odd',
        }),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Correct account number' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('No such account')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Account Number'), '01799 999999');
    await userEvent.click(dialog.getByRole('button', { name: 'Save and retry payment' }));
    expect(await dialog.findByText('Account Number is odd')).toBeVisible();
    expect(dialog.getByLabelText('Account Number')).toHaveValue('01799999999');
    app.answer({ 'PATCH /withdrawals/{id}/account': { modifiedCount: 1 } });
    await userEvent.click(dialog.getByRole('button', { name: 'Save and retry payment' }));
    await waitFor(() =>
      expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Account number corrected' })),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('takes a number for a request that has none, and another one until the payment', async () => {
    const due = { status: 'approved', payout: 'due' } as const;
    const app = await open({
      answers: {
        'GET /withdrawals': [
          aWithdrawal({ _id: 'w1', ...due, timeline: [step('approved', 11)] as never }),
          aWithdrawal({ _id: 'w2', accountMask: '678' }),
          aWithdrawal({ _id: 'w3', ...due, payout: 'paid', accountMask: '678' }),
          aWithdrawal({ _id: 'w4', status: 'canceled' }),
          aWithdrawal({ _id: 'w5', status: 'approved' }),
        ],
        'PATCH /withdrawals/{id}/account': { modifiedCount: 1 },
      },
    });
    const give = await screen.findByRole('button', { name: 'Add account number' });
    expect(screen.getAllByRole('button', { name: /number$/ })).toEqual([
      give,
      screen.getByRole('button', { name: 'Change account number' }),
    ]);
    await userEvent.click(give);
    const dialog = within(screen.getByRole('dialog', { name: 'Add account number' }));
    expect(dialog.getByText(/can change the number until it’s paid/)).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Account Number'), '01799 999999');
    await userEvent.click(dialog.getByRole('button', { name: 'Save and retry payment' }));
    await waitFor(() =>
      expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Account number saved' })),
    );
    expect(app.calls.filter(({ route }) => route === 'PATCH /withdrawals/{id}/account')).toMatchObject([
      { params: { id: 'w1' }, body: { accountNumber: '01799999999' } },
    ]);
  });

  it.each([
    ['due', 'approved'],
    ['paid', 'paid'],
    ['failed', 'failed'],
  ] as const)('shows one status of a withdrawal whose payout is %s: %s', async (payout, shown) => {
    await open({ answers: { 'GET /withdrawals': [aWithdrawal({ status: 'approved', payout })] } });
    const row = (await screen.findByText('21-11-2026')).closest('tr') as HTMLElement;
    expect(within(row).getByText(shown)).toBeVisible();
    for (const other of ['due', 'approved', 'paid', 'failed'].filter((state) => state !== shown))
      expect(within(row).queryByText(other)).toBeNull();
  });

  it('updates with the decision', async () => {
    const pending = aWithdrawal();
    const app = await open({ answers: { 'GET /withdrawals': [pending] } });
    expect(await screen.findByText('pending')).toBeVisible();
    app.answer({ 'GET /withdrawals': [{ ...pending, status: 'approved' }] });
    act(() => takeNotice('withdrawal', { id: pending._id, coins: 200, status: 'approved' }));
    expect(await screen.findByText('approved')).toBeVisible();
    expect(screen.queryByText('pending')).toBeNull();
  });

  it('pages by ten', async () => {
    const answer = ({ query }: { query: Record<string, string> }) =>
      query.status
        ? []
        : { rows: [aWithdrawal({ withdrawalDate: query.offset === '10' ? '1-1-2026' : '2-2-2026' })], total: 11 };
    await open({ answers: { 'GET /withdrawals': answer } });
    const pager = await screen.findByRole('navigation', { name: /Withdrawals/ });
    await userEvent.click(within(pager).getByRole('button', { name: 'Page 2' }));
    expect(await screen.findByText('1-1-2026')).toBeVisible();
  });

  it('has an empty state', async () => {
    await open();
    expect(await screen.findByText('No withdrawals yet')).toBeVisible();
  });
});

describe('an address that is not confirmed', () => {
  const CONFIG = { verifyEmail: true, mail: true };
  const notice = /^Confirm your address before your first withdrawal. .* wanda@example.com/;
  const refusal = problem(409, 'email-unconfirmed', 'Please confirm your email address.');

  it('is asked for before the form is sent, where a withdrawal requires it', async () => {
    const send = jest.spyOn(session, 'requestConfirmation').mockResolvedValue();
    await open({ answers: { 'GET /config': CONFIG } });
    expect(await screen.findByText(notice)).toBeVisible();
    await fill();
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(/^We sent a link to wanda@example.com/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resend link' })).toHaveFocus();
    expect(send).toHaveBeenCalledTimes(1);
    expect(coins()).toHaveValue('250');
  });

  it('keeps what was typed when the wallet refuses, and sends the same once it is confirmed', async () => {
    const app = await open({ answers: { 'POST /withdrawals': refusal } });
    expect(screen.queryByText(notice)).toBeNull();
    await fill();
    await press();
    expect(await screen.findByText(notice)).toBeVisible();
    expect(await screen.findByRole('alert')).toHaveTextContent('Please confirm your email address.');
    expect(failure).not.toHaveBeenCalled();
    expect(
      [coins(), amount(), screen.getByLabelText('Account Number')].map((field) => (field as HTMLInputElement).value),
    ).toEqual(['250', '12.50', '01712345678']);
    app.answer({ 'POST /withdrawals': inserted });
    await press();
    await waitFor(() => expect(success).toHaveBeenCalled());
    expect(screen.queryByText(notice)).toBeNull();
    const [first, second] = sent(app);
    expect(second?.body).toEqual(first?.body);
  });

  it('says why no link could be sent', async () => {
    jest.spyOn(session, 'requestConfirmation').mockRejectedValue(problem(429, 'too-many-requests', 'Later.'));
    await open({ answers: { 'GET /config': CONFIG } });
    await userEvent.click(await screen.findByRole('button', { name: 'Send link' }));
    await waitFor(() => expect(failure).toHaveBeenCalledWith({ text: 'Later.' }));
  });

  it.each([
    ['is not asked for where none is required', { mail: true }, {}],
    ['is not asked for again once it is confirmed', CONFIG, { emailConfirmed: true }],
  ])('%s', async (_, config, user) => {
    const app = await open({ user, answers: { 'GET /config': config } });
    await waitFor(() => expect(app.calls.some(({ route }) => route === 'GET /config')).toBe(true));
    expect(screen.queryByText(notice)).toBeNull();
  });
});
