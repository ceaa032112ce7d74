import { ApiError, dialogs, session, UserNotSaved, useSession } from '@piecework/web-kit';
import { networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';
import { signInAnswers, stubBroadcastChannel } from './account.fixtures';

let toast: jest.SpyInstance;

beforeAll(stubBroadcastChannel);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
  jest.spyOn(dialogs, 'preload').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

const open = async (options: Parameters<typeof renderApp>[1] = {}) => {
  const app = renderApp(remote, { path: '/login', user: null, answers: signInAnswers(), ...options });
  await screen.findByRole('heading', { name: 'Welcome back' });
  return app;
};
const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const press = () => userEvent.click(screen.getByRole('button', { name: 'Login' }));
const fill = async () => {
  await userEvent.type(email(), 'ada@example.com');
  await userEvent.type(password(), 'Secret_12');
};

describe('the login form', () => {
  it('requires both fields and focuses the first missing one', async () => {
    const { calls } = await open();
    await press();
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(email()).toHaveFocus();
    expect(calls.some(({ route }) => route === 'POST /identity/sign-in')).toBe(false);
  });

  it('rejects an email that has not the form of one', async () => {
    await open();
    await userEvent.type(email(), 'ada');
    await press();
    expect(await screen.findByText('Email must look like name@example.com')).toBeVisible();
  });

  it('supports password managers', async () => {
    await open();
    expect(email()).toHaveAttribute('autocomplete', 'username');
    expect(email()).toHaveAttribute('type', 'email');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    expect(password()).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');
  });

  it('signs in with a toast and opens the dashboard', async () => {
    const app = await open();
    await fill();
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'Login Successful', ms: 1500 });
    expect(localStorage.getItem('access-token')).not.toBeNull();
  });

  it('opens the page that was requested before the login', async () => {
    sessionStorage.setItem('piecework:return', '/dashboard/workerTaskList/t1');
    const app = await open();
    await fill();
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard/workerTaskList/t1'));
  });

  it('opens /selectRole for an identity without a user record', async () => {
    const app = await open({ answers: { ...signInAnswers(), 'GET /user': problem(404, 'not-found', 'No user.') } });
    await fill();
    await press();
    await waitFor(() => expect(app.path()).toBe('/selectRole'));
  });

  it('shows the reason in a 1.5 s toast and in the form, and keeps the input', async () => {
    const refusal = problem(400, 'invalid-credential', 'No.');
    await open({ answers: { ...signInAnswers(), 'POST /identity/sign-in': refusal } });
    await fill();
    await press();
    const text = 'The email or password is incorrect. Please check both and try again.';
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(toast).toHaveBeenCalledWith({ icon: 'error', title: 'Login unsuccessful', text, ms: 1500 });
    expect(email()).toHaveValue('ada@example.com');
    expect(password()).toHaveValue('Secret_12');
  });

  it('keeps the input when the server cannot be reached, and signs in on the next try', async () => {
    const app = await open({ answers: { ...signInAnswers(), 'POST /identity/sign-in': networkFailure() } });
    await fill();
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('everything you typed is still here');
    app.answer(signInAnswers());
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
  });

  it('sends the form once on a double click', async () => {
    const signIn = jest.spyOn(session, 'signIn').mockReturnValue(new Promise(() => {}));
    await open();
    await fill();
    await press();
    await press();
    expect(signIn).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Login' })).toHaveAttribute('aria-busy', 'true');
  });

  it('shows the reason of a forced sign-out', async () => {
    await open();
    act(() => useSession.setState({ notice: 'Your session has ended. Please sign in again.' }));
    expect(screen.getByRole('status')).toHaveTextContent('Your session has ended. Please sign in again.');
  });

  it('links to the registration', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  });
});

describe('sign-in with Google', () => {
  const google = () => userEvent.click(screen.getByRole('button', { name: 'Sign in with Google' }));

  it('shows Login Successful and opens the dashboard', async () => {
    jest.spyOn(session, 'signInWithGoogle').mockResolvedValue({ isNew: false });
    const app = await open();
    await google();
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'Login Successful', ms: 1500 });
  });

  it("shows a new person's name with Register Successful", async () => {
    jest.spyOn(session, 'signInWithGoogle').mockImplementation(async () => {
      useSession.setState({ user: { userName: 'Gina' } as never });
      return { isNew: true };
    });
    const app = await open();
    await google();
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'GinaRegister Successful', ms: 1500 });
  });

  it.each([
    ['popup-blocked', /Allow pop-ups/],
    ['popup-closed-by-user', /closed before sign-in finished/],
    ['auth/cancelled-popup-request', /closed before sign-in finished/],
    ['unauthorized-domain', /isn’t allowed from this address/],
    ['network-request-failed', /We couldn’t reach Piecework/],
    ['account-exists-with-different-credential', /email and password fields/],
    ['account-closed', /sign up with another email/],
    ['too-many-requests', /Too many attempts/],
  ])('shows a 5.5 s toast with advice for %s', async (code, advice) => {
    jest.spyOn(session, 'signInWithGoogle').mockRejectedValue(new ApiError(400, code, code));
    await open();
    await google();
    await waitFor(() => expect(toast).toHaveBeenCalled());
    const text = expect.stringMatching(advice);
    expect(toast).toHaveBeenCalledWith({ icon: 'error', title: 'Login Unsuccessful', text, ms: 5500 });
  });

  it('shows Database Error when Google returns no user', async () => {
    const error = new UserNotSaved(500, 'no-user', 'Google named no email.');
    jest.spyOn(session, 'signInWithGoogle').mockRejectedValue(error);
    await open();
    await google();
    await waitFor(() => expect(toast).toHaveBeenCalled());
    const text = 'Google named no email.';
    expect(toast).toHaveBeenCalledWith({ icon: 'error', title: 'Database Error', text, ms: 1500 });
  });

  it('shows Error when the user record cannot be saved', async () => {
    const error = new UserNotSaved(503, 'unavailable', 'Part of Piecework isn’t responding.');
    jest.spyOn(session, 'signInWithGoogle').mockRejectedValue(error);
    await open();
    await google();
    await waitFor(() => expect(toast).toHaveBeenCalled());
    const text = 'Part of Piecework isn’t responding.';
    expect(toast).toHaveBeenCalledWith({ icon: 'error', title: 'Error', text, ms: 2500 });
  });

  it('completes a redirect sign-in once, after the popup was blocked', async () => {
    sessionStorage.setItem('piecework:redirect', '1');
    const finish = jest.spyOn(session, 'finishGoogle').mockResolvedValue({ isNew: false });
    const app = await open();
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'Login Successful', ms: 1500 });
    expect(finish).toHaveBeenCalledTimes(1);
    expect(session.isBackFromGoogle()).toBe(false);
  });

  it('shows why a redirect sign-in failed, and nothing when it was abandoned', async () => {
    sessionStorage.setItem('piecework:redirect', '1');
    jest.spyOn(session, 'finishGoogle').mockRejectedValueOnce(new ApiError(400, 'user-disabled', 'No.'));
    const app = await open();
    await waitFor(() => expect(toast).toHaveBeenCalled());
    const text = 'This account has been closed. Please sign up with another email.';
    expect(toast).toHaveBeenCalledWith({ icon: 'error', title: 'Login Unsuccessful', text, ms: 5500 });
    toast.mockClear();
    app.unmount();
    sessionStorage.setItem('piecework:redirect', '1');
    const finish = jest.spyOn(session, 'finishGoogle').mockResolvedValue(null);
    const again = await open();
    await waitFor(() => expect(finish).toHaveBeenCalled());
    expect([again.path(), toast.mock.calls]).toEqual(['/login', []]);
    expect(screen.getByRole('button', { name: 'Sign in with Google' })).not.toHaveAttribute('aria-busy', 'true');
  });

  it('completes no redirect sign-in that was not started', async () => {
    const finish = jest.spyOn(session, 'finishGoogle');
    await open();
    expect(finish).not.toHaveBeenCalled();
  });

  it('can be retried after a failure', async () => {
    const signIn = jest.spyOn(session, 'signInWithGoogle').mockRejectedValue(new Error('odd'));
    await open();
    await google();
    await google();
    await waitFor(() => expect(signIn).toHaveBeenCalledTimes(2));
  });
});
