import { type ApiError, call, session, useSession } from '@piecework/web-kit';
import { aUser, type FakeRequest, problem, renderApp } from '@piecework/web-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FactorPrompt } from './FactorPrompt';

const CODE = '492039';
const EMAIL = 'wanda@example.com';
const NEEDED = problem(409, 'factor-required', 'Please confirm that it’s you.');
const WRONG = problem(400, 'wrong-factor', 'This code isn’t right.', { factorCode: 'This code isn’t right.' });
const tokenOf = (id: string) =>
  `e30.${btoa(JSON.stringify({ email: EMAIL, exp: Math.floor(Date.now() / 1000) + 3600, id }))}.s`;

/** An account with a second factor. */
const answers = {
  'POST /identity/sign-in': {
    email: EMAIL,
    displayName: 'Wanda',
    photoURL: '',
    idToken: tokenOf('i'),
    refreshToken: 'r',
  },
  'POST /jwt': ({ body }: FakeRequest) => {
    const { factorCode } = body as { factorCode?: string };
    if (factorCode === undefined) return NEEDED;
    return factorCode === CODE ? { token: tokenOf('fresh') } : WRONG;
  },
  'GET /user': aUser({ userEmail: EMAIL }),
  'POST /factors/challenge': { totp: true },
};
/** Needs a fresh factor. */
const reveal = ({ headers }: FakeRequest) =>
  headers.authorization === `Bearer ${tokenOf('fresh')}` ? { accountNumber: '01712345678' } : NEEDED;

const open = (more: Parameters<typeof renderApp>[1] = {}) => {
  localStorage.clear();
  return renderApp(<FactorPrompt />, { answers, user: null, ...more });
};
const dialog = () => screen.findByRole('dialog', { name: 'Confirm it’s you' });
const give = async (code: string) => {
  await dialog();
  const field = screen.getByLabelText('Code');
  await userEvent.clear(field);
  await userEvent.type(field, code);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
};
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: ApiError) => error.code,
  );
const signIn = () => session.signIn({ email: EMAIL, password: 'Secret_12' });
const revealed = () => call('POST /withdrawals/{id}/reveal', { params: { id: 'w1' } });

jest.mock('@simplewebauthn/browser', () => ({ startAuthentication: jest.fn(), WebAuthnError: class extends Error {} }));
const PASSKEY = { id: 'key', clientDataJSON: 'data', authenticatorData: 'auth', signature: 'sign' };

afterEach(async () => {
  await act(async () => void (await session.signOut().catch(() => undefined)));
});

it('is asked for at the sign-in, until the code is right', async () => {
  open();
  const entered = outcomeOf(signIn());
  await give('000000');
  expect(await screen.findByText('This code isn’t right.')).toBeVisible();
  expect(screen.getByLabelText('Code')).toHaveFocus();
  expect(localStorage.getItem('access-token')).toBeNull();
  await give(CODE);
  expect(await entered).toBe('done');
  await gone();
  expect(useSession.getState().status).toBe('signed-in');
});

it('is given by a passkey, which signs a new challenge at each try', async () => {
  const { startAuthentication, WebAuthnError } = jest.requireMock('@simplewebauthn/browser');
  const { id, ...response } = PASSKEY;
  startAuthentication.mockRejectedValueOnce(new WebAuthnError('canceled')).mockResolvedValue({ id, response });
  const app = open();
  app.answer({
    'POST /factors/challenge': { totp: false, passkey: { challenge: 'c' } },
    'POST /jwt': ({ body }: FakeRequest) => ('passkey' in (body as object) ? { token: tokenOf('fresh') } : NEEDED),
  });
  const entered = outcomeOf(signIn());
  const button = await screen.findByRole('button', { name: 'Use a passkey' });
  await waitFor(() => expect(button).toHaveFocus());
  expect(screen.getByText('Enter one of your recovery codes.')).toBeVisible();
  await userEvent.click(button);
  expect(await screen.findByText(/^Your passkey wasn’t used/)).toBeVisible();
  await userEvent.click(button);
  expect(await entered).toBe('done');
  const sent = (route: string) => app.calls.filter((call) => call.route === route);
  expect(sent('POST /jwt').at(-1)?.body).toEqual({ email: EMAIL, passkey: PASSKEY });
  expect(sent('POST /factors/challenge')).toHaveLength(3);
});

it('does not sign in when the person cancels', async () => {
  open();
  const entered = outcomeOf(signIn());
  await dialog();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(await entered).toBe('factor-required');
  await gone();
  expect(useSession.getState().status).toBe('signed-out');
});

describe('a call that needs a fresh one', () => {
  const signedIn = async () => {
    const app = open({ answers: { ...answers, 'POST /jwt': { token: tokenOf('old') } } });
    await act(signIn);
    app.answer({ 'POST /jwt': answers['POST /jwt'], 'POST /withdrawals/{id}/reveal': reveal });
    return app;
  };

  it('goes on after the code, and asks once for concurrent calls', async () => {
    const app = await signedIn();
    const outcomes = Promise.all([outcomeOf(revealed()), outcomeOf(revealed())]);
    await give(CODE);
    expect(await outcomes).toEqual(['done', 'done']);
    expect(app.calls.filter(({ body }) => (body as { factorCode?: string })?.factorCode)).toHaveLength(1);
  });

  it('is refused when the person cancels, and reads that come after it ask no more', async () => {
    const app = await signedIn();
    app.answer({ 'GET /withdrawals': NEEDED });
    const refused = outcomeOf(revealed());
    await dialog();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(await refused).toBe('factor-required');
    expect(await outcomeOf(call('GET /withdrawals'))).toBe('factor-required');
    await gone();
    const again = outcomeOf(revealed());
    await give(CODE);
    expect(await again).toBe('done');
  });
});
