import { returnPath, session, useSession } from '@piecework/web-kit';
import { aUser, networkFailure } from '@piecework/web-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fake } from '../testing/fake-areas';
import { openApp as open, setSession } from '../testing/open-app';

jest.mock('./areas', () => require('../testing/fake-areas'));

describe('a signed-out visitor', () => {
  it('is redirected from a dashboard link to /login, and back after signing in', async () => {
    const { path } = await open('/dashboard/workerTaskList/t1?from=mail&x=1', { user: null });
    await waitFor(() => expect(path()).toBe('/login'));
    expect(returnPath()).toBe('/dashboard/workerTaskList/t1?from=mail&x=1');
    const user = aUser();
    await setSession({ status: 'signed-in', user });
    expect(await screen.findByText('Area mf_worker')).toBeInTheDocument();
    expect(path()).toBe('/dashboard/workerTaskList/t1?from=mail&x=1');
  });

  it('is redirected from /selectRole to /login', async () => {
    const { path } = await open('/selectRole', { user: null });
    await waitFor(() => expect(path()).toBe('/login'));
  });

  it('loads no remote of a role', async () => {
    const { path } = await open('/dashboard/manageUser', { user: null });
    await waitFor(() => expect(path()).toBe('/login'));
    expect(new Set(fake.asked)).toEqual(new Set(['mf_public']));
  });
});

describe('an identity without a role', () => {
  it('is redirected from the dashboard to /selectRole', async () => {
    const { path } = await open('/', { user: null });
    await setSession({ status: 'new' });
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }));
    await waitFor(() => expect(path()).toBe('/selectRole'));
  });
});

describe('a signed-in user', () => {
  it.each(['/login', '/register', '/selectRole', '/Login/'])('is redirected from %s to the dashboard', async (from) => {
    const { path } = await open(from);
    await waitFor(() => expect(path()).toBe('/dashboard/workerHome'));
  });

  it.each([
    ['worker', '/dashboard/workerHome'],
    ['buyer', '/dashboard/buyerHome'],
    ['admin', '/dashboard/adminHome'],
  ] as const)('with role %s is redirected from /dashboard to %s', async (userRole, home) => {
    const { path } = await open('/dashboard', { user: { userRole } });
    await waitFor(() => expect(path()).toBe(home));
    expect(await screen.findByText(`Area mf_${userRole}`)).toBeInTheDocument();
  });

  it.each([
    ['worker', 'buyerTask', 'This page is for buyers. You’re signed in as a worker.'],
    ['worker', 'adminPayments', 'This page is for admins. You’re signed in as a worker.'],
    ['buyer', 'workerTaskList/t1', 'This page is for workers. You’re signed in as a buyer.'],
    ['admin', 'checkout/10', 'This page is for buyers. You’re signed in as an admin.'],
  ] as const)('with role %s is redirected home from %s with a notice', async (userRole, page, notice) => {
    const { path } = await open(`/dashboard/${page}`, { user: { userRole } });
    expect(await screen.findByText(notice)).toBeInTheDocument();
    expect(path()).toBe(`/dashboard/${userRole}Home`);
    expect(new Set(fake.asked)).toEqual(new Set([`mf_${userRole}`]));
  });

  it('can dismiss the notice', async () => {
    await open('/dashboard/buyerTask');
    await screen.findByText(/This page is for buyers/);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/This page is for buyers/)).not.toBeInTheDocument();
  });

  it('no longer sees the notice on the next page', async () => {
    await open('/dashboard/buyerTask');
    await screen.findByText(/This page is for buyers/);
    await userEvent.click(screen.getAllByRole('link', { name: 'Withdrawals' })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByText(/This page is for buyers/)).not.toBeInTheDocument());
  });

  it.each(['nonsense', 'constructor', 'statement/more'])(
    'sees a not-found page inside the dashboard at /dashboard/%s',
    async (page) => {
      await open(`/dashboard/${page}`);
      expect(await screen.findByRole('heading', { level: 1, name: 'This page doesn’t exist' })).toBeInTheDocument();
      expect(screen.getByRole('navigation', { name: 'Pages' })).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/dashboard/workerHome');
    },
  );

  it('is redirected to the home of a new role with a notice', async () => {
    const { path, user } = await open('/dashboard/workerTaskList');
    await screen.findByText('Area mf_worker');
    await setSession({ user: { ...(user as NonNullable<typeof user>), userRole: 'buyer', userAvailableCoin: 50 } });
    expect(await screen.findByText('Area mf_buyer')).toBeInTheDocument();
    expect(path()).toBe('/dashboard/buyerHome');
    expect(screen.getByText(/You’re now a buyer, and your balance was reset to 50 coins/)).toBeInTheDocument();
  });

  it('is redirected to /login when the session ends, and back after signing in again', async () => {
    const { path } = await open('/dashboard/workerTaskList?sort=pay');
    await screen.findByText('Area mf_worker');
    await act(async () => session.expire());
    await waitFor(() => expect(path()).toBe('/login'));
    expect(useSession.getState().notice).toMatch(/session has ended/);
    expect(returnPath()).toBe('/dashboard/workerTaskList?sort=pay');
  });
});

describe('while the session loads', () => {
  it('keeps the sign-in form mounted during a sign-in', async () => {
    await open('/register', { user: null });
    expect(screen.getByText('Area mf_public')).toBeInTheDocument();
    await setSession({ status: 'loading' });
    expect(screen.getByText('Area mf_public')).toBeInTheDocument();
    await setSession({ status: 'new' });
    expect(screen.getByText('Area mf_public')).toBeInTheDocument();
  });

  it('shows the sign-in form when the server cannot be reached', async () => {
    await open('/login', { user: null, state: { status: 'loading' } });
    expect(screen.queryByText('Area mf_public')).not.toBeInTheDocument();
    await setSession({ problem: 'We’ll keep trying.' });
    expect(screen.getByText('Area mf_public')).toBeInTheDocument();
  });

  it('keeps the session when the server cannot be reached, and offers a retry', async () => {
    // BroadcastChannel is missing in jsdom.
    Object.assign(globalThis, {
      BroadcastChannel: class extends EventTarget {
        postMessage() {}
        close() {}
      },
    });
    Object.assign(navigator, { locks: { request: () => new Promise(() => {}) } });
    const { answer, user } = await open('/dashboard/workerHome', { answers: { 'GET /user': networkFailure() } });
    await setSession({ status: 'loading', user: null });
    await act(() => session.start());
    expect(await screen.findByText('We can’t reach Piecework right now')).toBeInTheDocument();
    expect(localStorage.getItem('access-token')).not.toBeNull();
    answer({ 'GET /user': user });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Area mf_worker')).toBeInTheDocument();
  });
});
