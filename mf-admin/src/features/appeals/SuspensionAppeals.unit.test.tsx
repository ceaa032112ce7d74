import type { Suspension } from '@piecework/contracts';
import { problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN, fakeDialogs } from '../../../testing';
import remote from '../../routes';

const WANDA: Suspension = {
  _id: 's1',
  userId: 'w1',
  userName: 'Wanda Worker',
  userEmail: 'wanda@example.com',
  userRole: 'worker',
  reasonCode: 'poor-work',
  text: 'Forty answers are copies of each other.',
  suspendedBy: 'another',
  at: '2026-11-22T12:00:00.000Z',
  state: 'active',
  appeal: { text: 'I typed each of these answers myself.', filedAt: '2026-11-22T15:00:00.000Z', state: 'open' },
};
const NOTE = 'The copies are plain.';

const open = (rows: readonly Suspension[], more = {}) =>
  renderApp(remote, {
    user: ADMIN,
    path: '/dashboard/adminAppeals?state=suspensions',
    answers: { 'GET /suspensions': rows, ...more },
  });
const card = () => screen.findByRole('article', { name: 'Wanda Worker' });

afterEach(() => jest.restoreAllMocks());

test('shows the person, the reason, the explanation and the appeal', async () => {
  const app = open([WANDA]);
  const shown = await card();
  for (const text of ['wanda@example.com', 'Many submissions weren’t real work.', WANDA.text, WANDA.appeal?.text ?? ''])
    expect(shown).toHaveTextContent(text);
  expect(app.calls.find(({ route }) => route === 'GET /suspensions')?.query).toMatchObject({
    appeal: 'open',
    sort: 'oldest',
  });
});

test('has an empty and a failure state', async () => {
  open([]);
  expect(await screen.findByText('No open appeals')).toBeInTheDocument();
  open([], { 'GET /suspensions': problem(503, 'unavailable', 'Please try again in a moment.') });
  expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
});

test.each([
  ['Lift', 'lifted', 'Wanda Worker is no longer suspended.'],
  ['Keep', 'kept', 'Wanda Worker stays suspended and reads your note.'],
])('%s asks for a note and sends it', async (label, outcome, text) => {
  const { success } = fakeDialogs();
  const app = open([WANDA], { 'PATCH /suspensions/{id}': { modifiedCount: 1 } });
  await userEvent.click(within(await card()).getByRole('button', { name: label }));
  const dialog = within(await screen.findByRole('dialog', { name: `${label} the suspension` }));
  await userEvent.click(dialog.getByRole('button', { name: label }));
  expect(await dialog.findByText('Note is required')).toBeInTheDocument();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), NOTE);
  app.answer({ 'GET /suspensions': [] });
  await userEvent.click(dialog.getByRole('button', { name: label }));
  await waitFor(() => expect(success).toHaveBeenCalledWith(expect.objectContaining({ title: 'Updated!', text })));
  expect(app.calls.filter(({ route }) => route === 'PATCH /suspensions/{id}')).toMatchObject([
    { params: { id: 's1' }, body: { outcome, note: NOTE } },
  ]);
  expect(await screen.findByText('No open appeals')).toBeInTheDocument();
});

test('leaves the decision to another admin than the one who suspended', async () => {
  open([{ ...WANDA, suspendedBy: ADMIN._id }]);
  const shown = within(await card());
  expect(shown.getByText(/another admin decides the appeal/)).toBeInTheDocument();
  expect(shown.queryByRole('button')).toBeNull();
});
