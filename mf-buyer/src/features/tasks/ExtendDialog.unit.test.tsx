import { dialogs } from '@piecework/web-kit';
import { aSubmission, aTask, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const BUYER = { userEmail: 'bo@example.com', userRole: 'buyer', userAvailableCoin: 50 } as const;
const RAISE = 'POST /tasks/{id}/pay';
const MOVE = 'PATCH /tasks/{id}';
const RECEIPTS = aTask({
  _id: 't1',
  taskTitle: 'Type receipts',
  requiredWorkers: 3,
  reservedPlaces: 1,
  payableAmount: 12,
  completionDate: '2098-01-31',
});

let toast: jest.SpyInstance;
beforeEach(() => {
  toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const open = async (entry: string, title: string, answers: Answers = {}) => {
  const app = renderApp(remote, {
    path: '/dashboard/buyerTask',
    user: BUYER,
    answers: {
      'GET /tasks': [RECEIPTS],
      'GET /submissions': [aSubmission({ taskId: 't1' })],
      [RAISE]: { modifiedCount: 1 },
      [MOVE]: { modifiedCount: 1 },
      ...answers,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Type receipts' }));
  await userEvent.click(screen.getByRole('menuitem', { name: entry }));
  const dialog = within(screen.getByRole('dialog', { name: title }));
  const send = () => userEvent.click(dialog.getByRole('button', { name: entry }));
  return { dialog, send, sent: (route: string) => app.calls.filter((one) => one.route === route) };
};
const raise = (answers?: Answers) => open('Raise the pay', 'Raise the pay', answers);
const move = (answers?: Answers) => open('Move the date', 'Move the completion date', answers);

it('raises the pay of open, held and pending places, and shows cost and balance before', async () => {
  const { dialog, send, sent } = await raise();
  await userEvent.type(dialog.getByLabelText('New pay'), '14');
  const fact = (label: string) => dialog.getByText(label).closest('div');
  await waitFor(() => expect(fact('Places to pay for')).toHaveTextContent('5'));
  expect(fact('Total cost')).toHaveTextContent('10');
  expect(fact('Balance after')).toHaveTextContent('40');
  await send();
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith(
      expect.objectContaining({ title: 'Raised', text: '“Type receipts” now pays 14 coins.' }),
    ),
  );
  expect(sent(RAISE)).toMatchObject([{ params: { id: 't1' }, body: { payableAmount: 14 } }]);
});

it('pays for spared places too', async () => {
  const { dialog } = await raise({ 'GET /tasks': [{ ...RECEIPTS, sparedPlaces: 4 }] });
  await userEvent.type(dialog.getByLabelText('New pay'), '13');
  await waitFor(() => expect(dialog.getByText('Places to pay for').closest('div')).toHaveTextContent('9'));
});

it('lowers no pay, and names what the balance lacks', async () => {
  const { dialog, send, sent } = await raise();
  const field = dialog.getByLabelText('New pay');
  await userEvent.type(field, '12');
  await send();
  expect(await dialog.findByText('Give more than 12 coins')).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, '22');
  await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent('You need 1 more coin'));
  expect(dialog.getByRole('button', { name: 'Raise the pay' })).toBeDisabled();
  expect(sent(RAISE)).toEqual([]);
});

it('keeps the pay when the server refuses it', async () => {
  const { dialog, send } = await raise({
    [RAISE]: problem(409, 'addition-underway', 'This task is just being changed.'),
  });
  await userEvent.type(dialog.getByLabelText('New pay'), '13');
  await send();
  expect(await dialog.findByText('This task is just being changed.')).toBeVisible();
  expect(dialog.getByLabelText('New pay')).toHaveValue('13');
});

it('moves the completion date later, and not earlier', async () => {
  const { dialog, send, sent } = await move();
  const field = dialog.getByLabelText('Completion Date');
  await userEvent.type(field, '2098-01-31');
  await send();
  expect(await dialog.findByText('Choose a day after 31-1-2098')).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, '2098-02-28');
  await send();
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith(
      expect.objectContaining({ title: 'Moved', text: '“Type receipts” now has until 28-2-2098.' }),
    ),
  );
  expect(sent(MOVE)).toMatchObject([{ params: { id: 't1' }, body: { completionDate: '2098-02-28' } }]);
});
