import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp, setSession } from '../../testing/open-app';

jest.mock('../areas', () => require('../../testing/fake-areas'));

const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'Open menu' }));

it.each([
  ['/', true, true],
  ['/qa', true, true],
  ['/nonsense', true, true],
  ['/login', false, false],
  ['/Register/', false, false],
])('%s shows the navbar: %s, the footer: %s', async (path, navbar, footer) => {
  await openApp(path, { user: null });
  expect(screen.queryAllByRole('banner')).toHaveLength(navbar ? 1 : 0);
  expect(screen.queryAllByRole('contentinfo')).toHaveLength(footer ? 1 : 0);
});

it('/selectRole has a footer but no navbar', async () => {
  await openApp('/', { user: null });
  await setSession({ status: 'new', identity: { email: 'a@example.com', displayName: 'Ada', photoURL: '' } });
  await openMenu();
  await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(await screen.findByRole('contentinfo')).toBeInTheDocument();
  expect(location.pathname).toBe('/selectRole');
  expect(screen.queryByRole('banner')).not.toBeInTheDocument();
});

it('shows Login and Register when signed out', async () => {
  await openApp('/', { user: null });
  await openMenu();
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  expect(screen.queryByRole('link', { name: 'Dashboard' })).not.toBeInTheDocument();
});

it('shows Dashboard, balance and name when signed in', async () => {
  await openApp('/', { user: { userAvailableCoin: 40 } });
  await openMenu();
  expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
  expect(await screen.findByText('40 coins')).toBeInTheDocument();
  expect(screen.getByText('Wanda Worker')).toBeInTheDocument();
});

it('shows 0 coins for an identity without a user record', async () => {
  await openApp('/', { user: null });
  await setSession({ status: 'new', identity: { email: 'a@example.com', displayName: 'Ada', photoURL: '' } });
  expect(await screen.findByText('0 coins')).toBeInTheDocument();
});

it('Join as Developer opens the API docs in a new tab without an opener', async () => {
  await openApp('/', { user: null });
  await openMenu();
  for (const link of await screen.findAllByRole('link', { name: /Join as Developer/ })) {
    expect(link).toHaveAttribute('href', 'http://gateway.test/docs');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
});

describe('the mobile menu', () => {
  it('closes on Escape and restores the focus', async () => {
    await openApp('/', { user: null });
    await openMenu();
    screen.getByRole('link', { name: 'Login' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus();
  });

  it('closes on a click outside and on navigation', async () => {
    await openApp('/', { user: null });
    await openMenu();
    await userEvent.click(screen.getByRole('main'));
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
    await openMenu();
    await userEvent.click(screen.getAllByRole('link', { name: 'Q/A' })[0] as HTMLElement);
    expect(location.pathname).toBe('/qa');
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
  });
});
