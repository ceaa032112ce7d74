import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closeDialogs, dialogs } from './dialogs';

const confirmDeletion = (detail = 'Ten receipts') =>
  dialogs.confirm({ text: "You won't be able to revert this!", detail, confirmText: 'Yes, delete it!', danger: true });
const gone = () => waitFor(() => expect(document.querySelector('.swal2-container')).toBeNull());
const dialogOf = async (text: string) => {
  const title = await screen.findByText(text);
  return title.closest('.swal2-popup') as HTMLElement;
};

afterEach(async () => {
  closeDialogs();
  await gone();
});

it('shows the texts of P-14.7 and the detail, and restores the focus', async () => {
  render(<button type="button">Delete</button>);
  const opener = screen.getByRole('button', { name: 'Delete' });
  opener.focus();
  const answer = confirmDeletion();
  const dialog = await dialogOf('Are you sure?');
  expect(dialog).toHaveTextContent("Ten receiptsYou won't be able to revert this!");
  await waitFor(() => expect(opener).not.toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: 'Yes, delete it!' }));
  expect(await answer).toBe(true);
  expect(opener).toHaveFocus();
});

it('shows a warning and facts between the detail and the consequences', async () => {
  const answer = dialogs.confirm({
    detail: 'Approve $12.70',
    warning: 'Needs a look.',
    facts: [
      { label: 'Buyers', value: '5' },
      { label: 'Lost', value: '<b>$12.70</b>' },
    ],
    text: 'The coins leave now.',
    confirmText: 'Yes',
  });
  const dialog = await dialogOf('Are you sure?');
  expect(dialog).toHaveTextContent('Approve $12.70Needs a look.Buyers5Lost<b>$12.70</b>The coins leave now.');
  expect(screen.getByText('Needs a look.')).toHaveClass('is-warning');
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Buyers', 'Lost']);
  closeDialogs();
  expect(await answer).toBe(false);
});

it('resolves false on Escape', async () => {
  const answer = confirmDeletion();
  const dialog = await dialogOf('Are you sure?');
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(await answer).toBe(false);
});

it('renders texts as text, not as HTML', async () => {
  const answer = confirmDeletion('<img src=x onerror="alert(1)">');
  const dialog = await dialogOf('Are you sure?');
  expect(dialog.querySelector('img[onerror]')).toBeNull();
  expect(dialog).toHaveTextContent('<img src=x');
  closeDialogs();
  expect(await answer).toBe(false);
});

it('closes a message after its time', async () => {
  const start = Date.now();
  await dialogs.success({ title: 'Deleted!', text: 'Your file has been deleted.', ms: 300 });
  expect(Date.now() - start).toBeGreaterThanOrEqual(290);
  await gone();
});

it('queues messages and toasts behind an open dialog', async () => {
  const answer = confirmDeletion();
  await dialogOf('Are you sure?');
  dialogs.toast({ icon: 'success', title: 'Login Successful', ms: 100 });
  const second = dialogs.failure({ text: 'No', ms: 50 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByText('Are you sure?')).toBeInTheDocument();
  expect(screen.queryByText('Login Successful')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await answer).toBe(false);
  await second;
  expect(await screen.findByText('Login Successful')).toBeInTheDocument();
});

it('focuses the heading when the opener was removed', async () => {
  const { rerender } = render(
    <main>
      <h1>My Task's</h1>
      <button type="button">Delete</button>
    </main>,
  );
  screen.getByRole('button').focus();
  const answer = confirmDeletion();
  await dialogOf('Are you sure?');
  rerender(
    <main>
      <h1>My Task's</h1>
    </main>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Yes, delete it!' }));
  await answer;
  expect(screen.getByRole('heading')).toHaveFocus();
});

it('focuses the surrounding list when the row was removed', async () => {
  const list = (row: string | null) => (
    <main>
      <h1>Manage Users</h1>
      <section aria-label="Users" tabIndex={-1}>
        {row && <button type="button">{row}</button>}
      </section>
    </main>
  );
  const { rerender } = render(list('Delete'));
  screen.getByRole('button', { name: 'Delete' }).focus();
  const answer = confirmDeletion();
  await dialogOf('Are you sure?');
  rerender(list(null));
  await userEvent.click(screen.getByRole('button', { name: 'Yes, delete it!' }));
  await answer;
  await waitFor(() => expect(screen.getByRole('region', { name: 'Users' })).toHaveFocus());
});

it('leads on from a toast with a link', async () => {
  const open = jest.fn();
  dialogs.toast({
    icon: 'success',
    title: 'Successfully submitted',
    ms: 5000,
    link: { label: 'See its results', href: '/dashboard/buyerTask/t1', open },
  });
  const link = await screen.findByRole('link', { name: 'See its results' });
  expect(link).toHaveAttribute('href', '/dashboard/buyerTask/t1');
  await userEvent.click(link);
  expect(open).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'See its results' })).toBeNull());
});

it('shows a toast again when the page dialog that held it closes', async () => {
  const { rerender } = render(<dialog open aria-label="Send back" />);
  dialogs.toast({ icon: 'success', title: 'Sent back', ms: 300 });
  const page = screen.getByRole('dialog', { name: 'Send back' });
  await waitFor(() => expect(page).toHaveTextContent('Sent back'));
  rerender(<p>The next one</p>);
  page.dispatchEvent(new Event('close'));
  expect(page).not.toContainElement(await dialogOf('Sent back'));
});

describe('when the dialog chunk cannot be loaded', () => {
  const openWithout = async () => {
    jest.resetModules();
    jest.doMock('./swal', () => {
      throw new Error('Loading chunk 7 failed.');
    });
    return (await import('./dialogs')).dialogs;
  };
  afterEach(() => {
    jest.dontMock('./swal');
    jest.restoreAllMocks();
  });

  it.each([true, false])('falls back to window.confirm with the result %s', async (answer) => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(answer);
    const without = await openWithout();
    const question = { text: 'It cannot be undone.', detail: 'Ten receipts', confirmText: 'Delete' };
    expect(await without.confirm(question)).toBe(answer);
    expect(confirm).toHaveBeenCalledWith('Are you sure?\n\nTen receipts\n\nIt cannot be undone.');
  });

  it('falls back to window.alert for failures only', async () => {
    const alert = jest.spyOn(window, 'alert').mockReturnValue();
    const without = await openWithout();
    await without.failure({ text: 'No.' });
    expect(alert).toHaveBeenCalledWith('Error\n\nNo.');
    await without.success({ title: 'Deleted!' });
    without.toast({ icon: 'success', title: 'Done', ms: 1 });
    await without.preload();
    expect(alert).toHaveBeenCalledTimes(1);
  });
});
