import { PASSWORD_MESSAGE } from '@piecework/contracts/constants';
import { ApiError, dialogs, session, UserNotSaved } from '@piecework/web-kit';
import { later, problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';
import { signInAnswers, stubBroadcastChannel } from './account.fixtures';

let toast: jest.SpyInstance;

beforeAll(() => {
  stubBroadcastChannel();
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  toast = jest.spyOn(dialogs, 'toast').mockReturnValue();
  jest.spyOn(dialogs, 'preload').mockResolvedValue();
});
afterEach(() => jest.restoreAllMocks());

const open = async (options: Parameters<typeof renderApp>[1] = {}) => {
  const app = renderApp(remote, { path: '/register', user: null, answers: signInAnswers(), ...options });
  await screen.findByRole('heading', { level: 1 });
  return app;
};
const picture = (name = 'me.png', type = 'image/png', bytes = 10) => new File([new Uint8Array(bytes)], name, { type });
const name = () => screen.getByLabelText('Name');
const email = () => screen.getByLabelText('Email');
const image = () => screen.getByLabelText('Profile picture') as HTMLInputElement;
const password = () => screen.getByLabelText('Password');
const role = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Register' }));
const fill = async ({ newPassword = 'Secret_12', file = picture() } = {}) => {
  await userEvent.type(name(), 'Ada');
  await userEvent.type(email(), 'ada@example.com');
  await userEvent.upload(image(), file);
  await userEvent.type(password(), newPassword);
};
const refuse = (error: Error) => jest.spyOn(session, 'signUp').mockRejectedValue(error);

describe('the fields', () => {
  it('show the messages of P-1.4 when empty, and nothing is sent', async () => {
    const signUp = jest.spyOn(session, 'signUp');
    await open();
    await press();
    for (const message of ['Name is required', 'Email is required', 'Profile URL is required', 'Password is required'])
      expect(await screen.findByText(message)).toBeVisible();
    expect(name()).toHaveFocus();
    expect(signUp).not.toHaveBeenCalled();
  });

  it('reject a name of spaces', async () => {
    await open();
    await userEvent.type(name(), '   ');
    await press();
    expect(await screen.findByText('Name is required')).toBeVisible();
  });

  it.each(['Short_1', 'nouppercase_1', 'NOLOWERCASE_1', 'NoDigit_ab', 'NoSpecial12'])(
    'reject the password %s with the message of P-1.5',
    async (newPassword) => {
      await open();
      await fill({ newPassword });
      await press();
      expect(await screen.findByText(PASSWORD_MESSAGE)).toBeVisible();
      expect(password()).toHaveValue(newPassword);
    },
  );

  it('check off the met password requirements while typing', async () => {
    await open();
    const met = () => screen.getAllByRole('listitem').filter((item) => item.textContent?.endsWith('(done)')).length;
    expect(met()).toBe(0);
    await userEvent.type(password(), 'ab1_');
    expect(met()).toBe(3);
    expect(screen.getByText('Still missing: 8 characters, an uppercase letter.')).toBeInTheDocument();
    await userEvent.type(password(), 'WXYZ');
    expect(met()).toBe(5);
    expect(screen.getByText('The password meets all requirements.')).toBeInTheDocument();
  });

  it('preview the picture and reject a file that is too large', async () => {
    const { calls } = await open();
    await userEvent.upload(image(), picture());
    expect(await screen.findByAltText('The picture you chose')).toBeVisible();
    await userEvent.upload(image(), picture('big.png', 'image/png', 60 * 1024 * 1024 + 1));
    expect(await screen.findByText(/60 MB or smaller/, { selector: '[id$=error] > span' })).toBeVisible();
    expect(calls.some(({ route }) => route === 'POST /images')).toBe(false);
  });

  it('support password managers', async () => {
    await open();
    expect(name()).toHaveAttribute('autocomplete', 'name');
    expect(email()).toHaveAttribute('autocomplete', 'email');
    expect(password()).toHaveAttribute('autocomplete', 'new-password');
  });

  it('preselect Worker, or the role of the link from the home', async () => {
    const { unmount } = await open();
    expect(role('Worker')).toBeChecked();
    expect(screen.getByText(/You start with 10 coins/)).toBeVisible();
    unmount();
    await open({ path: '/register?role=buyer' });
    expect(role('Buyer')).toBeChecked();
    expect(screen.getByText(/You start with 50/)).toBeVisible();
  });

  it('do not offer the admin role', async () => {
    await open();
    expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual(['worker', 'buyer']);
  });
});

describe('a registration', () => {
  it('creates the account, picture and user record, shows the toast and opens the dashboard', async () => {
    const app = await open();
    await fill();
    await userEvent.click(role('Buyer'));
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(toast).toHaveBeenCalledWith({ icon: 'success', title: 'AdaRegister Successful', ms: 1500 });
    const sent = app.calls.filter(({ route }) => route.startsWith('POST')).map(({ route }) => route);
    expect(sent).toEqual(['POST /identity/sign-up', 'POST /images', 'POST /users', 'POST /jwt']);
    const record = app.calls.find(({ route }) => route === 'POST /users')?.body;
    expect(record).toMatchObject({ userName: 'Ada', userRole: 'buyer' });
  });

  it('shows the upload progress', async () => {
    const slowUpload = later(1000, signInAnswers()['POST /images']);
    const app = await open({ answers: { ...signInAnswers(), 'POST /images': slowUpload } });
    await fill();
    await press();
    expect(await screen.findByRole('progressbar')).toHaveAttribute('value', '0.5');
    expect(screen.getByText('Uploading your picture…')).toBeVisible();
    // The running registration would continue in the next test.
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
  });

  it('resumes after the account was created but the picture upload failed', async () => {
    const lost = problem(413, 'too-large', 'Wait a moment and send this one again.');
    const app = await open({ answers: { ...signInAnswers(), 'POST /images': lost } });
    await fill();
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('Wait a moment and send this one again.');
    expect(name()).toHaveValue('Ada');
    expect(password()).toHaveValue('Secret_12');
    expect(screen.getByAltText('The picture you chose')).toBeVisible();
    app.answer(signInAnswers());
    await press();
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
    expect(app.calls.filter(({ route }) => route === 'POST /identity/sign-up')).toHaveLength(1);
  });

  it('sends the form once on a double click', async () => {
    const signUp = jest.spyOn(session, 'signUp').mockReturnValue(new Promise(() => {}));
    await open();
    await fill();
    await press();
    await press();
    expect(signUp).toHaveBeenCalledTimes(1);
  });
});

describe('a failed registration', () => {
  const toastOf = async () => {
    await fill();
    await press();
    await waitFor(() => expect(toast).toHaveBeenCalled());
    return toast.mock.calls[0]?.[0];
  };

  it('shows the reason in a 2.5 s toast and in the form', async () => {
    refuse(new ApiError(0, 'network-request-failed', 'x'));
    await open();
    expect(await toastOf()).toMatchObject({ icon: 'error', title: 'Register unsuccessful', ms: 2500 });
    expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t reach Piecework');
  });

  it('marks an email that is already in use', async () => {
    refuse(new ApiError(409, 'email-in-use', 'x'));
    await open();
    expect(await toastOf()).toMatchObject({ title: 'Register unsuccessful' });
    const text = 'This email already has an account. Please sign in instead.';
    expect(await screen.findByText(text, { selector: '[id$=error] > span' })).toBeVisible();
    await waitFor(() => expect(email()).toHaveFocus());
  });

  it("shows the server's error of a field at that field", async () => {
    refuse(new ApiError(400, 'validation', 'x', { displayName: 'Name must contain a visible character' }));
    await open();
    await toastOf();
    expect(await screen.findByText('Name must contain a visible character')).toBeVisible();
    expect(name()).toHaveAttribute('aria-invalid', 'true');
  });

  it('shows Error with the message when the user record cannot be saved', async () => {
    refuse(new UserNotSaved(503, 'unavailable', 'Not answering.'));
    await open();
    expect(await toastOf()).toEqual({ icon: 'error', title: 'Error', text: 'Not answering.', ms: 2500 });
  });

  it('shows Database Error when the response has no insertedId', async () => {
    await open({ answers: { ...signInAnswers(), 'POST /users': { message: 'user already exists' } } });
    expect(await toastOf()).toMatchObject({ icon: 'error', title: 'Database Error', ms: 1500 });
  });
});
