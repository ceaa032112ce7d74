import { dialogs } from '@piecework/web-kit';
import { aTask, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

type Answers = NonNullable<NonNullable<Parameters<typeof renderApp>[1]>['answers']>;

const STAGE = 'PUT /tasks/{id}/rows';
const ADD = 'POST /tasks/{id}/rows';
const BUYER = { userEmail: 'bo@example.com', userRole: 'buyer', userAvailableCoin: 50 } as const;
const RECEIPTS = aTask({
  _id: 't1',
  taskTitle: 'Type receipts',
  requiredWorkers: 4,
  payableAmount: 2,
  batch: { rows: 4, pages: 2, rowsPerPage: 2, overlap: { max: 2 } },
});
const STAGED = { upload: 'u1', rows: 3, checks: 1, pages: 2, places: 4, cost: 8 };

let toast: jest.SpyInstance;
beforeEach(() => {
  toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const open = async (answers: Answers = {}) => {
  const app = renderApp(remote, {
    path: '/dashboard/buyerTask',
    user: BUYER,
    answers: { 'GET /tasks': [RECEIPTS], [STAGE]: STAGED, [ADD]: { modifiedCount: 1 }, ...answers },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Type receipts' }));
  expect(screen.queryByRole('menuitem', { name: 'Add places' })).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Add rows' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add rows' }));
  const choose = () => userEvent.upload(dialog.getByLabelText('CSV file'), new File(['a\n1\n'], 'more.csv'));
  return { dialog, choose, sent: () => app.calls.filter(({ route }) => route === ADD) };
};

it('shows what the rows of a file cost beside the balance, and adds them after a confirmation', async () => {
  const { dialog, choose, sent } = await open();
  expect(dialog.getByRole('button', { name: 'Add rows' })).toBeDisabled();
  await choose();
  const fact = async (label: string) => (await dialog.findByText(label)).closest('div');
  for (const [label, value] of [
    ['Rows', '3'],
    ['Checks', '1'],
    ['Pages', '2'],
    ['Answers', '4'],
    ['Total cost', '8'],
    ['Balance after', '42'],
  ] as const)
    expect(await fact(label)).toHaveTextContent(value);
  expect(sent()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Add 3 rows' }));
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith(
      expect.objectContaining({ title: 'Added', text: '3 rows are now in “Type receipts”.' }),
    ),
  );
  expect(sent()).toMatchObject([{ params: { id: 't1' }, body: { upload: 'u1' } }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the faults of the file by row and column', async () => {
  const message = 'Another row of the batch has this key';
  const faults = problem(400, 'validation', 'Please check the fields.', { 'rows.3.receipt_id': message });
  const { dialog, choose, sent } = await open({ [STAGE]: faults });
  await choose();
  expect(await dialog.findByText(/^1 problem found.*Nothing has been added\.$/)).toBeVisible();
  const [, row] = dialog.getAllByRole('row');
  expect(row).toHaveTextContent(`Row3Columnreceipt_idReason${message}`);
  expect(dialog.getByRole('button', { name: 'Add rows' })).toBeDisabled();
  expect(sent()).toEqual([]);
});

it('says how many coins are missing, and where to get them', async () => {
  const { dialog, choose } = await open({ [STAGE]: { ...STAGED, cost: 60 } });
  await choose();
  expect(await dialog.findByText(/You need 11 more coins/)).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Purchase Coin' })).toHaveAttribute('href', '/dashboard/buyerPurchaseCoin');
  expect(dialog.getByRole('button', { name: 'Add 3 rows' })).toBeDisabled();
});
