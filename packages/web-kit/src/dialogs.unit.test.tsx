import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { closeDialogs, dialogs } from './dialogs';

const ask = (detail = 'Ten receipts') =>
  dialogs.confirm({
    text: "You won't be able to revert this!",
    detail,
    confirmText: 'Yes, delete it!',
    danger: true,
  });
const gone = () => waitFor(() => expect(document.querySelector('.swal2-container')).toBeNull());
const dialogOf = async (text: string) => {
  const title = await screen.findByText(text);
  return title.closest('.swal2-popup') as HTMLElement;
};

afterEach(async () => {
  closeDialogs();
  await gone();
});

it('asks with the texts of P-14.7, names the thing, and leads the focus back', async () => {
  render(<button type="button">Delete</button>);
  const opener = screen.getByRole('button', { name: 'Delete' });
  opener.focus();
  const answer = ask();
  const dialog = await dialogOf('Are you sure?');
  expect(dialog).toHaveTextContent("Ten receiptsYou won't be able to revert this!");
  await waitFor(() => expect(opener).not.toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: 'Yes, delete it!' }));
  expect(await answer).toBe(true);
  expect(opener).toHaveFocus();
});

it('shows a warning and facts between what is about to change and what that means', async () => {
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

it('takes Escape for no', async () => {
  const answer = ask();
  const dialog = await dialogOf('Are you sure?');
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(await answer).toBe(false);
});

it('shows what people wrote as text', async () => {
  const answer = ask('<img src=x onerror="alert(1)">');
  const dialog = await dialogOf('Are you sure?');
  expect(dialog.querySelector('img[onerror]')).toBeNull();
  expect(dialog).toHaveTextContent('<img src=x');
  closeDialogs();
  expect(await answer).toBe(false);
});

it('goes by itself after its time', async () => {
  const start = Date.now();
  await dialogs.success({ title: 'Deleted!', text: 'Your file has been deleted.', ms: 300 });
  expect(Date.now() - start).toBeGreaterThanOrEqual(290);
  await gone();
});

it('comes after the dialog that is open, and not over it', async () => {
  const answer = ask();
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

it('puts the focus at the headline where its opener has gone', async () => {
  const { rerender } = render(
    <main>
      <h1>My Task's</h1>
      <button type="button">Delete</button>
    </main>,
  );
  screen.getByRole('button').focus();
  const answer = ask();
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

it('puts the focus at the list that can take it where its row has gone', async () => {
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
  const answer = ask();
  await dialogOf('Are you sure?');
  rerender(list(null));
  await userEvent.click(screen.getByRole('button', { name: 'Yes, delete it!' }));
  await answer;
  await waitFor(() => expect(screen.getByRole('region', { name: 'Users' })).toHaveFocus());
});

describe('without the code of dialogs', () => {
  const openWithout = async () => {
    jest.resetModules();
    jest.doMock('./dialogs/swal', () => {
      throw new Error('Loading chunk 7 failed.');
    });
    return (await import('./dialogs')).dialogs;
  };
  afterEach(() => {
    jest.dontMock('./dialogs/swal');
    jest.restoreAllMocks();
  });

  it.each([true, false])('the browser asks in its own words, and %s is the answer', async (answer) => {
    const asked = jest.spyOn(window, 'confirm').mockReturnValue(answer);
    const without = await openWithout();
    const question = { text: 'It cannot be undone.', detail: 'Ten receipts', confirmText: 'Delete' };
    expect(await without.confirm(question)).toBe(answer);
    expect(asked).toHaveBeenCalledWith('Are you sure?\n\nTen receipts\n\nIt cannot be undone.');
  });

  it('a failure is told all the same, and nothing else is in the way', async () => {
    const told = jest.spyOn(window, 'alert').mockReturnValue();
    const without = await openWithout();
    await without.failure({ text: 'No.' });
    expect(told).toHaveBeenCalledWith('Error\n\nNo.');
    await without.success({ title: 'Deleted!' });
    without.toast({ icon: 'success', title: 'Done', ms: 1 });
    await without.preload();
    expect(told).toHaveBeenCalledTimes(1);
  });
});
