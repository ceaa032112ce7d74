import type { Person } from '@piecework/contracts';
import {
  aPayment,
  aSubmission,
  aTask,
  aWithdrawal,
  problem,
  type RenderOptions,
  renderApp,
} from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, nameOfEmail } from '../../../testing';
import remote from '../../routes';

const WANDA: Person = {
  _id: 'wanda-id',
  userName: 'Wanda Worker',
  userEmail: 'wanda@example.com',
  userPhotoURL: '',
  userRole: 'worker',
  emailConfirmed: true,
  closed: false,
  since: '2026-11-20T08:00:00.000Z',
  notes: 0,
  coins: 210,
  causes: [
    { kind: 'grant', coins: 10 },
    { kind: 'settle', coins: 400 },
    { kind: 'payout', coins: -200 },
  ],
};

const open = (person: Partial<Person> = {}, answers: RenderOptions['answers'] = {}, path = WANDA._id) =>
  renderApp(remote, {
    user: ADMIN,
    path: `/dashboard/person/${path}`,
    answers: { 'GET /admin/people/{id}': { ...WANDA, ...person }, ...answers },
  });
const region = (name: string) => screen.findByRole('region', { name });
const show = async (view: string) => userEvent.click(await screen.findByRole('radio', { name: view }));
const queryOf = ({ calls }: ReturnType<typeof open>, route: string) =>
  calls.filter((call) => call.route === route).at(-1)?.query;

describe('the head', () => {
  test('names the person with email, role, coins and since when', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Wanda Worker' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: nameOfEmail('wanda@example.com') })).toHaveAttribute(
      'href',
      'mailto:wanda@example.com',
    );
    expect(screen.getByText('(confirmed)')).toBeInTheDocument();
    expect(screen.getByText('worker')).toBeInTheDocument();
    expect(screen.queryByText('closed')).not.toBeInTheDocument();
  });

  test('suspends the person', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Suspend Wanda Worker' }));
    expect(await screen.findByRole('dialog', { name: 'Suspend Wanda Worker' })).toBeInTheDocument();
  });

  test('shows a suspension, and lifts it', async () => {
    open({ suspension: { reasonCode: 'scam', at: '2026-11-22T12:00:00.000Z' } });
    expect(await screen.findByText('Scam')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Lift the suspension of Wanda Worker' })).toBeInTheDocument();
  });

  test('says that the account is closed, and what starting coins wait for', async () => {
    open({ closed: true, emailConfirmed: false, grantWaits: 'admin' });
    expect(await screen.findByText('closed')).toBeInTheDocument();
    expect(screen.getByText('(not confirmed)')).toBeInTheDocument();
    expect(screen.getByText('Starting coins wait for an admin')).toBeInTheDocument();
    expect(screen.getByText(/deleted 180 days after the closing/)).toBeInTheDocument();
  });

  test('an address with an email becomes one with the id, with its view', async () => {
    const app = open({}, {}, 'find?email=wanda%40example.com&view=trail');
    await waitFor(() => expect(app.path()).toBe('/dashboard/person/wanda-id?view=trail'));
    expect(app.calls.find(({ route }) => route === 'GET /admin/people/{id}')?.params.id).toBe('wanda@example.com');
  });

  test('an unknown person and a failure have their states', async () => {
    const app = open({}, { 'GET /admin/people/{id}': problem(404, 'not-found', 'There is nothing here.') });
    expect(await screen.findByText('No person found')).toBeInTheDocument();
    app.unmount();
    open({}, { 'GET /admin/people/{id}': problem(503, 'unavailable', 'Please try again.') });
    expect(await screen.findByText('Please try again.', {}, { timeout: 4000 })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});

describe('the overview', () => {
  test('explains the balance by its causes', async () => {
    open();
    const coins = await region('Coins by cause');
    expect(within(coins).getByText('Earned by work').nextSibling).toHaveTextContent('+400');
    expect(within(coins).getByText('Withdrawn').nextSibling).toHaveTextContent('−200');
    expect(within(coins).getByText('Balance').nextSibling).toHaveTextContent('210');
  });

  test('links accounts, each with its reasons', async () => {
    const reasons = [
      { code: 'account-number', count: 2 },
      { code: 'picture', count: 1 },
      { code: 'mailbox', count: 1 },
      { code: 'timing', count: 7 },
    ];
    const other = { userId: 'o', userName: 'Willa', userEmail: 'willa@example.com', userRole: 'worker', closed: true };
    open({}, { 'GET /admin/people/{id}/links': [{ ...other, reasons }] });
    const links = await region('Linked accounts');
    expect(await within(links).findByRole('link', { name: 'Willa' })).toHaveAttribute('href', '/dashboard/person/o');
    expect(
      within(links)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Same account number in 2 withdrawals',
      'Same picture',
      'Same mailbox',
      'Submitted to 7 of the same tasks within 60 seconds',
    ]);
    expect(within(links).getByText('Closed')).toBeInTheDocument();
  });

  test('shows signals only where there are some', async () => {
    const app = open();
    expect(await screen.findByText('No linked accounts')).toBeInTheDocument();
    expect(queryOf(app, 'GET /admin/signals')).toMatchObject({ worker: 'wanda-id' });
    expect(screen.queryByText('Withdrawals that need attention')).not.toBeInTheDocument();
    app.unmount();
    open({}, { 'GET /admin/signals': [{ ...aWithdrawal(), signals: ['new-account'] }] });
    expect(await region('Withdrawals that need attention')).toHaveTextContent('less than 72 hours old');
  });
});

describe('notes', () => {
  test('are listed with author and time, and one is added', async () => {
    const note = {
      _id: 'n',
      text: 'Shares a phone.',
      at: '2026-11-22T10:00:00.000Z',
      author: 'me',
      authorEmail: 'ada@example.com',
    };
    const app = open({}, { 'POST /admin/people/{id}/notes': { insertedId: 'n' } });
    const notes = await region('Notes');
    expect(await within(notes).findByText('No notes yet.')).toBeInTheDocument();
    app.answer({ 'GET /admin/people/{id}/notes': [note] });
    await userEvent.type(within(notes).getByRole('textbox', { name: 'New note' }), ' Shares a phone. ');
    await userEvent.click(within(notes).getByRole('button', { name: 'Add note' }));
    expect(await within(notes).findByText('Shares a phone.')).toBeInTheDocument();
    expect(within(notes).getByRole('link', { name: nameOfEmail('ada@example.com') })).toBeInTheDocument();
    expect(within(notes).getByRole('status')).toHaveTextContent('Added');
    expect(within(notes).getByRole('textbox')).toHaveValue('');
    const sent = app.calls.find(({ route }) => route === 'POST /admin/people/{id}/notes');
    expect([sent?.body, sent?.headers['idempotency-key']]).toEqual([{ text: 'Shares a phone.' }, expect.any(String)]);
  });

  test('a note that was begun about one person is not added to another', async () => {
    const other = { userId: 'o', userName: 'Willa', userEmail: 'willa@example.com', userRole: 'worker', closed: false };
    const links = ({ params }: { params: Record<string, string> }) =>
      params.id === WANDA._id
        ? [{ ...other, reasons: [] }]
        : [{ ...other, userId: WANDA._id, userName: 'Wanda', reasons: [] }];
    const who = ({ params }: { params: Record<string, string> }) => ({ ...WANDA, _id: params.id });
    open({}, { 'GET /admin/people/{id}': who, 'GET /admin/people/{id}/links': links });
    await userEvent.click(await screen.findByRole('link', { name: 'Willa' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Wanda' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'New note' }), 'About Wanda.');
    // Both pages are cached now.
    await userEvent.click(await screen.findByRole('link', { name: 'Willa' }));
    await screen.findByRole('link', { name: 'Wanda' });
    expect(screen.getByRole('textbox', { name: 'New note' })).toHaveValue('');
  });

  test('an empty note is a fault, and a failure keeps the text', async () => {
    open({}, { 'POST /admin/people/{id}/notes': problem(503, 'unavailable', 'Please try again.') });
    const notes = await region('Notes');
    await userEvent.click(within(notes).getByRole('button', { name: 'Add note' }));
    expect(await within(notes).findByText('Note is required')).toBeInTheDocument();
    await userEvent.type(within(notes).getByRole('textbox'), 'Wrote.');
    await userEvent.click(within(notes).getByRole('button', { name: 'Add note' }));
    expect(await within(notes).findByText('Please try again.')).toBeInTheDocument();
    expect(within(notes).getByRole('textbox')).toHaveValue('Wrote.');
  });
});

describe('the lists', () => {
  test.each([
    ['Statement', 'GET /statement', { user: 'wanda-id' }],
    ['Work', 'GET /submissions', { worker: 'wanda-id' }],
    ['Tasks', 'GET /tasks', { buyer: 'wanda-id' }],
    ['Withdrawals', 'GET /withdrawals', { worker: 'wanda-id' }],
    ['Payments', 'GET /payments', { buyer: 'wanda-id' }],
    ['Appeals', 'GET /appeals', { worker: 'wanda-id' }],
    ['Trail', 'GET /admin/trail', { person: 'wanda-id' }],
  ])('%s is of this person, in pages', async (view, route, query) => {
    const app = open();
    await show(view);
    await waitFor(() => expect(queryOf(app, route)).toMatchObject({ ...query, limit: '20', offset: '0' }));
    expect(app.path()).toBe(`/dashboard/person/wanda-id?view=${view.toLowerCase()}`);
  });

  test('name the people of each row with a link', async () => {
    open({}, { 'GET /submissions': [aSubmission()] }, `${WANDA._id}?view=work`);
    expect(await screen.findByRole('link', { name: nameOfEmail('bo@example.com') })).toHaveAttribute(
      'href',
      '/dashboard/person/find?email=bo%40example.com',
    );
    expect(screen.getByRole('link', { name: 'Transcribe ten receipts' })).toHaveAttribute('href', '/task/task-1');
  });

  test('work is that of the person or that for them, of one task or of all', async () => {
    const held = [
      { _id: 'r', taskId: 't', taskTitle: 'Birds', payableAmount: 3, expiresAt: '2026-11-22T10:00:00.000Z' },
    ];
    const app = open({}, { 'GET /reservations': held }, `${WANDA._id}?view=work&task=task-9`);
    await waitFor(() =>
      expect(queryOf(app, 'GET /submissions')).toMatchObject({ worker: 'wanda-id', taskId: 'task-9' }),
    );
    expect(await region('Held places')).toHaveTextContent('Birds');
    await userEvent.click(await screen.findByRole('button', { name: 'Show work for all tasks' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Received' }));
    await waitFor(() => expect(queryOf(app, 'GET /submissions')).toMatchObject({ buyer: 'wanda-id' }));
    expect(queryOf(app, 'GET /submissions')).not.toHaveProperty('taskId');
    await show('Appeals');
    expect(app.path()).toBe('/dashboard/person/wanda-id?view=appeals');
  });

  test('money has its states, and leads to where it is decided', async () => {
    const paid = aWithdrawal({ status: 'approved', payout: 'paid', payoutReference: 'TRX 1', accountMask: '678' });
    open(
      {},
      { 'GET /withdrawals': [paid], 'GET /payments': [aPayment()], 'GET /tasks': [aTask()] },
      `${WANDA._id}?view=withdrawals`,
    );
    expect(await screen.findByText('TRX 1')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Decide or pay' })).toHaveAttribute(
      'href',
      '/dashboard/adminHome?q=wanda%40example.com',
    );
    await show('Payments');
    expect(await screen.findByRole('button', { name: /Credit/ })).toBeInTheDocument();
    await show('Tasks');
    expect(await screen.findByText('Transcribe ten receipts')).toBeInTheDocument();
  });
});
