import { dialogs, session, useSession } from '@piecework/web-kit';
import { problem } from '@piecework/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';

jest.mock('../areas', () => require('../../testing/fake-areas'));

const openMenu = async () => {
  const button = await screen.findByRole('button', { name: /^Wanda Worker.*account$/ });
  await userEvent.click(button);
  return button;
};
const choose = async (name: string) => {
  await openMenu();
  await userEvent.click(screen.getByRole(/theme/i.test(name) ? 'menuitemradio' : 'menuitem', { name }));
};

const spyOnToast = () => jest.spyOn(dialogs, 'toast').mockReturnValue();
afterEach(() => jest.restoreAllMocks());

it('shows balance, name and role, and updates the balance', async () => {
  await openApp('/dashboard/workerHome', { user: { userAvailableCoin: 1250 } });
  expect(await screen.findByText('1,250 coins')).toBeInTheDocument();
  expect(screen.getByText('worker')).toBeInTheDocument();
  const { user } = useSession.getState();
  act(() => useSession.setState({ user: user && { ...user, userAvailableCoin: 1260 } }));
  expect(await screen.findByText('1,260 coins')).toBeInTheDocument();
});

it.each(['/', '/dashboard/workerHome'])('offers Log out at %s by hover, by click and by keyboard', async (path) => {
  await openApp(path);
  const button = await screen.findByRole('button', { name: /^Wanda Worker.*account$/ });
  await userEvent.hover(button);
  expect(screen.getByRole('menuitem', { name: 'Log out' })).toBeInTheDocument();
  await userEvent.unhover(button);
  expect(screen.queryByRole('menuitem', { name: 'Log out' })).not.toBeInTheDocument();
  await userEvent.click(button);
  expect(screen.getByRole('menuitem', { name: 'Log out' })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(button).toHaveFocus();
  await userEvent.keyboard('{Enter}{End}');
  expect(screen.getByRole('menuitem', { name: 'Log out' })).toHaveFocus();
});

it('logs out with a toast and forgets the return path', async () => {
  const toast = spyOnToast();
  const { path } = await openApp('/dashboard/workerTaskList');
  await choose('Log out');
  await waitFor(() => expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'Logout Successful', ms: 1500 }));
  expect(localStorage.getItem('access-token')).toBeNull();
  await waitFor(() => expect(path()).toBe('/'));
  expect(sessionStorage.getItem('piecework:return')).toBeNull();
});

it('shows the reason when logging out fails', async () => {
  const toast = spyOnToast();
  await openApp('/');
  const text = 'The server isn’t responding.';
  jest.spyOn(session, 'signOut').mockRejectedValue(problem(503, 'unavailable', text));
  await choose('Log out');
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith({ icon: 'error', title: 'Logout unsuccessful', text, ms: 2500 }),
  );
});

it.each([
  ['Profile', '/dashboard/profile'],
  ['Coin statement', '/dashboard/statement'],
])('opens %s', async (entry, address) => {
  const { path } = await openApp('/dashboard/workerHome');
  await choose(entry);
  expect(path()).toBe(address);
});

it('offers to write to the support of an installation that names one', async () => {
  const app = await openApp('/dashboard/workerHome', {
    answers: { 'GET /config': { supportEmail: 'help@example.com' } },
  });
  await openMenu();
  const entry = await screen.findByRole('menuitem', { name: 'Contact support' });
  expect(entry).toHaveAttribute('href', 'mailto:help@example.com');
  app.unmount();
  await openApp('/dashboard/workerHome');
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: 'Contact support' })).toBeNull();
});

it('switches the theme', async () => {
  await openApp('/dashboard/workerHome');
  await choose('Dark theme');
  expect(document.documentElement.dataset.theme).toBe('dark');
  await choose('System theme');
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

it('says what Piecework is, without its builds to anyone but admins', async () => {
  await openApp('/dashboard/workerHome');
  await choose('About Piecework');
  const box = await screen.findByRole('dialog', { name: 'About Piecework' });
  expect(box).toHaveTextContent('Small tasks, paid in coins.');
  for (const text of ['Shell', 'Worker pages', 'Gateway', 'development']) expect(box).not.toHaveTextContent(text);
});

it('lists the version and address of the shell, every remote and the gateway to an admin', async () => {
  await openApp('/dashboard/adminHome', { user: { userRole: 'admin' } });
  await choose('About Piecework');
  const box = within(await screen.findByRole('dialog', { name: 'About Piecework' }));
  expect(box.getByText('Shell').parentElement).toHaveTextContent('development');
  expect(await box.findByText('http://mf_worker.test/mf-manifest.json')).toBeInTheDocument();
  expect(box.getByText('Worker pages').parentElement).toHaveTextContent('1.0.0+mf_worker');
  expect(box.getByText('Buyer pages').parentElement).toHaveTextContent('not loaded');
  await userEvent.click(box.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

describe('changing the password', () => {
  const RULE =
    'Password must contain at least one uppercase letter, one lowercase letter, one number, one special character, and be at least 8 characters long';
  const openForm = async () => {
    await openApp('/dashboard/workerHome');
    await choose('Change password');
    const box = within(await screen.findByRole('dialog', { name: 'Change password' }));
    const send = async (old: string, next: string) => {
      if (old) await userEvent.type(box.getByLabelText('Current password'), old);
      if (next) await userEvent.type(box.getByLabelText('New password'), next);
      await userEvent.click(box.getByRole('button', { name: 'Change password' }));
    };
    return { box, send };
  };

  it('focuses the first field and requires both', async () => {
    const { box, send } = await openForm();
    expect(box.getByLabelText('Current password')).toHaveFocus();
    await send('', '');
    expect(await box.findAllByText('Password is required')).toHaveLength(2);
  });

  it.each(['short1!A'.slice(1), 'nodigits!A', 'NOLOWER1!', 'noupper1!', 'NoSpecial1'])(
    'rejects %s by the password rule of registration',
    async (next) => {
      const change = jest.spyOn(session, 'changePassword').mockResolvedValue();
      const { box, send } = await openForm();
      await send('Piecework1!', next);
      expect(await box.findByText(RULE)).toBeInTheDocument();
      expect(change).not.toHaveBeenCalled();
    },
  );

  it('changes the password with a toast', async () => {
    const change = jest.spyOn(session, 'changePassword').mockResolvedValue();
    const toast = spyOnToast();
    const { send } = await openForm();
    await send('Piecework1!', 'Patchwork2?');
    await waitFor(() => expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title: 'Password changed' })));
    expect(change).toHaveBeenCalledWith({ old: 'Piecework1!', new: 'Patchwork2?' });
    expect(screen.queryByRole('dialog', { name: 'Change password' })).not.toBeInTheDocument();
  });

  it('keeps the input when the current password is wrong', async () => {
    jest
      .spyOn(session, 'changePassword')
      .mockRejectedValue(problem(400, 'invalid-credential', 'The password is wrong.'));
    const { box, send } = await openForm();
    await send('Wrong1!aa', 'Patchwork2?');
    expect(await box.findByText('The password is wrong.')).toBeInTheDocument();
    expect(box.getByLabelText('New password')).toHaveValue('Patchwork2?');
  });
});

it('offers the API keys to buyers only', async () => {
  const { path, unmount } = await openApp('/dashboard/buyerHome', { user: { userRole: 'buyer' } });
  await choose('API keys');
  expect(path()).toBe('/dashboard/apiKeys');
  unmount();
  await openApp('/dashboard/workerHome');
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: 'API keys' })).not.toBeInTheDocument();
});
