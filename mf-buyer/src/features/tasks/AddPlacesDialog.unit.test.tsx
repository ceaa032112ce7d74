import { dialogs } from '@piecework/web-kit';
import { aTask, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const ADD = 'POST /tasks/{id}/places';
const BUYER = { userEmail: 'bo@example.com', userRole: 'buyer', userAvailableCoin: 50 } as const;
const RECEIPTS = aTask({ _id: 't1', taskTitle: 'Type receipts', requiredWorkers: 3, payableAmount: 12 });

let toast: jest.SpyInstance;
beforeEach(() => {
  toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const open = async (answers: Answers = {}) => {
  const app = renderApp(remote, {
    path: '/dashboard/buyerTask',
    user: BUYER,
    answers: { 'GET /tasks': [RECEIPTS], [ADD]: { modifiedCount: 1 }, ...answers },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Type receipts' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Add places' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add places' }));
  const field = dialog.getByLabelText('Places');
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Add places' }));
  return { dialog, field, send, sent: () => app.calls.filter(({ route }) => route === ADD) };
};

it('shows the cost beside the balance, and adds the places', async () => {
  const { dialog, field, send, sent } = await open();
  await userEvent.type(field, '2');
  expect(dialog.getByText('Total cost').closest('div')).toHaveTextContent('24');
  expect(dialog.getByText('Your balance').closest('div')).toHaveTextContent('50');
  await send();
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith(
      expect.objectContaining({ title: 'Added', text: '2 places are now open in “Type receipts”.' }),
    ),
  );
  expect(sent()).toMatchObject([{ params: { id: 't1' }, body: { places: 2 } }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['', 'Places is required'],
  ['0', 'Places must be at least 1'],
])('refuses %j', async (places, message) => {
  const { dialog, field, send, sent } = await open();
  if (places) await userEvent.type(field, places);
  await send();
  expect(await dialog.findByText(message)).toBeVisible();
  expect(sent()).toEqual([]);
});

it('says how many coins are missing, and where to get them', async () => {
  const { dialog, field } = await open();
  await userEvent.type(field, '5');
  expect(dialog.getByRole('status')).toHaveTextContent('You need 11 more coins');
  expect(dialog.getByRole('link', { name: 'Purchase Coin' })).toHaveAttribute('href', '/dashboard/buyerPurchaseCoin');
  expect(dialog.getByRole('button', { name: 'Add places' })).toBeDisabled();
});

it('keeps the number when the server refuses it, with its message at the field', async () => {
  const message = 'A task has at most 1,000,000 places: 1 more can be added';
  const { dialog, field, send } = await open({
    [ADD]: problem(400, 'validation', 'Please check the fields.', { places: message }),
  });
  await userEvent.type(field, '2');
  await send();
  expect(await dialog.findByText(message)).toBeVisible();
  expect(field).toHaveValue('2');
});

it('keeps the number after another failure', async () => {
  const { dialog, field, send } = await open({ [ADD]: problem(409, 'task-closed', 'This task is closed.') });
  await userEvent.type(field, '2');
  await send();
  expect(await dialog.findByText('This task is closed.')).toBeVisible();
  expect(field).toHaveValue('2');
});

it('says that a slow addition is in progress', async () => {
  const { field, send } = await open({ [ADD]: problem(503, 'still-underway', 'It is safely underway.') });
  await userEvent.type(field, '1');
  await send();
  await waitFor(() => expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title: 'Almost there' })));
});
