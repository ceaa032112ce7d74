import { ApiError, dialogs, session, UserNotSaved, useSession } from '@piecework/web-kit';
import { networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';
import { lettingIn, withoutOtherTabs } from './account.fixtures';

let toast: jest.SpyInstance;

beforeAll(withoutOtherTabs);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
  jest.spyOn(dialogs, 'preload').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

const open = async (options: Parameters<typeof renderApp>[1] = {}) => {
  const app = renderApp(remote, { path: '/login', user: null, answers: lettingIn(), ...options });
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
  it('asks for both fields by name and begins at the first that is missing', async () => {
    const { calls } = await open();
    await press();
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(email()).toHaveFocus();
    expect(calls.some(({ route }) => route === 'POST /identity/sign-in')).toBe(false);
  });

  it('takes no text for an email that is none', async () => {
    await open();
    await userEvent.type(email(), 'ada');
    await press();
    expect(await screen.findByText('Email must look like name@example.com')).toBeVisible();
  });

  it('lets a browser and its password manager help', async () => {
    await open();
    expect(email()).toHaveAttribute('autocomplete', 'username');
    expect(email()).toHaveAttribute('type', 'email');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    expect(password()).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');
  });

  it('signs in, says so and goes to the dashboard', async () => {
    const app = await open();
    await fill();
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'Login Successful', ms: 1500 });
    expect(localStorage.getItem('access-token')).not.toBeNull();
  });

  it('goes to where the person meant to go', async () => {
    sessionStorage.setItem('piecework:return', '/dashboard/workerTaskList/t1');
    const app = await open();
    await fill();
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard/workerTaskList/t1'));
  });

  it('goes to the choice of a role when there is no user record yet', async () => {
    const app = await open({
      answers: { ...lettingIn(), 'GET /user': problem(404, 'not-found', 'Nobody.') },
    });
    await fill();
    await press();
    await waitFor(() => expect(app.path()).toBe('/selectRole'));
  });

  it('says what the provider says, for 1.5 seconds and beside the form, and keeps what was typed', async () => {
    const refusal = problem(400, 'invalid-credential', 'No.');
    await open({ answers: { ...lettingIn(), 'POST /identity/sign-in': refusal } });
    await fill();
    await press();
    const text = 'The email or password is incorrect. Please check both and try again.';
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(toast).toHaveBeenCalledWith({ icon: 'error', title: 'Login unsuccessful', text, ms: 1500 });
    expect(email()).toHaveValue('ada@example.com');
    expect(password()).toHaveValue('Secret_12');
  });

  it('says that nothing is lost when the server is not reached, and goes on at the next press', async () => {
    const app = await open({ answers: { ...lettingIn(), 'POST /identity/sign-in': networkFailure() } });
    await fill();
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('everything you typed is still here');
    app.answer(lettingIn());
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
  });

  it('cannot be sent twice', async () => {
    const signIn = jest.spyOn(session, 'signIn').mockReturnValue(new Promise(() => {}));
    await open();
    await fill();
    await press();
    await press();
    expect(signIn).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Login' })).toHaveAttribute('aria-busy', 'true');
  });

  it('says why the person is here after a forced sign-out', async () => {
    await open();
    act(() => useSession.setState({ notice: 'Your session has ended. Please sign in again.' }));
    expect(screen.getByRole('status')).toHaveTextContent('Your session has ended. Please sign in again.');
  });

  it('leads to the registration', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  });
});

describe('the way in by Google', () => {
  const google = () => userEvent.click(screen.getByRole('button', { name: 'Sign in with Google' }));

  it('says Login Successful and goes to the dashboard', async () => {
    jest.spyOn(session, 'signInWithGoogle').mockResolvedValue();
    const app = await open();
    await google();
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'Login Successful', ms: 1500 });
  });

  it.each([
    ['popup-blocked', /Allow pop-ups/],
    ['popup-closed-by-user', /closed before sign-in finished/],
    ['auth/cancelled-popup-request', /closed before sign-in finished/],
    ['unauthorized-domain', /not allowed from this address/],
    ['network-request-failed', /could not be reached/],
    ['account-exists-with-different-credential', /email and password fields/],
    ['account-closed', /sign up with another email/],
    ['too-many-requests', /too many attempts/],
  ])('says for 5.5 seconds what helps against %s', async (code, sentence) => {
    jest.spyOn(session, 'signInWithGoogle').mockRejectedValue(new ApiError(400, code, code));
    await open();
    await google();
    await waitFor(() => expect(toast).toHaveBeenCalled());
    const text = expect.stringMatching(sentence);
    expect(toast).toHaveBeenCalledWith({ icon: 'error', title: 'Login Unsuccessful', text, ms: 5500 });
  });

  it('says Database Error when Google names no user', async () => {
    const error = new UserNotSaved(500, 'no-user', 'Google named no email.');
    jest.spyOn(session, 'signInWithGoogle').mockRejectedValue(error);
    await open();
    await google();
    await waitFor(() => expect(toast).toHaveBeenCalled());
    const text = 'Google named no email.';
    expect(toast).toHaveBeenCalledWith({ icon: 'error', title: 'Database Error', text, ms: 1500 });
  });

  it('says Error when the user cannot be saved', async () => {
    const error = new UserNotSaved(503, 'unavailable', 'A part of Piecework is not answering.');
    jest.spyOn(session, 'signInWithGoogle').mockRejectedValue(error);
    await open();
    await google();
    await waitFor(() => expect(toast).toHaveBeenCalled());
    const text = 'A part of Piecework is not answering.';
    expect(toast).toHaveBeenCalledWith({ icon: 'error', title: 'Error', text, ms: 2500 });
  });

  it('goes on where it left for Google because the window was blocked, once', async () => {
    sessionStorage.setItem('piecework:redirect', '1');
    const finish = jest.spyOn(session, 'finishGoogle').mockResolvedValue(true);
    const app = await open();
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'Login Successful', ms: 1500 });
    expect(finish).toHaveBeenCalledTimes(1);
    expect(session.isBackFromGoogle()).toBe(false);
  });

  it('says what went wrong on the way back, and nothing when nobody came back', async () => {
    sessionStorage.setItem('piecework:redirect', '1');
    jest.spyOn(session, 'finishGoogle').mockRejectedValueOnce(new ApiError(400, 'user-disabled', 'No.'));
    const app = await open();
    await waitFor(() => expect(toast).toHaveBeenCalled());
    const text = 'This account has been closed. Please sign up with another email.';
    expect(toast).toHaveBeenCalledWith({ icon: 'error', title: 'Login Unsuccessful', text, ms: 5500 });
    toast.mockClear();
    app.unmount();
    sessionStorage.setItem('piecework:redirect', '1');
    const finish = jest.spyOn(session, 'finishGoogle').mockResolvedValue(false);
    const again = await open();
    await waitFor(() => expect(finish).toHaveBeenCalled());
    expect([again.path(), toast.mock.calls]).toEqual(['/login', []]);
    expect(screen.getByRole('button', { name: 'Sign in with Google' })).not.toHaveAttribute(
      'aria-busy',
      'true',
    );
  });

  it('asks for no way back where nobody has left', async () => {
    const finish = jest.spyOn(session, 'finishGoogle');
    await open();
    expect(finish).not.toHaveBeenCalled();
  });

  it('can be tried again', async () => {
    const signIn = jest.spyOn(session, 'signInWithGoogle').mockRejectedValue(new Error('odd'));
    await open();
    await google();
    await google();
    await waitFor(() => expect(signIn).toHaveBeenCalledTimes(2));
  });
});

describe('a forgotten password', () => {
  const ask = async () => {
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Forgot your password?' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByLabelText('Email of your account')).toHaveValue('ada@example.com');
    await userEvent.click(dialog.getByRole('button', { name: 'Get a new password' }));
    return dialog;
  };

  it('tells whom to ask where the installation sends no mail', async () => {
    await open();
    const dialog = await ask();
    expect(
      await dialog.findByText(/Ask its administrator to set a new password for ada@example.com/),
    ).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Back to login' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(email()).toHaveValue('ada@example.com');
  });

  it('tells of the mail where one is sent, and not whether there is an account', async () => {
    jest.spyOn(session, 'forgotPassword').mockResolvedValue({ kind: 'mail-sent' });
    await open();
    expect(
      await (await ask()).findByText(/^If ada@example.com has an account, we have sent an email/),
    ).toBeVisible();
  });

  it('says what went wrong', async () => {
    const error = new ApiError(429, 'too-many-requests', 'Wait.');
    jest.spyOn(session, 'forgotPassword').mockRejectedValue(error);
    await open();
    expect(await (await ask()).findByRole('alert')).toHaveTextContent('too many attempts');
  });
});
