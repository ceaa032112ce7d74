import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from './Button';
import { Menu, type MenuEntry } from './Menu';
import { Modal } from './Modal';
import { Segmented } from './Segmented';

describe('Button', () => {
  test('ignores clicks while busy, and keeps the focus', async () => {
    const press = jest.fn();
    const submit = jest.fn((event: { preventDefault(): void }) => event.preventDefault());
    const form = (busy: boolean) => (
      <form onSubmit={submit}>
        <input aria-label="Title" />
        <Button type="submit" busy={busy} onClick={press}>
          Send
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect([press.mock.calls.length, submit.mock.calls.length]).toEqual([1, 1]);
    rerender(form(true));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await userEvent.type(screen.getByLabelText('Title'), 'x{Enter}');
    expect([press.mock.calls.length, submit.mock.calls.length]).toEqual([1, 1]);
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus();
  });

  test('does not submit a form by default', async () => {
    const submit = jest.fn();
    render(
      <form onSubmit={submit}>
        <Button>Cancel</Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button'));
    expect(submit).not.toHaveBeenCalled();
  });

  test('renders as a link', () => {
    render(
      <Button as="a" href="/qa">
        Q/A
      </Button>,
    );
    expect(screen.getByRole('link', { name: 'Q/A' })).toHaveAttribute('href', '/qa');
    expect(screen.getByRole('link')).not.toHaveAttribute('type');
  });
});

describe('Menu', () => {
  const logOut = jest.fn();
  const items: readonly MenuEntry[] = [
    { label: 'Light', checked: true },
    { label: 'Password', onSelect: jest.fn() },
    { label: 'Log out', onSelect: logOut },
  ];
  const button = () => screen.getByRole('button', { name: 'Account' });
  const show = (openOnHover = false) => {
    logOut.mockClear();
    render(
      <>
        <Menu label="Account" trigger="Account" items={items} openOnHover={openOnHover} />
        <button type="button">After</button>
      </>,
    );
  };

  test('focuses its first entry, and its arrow keys wrap around', async () => {
    show();
    await userEvent.click(button());
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('menuitemradio', { name: 'Light' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Log out' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitemradio', { name: 'Light' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByRole('menuitem', { name: 'Log out' })).toHaveFocus();
    await userEvent.keyboard('{Home}');
    expect(screen.getByRole('menuitemradio', { name: 'Light' })).toHaveFocus();
    await userEvent.keyboard('p');
    expect(screen.getByRole('menuitem', { name: 'Password' })).toHaveFocus();
  });

  test('opens by arrow keys, up focuses the last entry', async () => {
    show();
    button().focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByRole('menuitem', { name: 'Log out' })).toHaveFocus();
  });

  test('restores the focus on Escape and after a choice', async () => {
    show();
    await userEvent.click(button());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button()).toHaveFocus();
    await userEvent.keyboard('{Enter}{End}{Enter}');
    expect(logOut).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button()).toHaveFocus();
  });

  test('closes on Tab and on a click outside', async () => {
    show();
    await userEvent.click(button());
    await userEvent.tab();
    expect(screen.queryByRole('menu')).toBeNull();
    await userEvent.click(button());
    await userEvent.click(screen.getByRole('button', { name: 'After' }));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('opens on hover without taking the focus, and a click keeps it open', async () => {
    show(true);
    await userEvent.hover(button());
    expect(screen.getByRole('menu')).toBeInTheDocument();
    expect(document.body).toHaveFocus();
    await userEvent.unhover(button());
    expect(screen.queryByRole('menu')).toBeNull();
    await userEvent.hover(button());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    await userEvent.unhover(button());
    await userEvent.click(button());
    expect(screen.getByRole('menuitemradio', { name: 'Light' })).toHaveFocus();
  });
});

function Submission() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        View Submission
      </button>
      <Modal title="A task" open={open} onClose={() => setOpen(false)} actions={<Button>Approve</Button>}>
        The text
      </Modal>
    </>
  );
}

describe('Modal', () => {
  test('is labelled by its title, and restores the focus to its opener', async () => {
    render(<Submission />);
    await userEvent.click(screen.getByRole('button', { name: 'View Submission' }));
    expect(screen.getByRole('dialog', { name: 'A task' })).toHaveTextContent('The text');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'View Submission' })).toHaveFocus();
  });
});

test('Segmented is a group of radio buttons', async () => {
  const choose = jest.fn();
  render(
    <Segmented
      label="Role"
      options={[
        { value: 'all', label: 'All' },
        { value: 'worker', label: 'Workers' },
      ]}
      value="all"
      onChange={choose}
    />,
  );
  expect(screen.getByRole('group', { name: 'Role' })).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'All' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Workers' }));
  expect(choose).toHaveBeenCalledWith('worker');
});
