import { ApiError, session, useSession } from '@piecework/web-kit';
import { networkFailure, problem, renderApp } from '@piecework/web-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';
import { signInAnswers, stubBroadcastChannel } from './account.fixtures';

type Options = Parameters<typeof renderApp>[1];

const INVALID = problem(400, 'invalid-link', 'This link is no longer valid.', { token: 'Not valid.' });
let replaceState: jest.SpyInstance;

beforeAll(stubBroadcastChannel);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  replaceState = jest.spyOn(history, 'replaceState');
});
afterEach(() => jest.restoreAllMocks());

const open = async (path: string, title: string, options: Options = {}) => {
  const app = renderApp(remote, { path, user: null, answers: signInAnswers(), ...options });
  await screen.findByRole('heading', { name: title });
  return app;
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sent = ({ calls }: Awaited<ReturnType<typeof open>>, route: string) =>
  calls.filter((call) => call.route === route);

describe('the page of a forgotten password', () => {
  const show = (answers: NonNullable<Options>['answers'] = {}) =>
    open('/forgotPassword', 'Forgot your password?', { answers: { ...signInAnswers(), ...answers } });
  const email = () => screen.getByLabelText('Account email');
  const ask = async (typed = 'ada@example.com') => {
    await userEvent.type(email(), typed);
    await press('Reset password');
  };

  it('says the same for every address after the mail is requested, and takes the focus there', async () => {
    const app = await show({ 'POST /identity/password-reset': null });
    await ask();
    const answer = await screen.findByText(/^If ada@example.com has an account, we’ve sent it a link/);
    expect(answer.closest('[tabindex="-1"]')).toHaveFocus();
    expect(sent(app, 'POST /identity/password-reset')).toMatchObject([{ body: { email: 'ada@example.com' } }]);
    expect(screen.queryByLabelText('Account email')).toBeNull();
  });

  it('refers to the administrator when the installation sends no mail', async () => {
    await show({ 'POST /identity/password-reset': problem(404, 'mail-off', 'No mail.') });
    await ask();
    expect(
      await screen.findByText(
        'This site can’t send email. Ask its administrator to set a new password for ada@example.com. Your coins and your work are safe.',
      ),
    ).toBeVisible();
  });

  it('requires an email, in the form of one', async () => {
    const app = await show();
    await press('Reset password');
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(email()).toHaveFocus();
    await ask('ada');
    expect(await screen.findByText('Email must look like name@example.com')).toBeVisible();
    expect(sent(app, 'POST /identity/password-reset')).toEqual([]);
  });

  it('keeps the email and says why when the server cannot be reached', async () => {
    await show({ 'POST /identity/password-reset': networkFailure() });
    await ask();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(email()).toHaveValue('ada@example.com');
  });

  it('shows the reason of a refusal by the provider', async () => {
    jest.spyOn(session, 'forgotPassword').mockRejectedValue(new ApiError(429, 'auth/too-many-requests', 'Wait.'));
    await show();
    await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts');
  });

  it('takes the email of the login along, and back', async () => {
    const app = await open('/login', 'Welcome back');
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
    await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    await screen.findByRole('heading', { name: 'Forgot your password?' });
    expect(app.path()).toBe('/forgotPassword');
    expect(email()).toHaveValue('ada@example.com');
    await userEvent.click(screen.getByRole('link', { name: 'Back to login' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('ada@example.com');
  });
});

describe('the page of a reset link', () => {
  const ROUTE = 'POST /identity/password-reset/confirm';
  const show = (answer?: unknown, hash = '#request.secret') =>
    open(`/resetPassword${hash}`, 'Set a new password', {
      answers: { ...signInAnswers(), ...(answer !== undefined && { [ROUTE]: answer }) },
    });
  const password = () => screen.getByLabelText('New password');
  const set = async (typed = 'Secret_12') => {
    await userEvent.type(password(), typed);
    await press('Set password');
  };

  it('takes the token out of the address, sets the password and leads to the login', async () => {
    const app = await show(null);
    expect(replaceState).toHaveBeenCalledWith(history.state, '', '/');
    await set();
    expect(await screen.findByText('Your new password is set. You can log in with it now.')).toBeVisible();
    expect(app.path()).toBe('/login');
    expect(sent(app, ROUTE)).toMatchObject([{ body: { token: 'request.secret', password: 'Secret_12' } }]);
    expect(sent(app, ROUTE)[0]?.headers).not.toHaveProperty('authorization');
  });

  it('has the rules and the checklist of registration', async () => {
    const app = await show();
    expect(password()).toHaveAttribute('autocomplete', 'new-password');
    await press('Set password');
    expect(await screen.findByText('Password is required')).toBeVisible();
    await set('weak');
    expect(await screen.findByText(/^Password must contain at least one uppercase letter/)).toBeVisible();
    expect(screen.getByRole('list', { name: 'Password requirements' })).toBeVisible();
    expect(sent(app, ROUTE)).toEqual([]);
  });

  it.each([
    ['that the server refuses', '#request.secret'],
    ['without a token', ''],
  ])('offers a new link for one %s', async (_, hash) => {
    const app = await show(INVALID, hash);
    if (hash) await set();
    const notice = await screen.findByText(/^This link is no longer valid/);
    expect(notice.closest('[tabindex="-1"]')).toHaveFocus();
    await userEvent.click(screen.getByRole('link', { name: 'Get a new link' }));
    expect(app.path()).toBe('/forgotPassword');
  });

  it('shows a refusal of the password at its field', async () => {
    await show(problem(400, 'validation', 'Bad.', { password: 'Password must be at most 200 characters' }));
    await set();
    expect(await screen.findByText('Password must be at most 200 characters')).toBeVisible();
  });

  it('keeps the password and can be retried when the server cannot be reached', async () => {
    const app = await show(networkFailure());
    await set();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(password()).toHaveValue('Secret_12');
    app.answer({ [ROUTE]: null });
    await press('Set password');
    await waitFor(() => expect(app.path()).toBe('/login'));
  });
});

describe('the page of a confirmation link', () => {
  const ROUTE = 'POST /identity/verification/confirm';
  const show = (answer: unknown = null, { hash = '#request.secret', ...options }: Options & { hash?: string } = {}) =>
    open(`/confirmEmail${hash}`, 'Confirm your address', {
      answers: { ...signInAnswers(), [ROUTE]: answer },
      ...options,
    });

  it('confirms by its button only, takes the token out of the address, and leads to the login', async () => {
    const app = await show();
    expect(sent(app, ROUTE)).toEqual([]);
    expect(replaceState).toHaveBeenCalledWith(history.state, '', '/');
    await press('Confirm my address');
    const notice = await screen.findByText('Thank you. Your address is confirmed.');
    expect(notice.closest('[tabindex="-1"]')).toHaveFocus();
    expect(sent(app, ROUTE)).toMatchObject([{ body: { token: 'request.secret' } }]);
    await userEvent.click(screen.getByRole('link', { name: 'Login' }));
    expect(app.path()).toBe('/login');
  });

  it('reads the user of this browser again, and leads to the dashboard', async () => {
    const app = await show(null, {
      user: { userEmail: 'ada@example.com' },
      answers: {
        [ROUTE]: null,
        'GET /user': { ...useSession.getState().user, userEmail: 'ada@example.com', emailConfirmed: true },
      },
    });
    await press('Confirm my address');
    expect(await screen.findByRole('link', { name: 'Open the dashboard' })).toHaveAttribute('href', '/dashboard');
    await waitFor(() => expect(useSession.getState().user?.emailConfirmed).toBe(true));
    expect(sent(app, ROUTE)[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['that the server refuses', '#request.secret'],
    ['without a token', ''],
  ])('leads to the profile for a link %s', async (_, hash) => {
    await show(INVALID, { hash });
    if (hash) await press('Confirm my address');
    expect(await screen.findByText(/^This link is no longer valid/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the profile' })).toHaveAttribute('href', '/dashboard/profile');
  });

  it('thanks a person who has confirmed before, also for an old link', async () => {
    await show(INVALID, { user: { emailConfirmed: true } });
    await press('Confirm my address');
    expect(await screen.findByText('Thank you. Your address is confirmed.')).toBeVisible();
  });

  it('can be retried when the server cannot be reached', async () => {
    const app = await show(networkFailure());
    await press('Confirm my address');
    expect(await screen.findByRole('alert')).toBeVisible();
    act(() => app.answer({ [ROUTE]: null }));
    await press('Confirm my address');
    expect(await screen.findByText('Thank you. Your address is confirmed.')).toBeVisible();
  });
});
