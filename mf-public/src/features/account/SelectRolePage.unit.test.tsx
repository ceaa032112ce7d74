import { dialogs, session, useSession } from '@piecework/web-kit';
import { problem, renderApp } from '@piecework/web-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';
import { user } from './account.fixtures';

let toast: jest.SpyInstance;

beforeEach(() => {
  toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

const open = async () => {
  const app = renderApp(remote, { path: '/selectRole', user: null });
  await screen.findByRole('heading', { name: 'One last step' });
  const identity = { email: 'ada@example.com', displayName: 'Ada', photoURL: '' };
  act(() => useSession.setState({ status: 'new', identity }));
  return app;
};
const press = () => userEvent.click(screen.getByRole('button', { name: 'Go to my dashboard' }));

describe('the role selection', () => {
  it('shows the email of the account and offers worker and buyer', async () => {
    await open();
    expect(screen.getByText(/ada@example.com/)).toBeVisible();
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    expect(screen.getByRole('radio', { name: /Worker/ })).toBeChecked();
  });

  it('registers the chosen role and opens the dashboard', async () => {
    const chooseRole = jest.spyOn(session, 'chooseRole').mockImplementation(async () => {
      useSession.setState({ status: 'signed-in', user });
    });
    const app = await open();
    await userEvent.click(screen.getByRole('radio', { name: /Buyer/ }));
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(chooseRole).toHaveBeenCalledWith('buyer');
    expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'AdaRegister Successful', ms: 1500 });
  });

  it('keeps the choice and shows the reason of a failure', async () => {
    jest.spyOn(session, 'chooseRole').mockRejectedValue(problem(503, 'unavailable', 'Not answering.'));
    await open();
    await userEvent.click(screen.getByRole('radio', { name: /Buyer/ }));
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('Not answering.');
    expect(toast).toHaveBeenCalledWith({ icon: 'error', title: 'Error', text: 'Not answering.', ms: 2500 });
    expect(screen.getByRole('radio', { name: /Buyer/ })).toBeChecked();
  });

  it('logs out', async () => {
    const signOut = jest.spyOn(session, 'signOut').mockResolvedValue();
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(signOut).toHaveBeenCalled();
    await waitFor(() => expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'Logout Successful', ms: 1500 }));
  });

  it('shows the reason when logging out fails', async () => {
    jest.spyOn(session, 'signOut').mockRejectedValue(problem(503, 'unavailable', 'Not answering.'));
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith({
        icon: 'error',
        title: 'Logout unsuccessful',
        text: 'Not answering.',
        ms: 2500,
      }),
    );
  });
});
