import type { Found } from '@piecework/contracts';
import { problem, type RenderOptions, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADMIN } from '../../../testing';
import remote from '../../routes';

const NONE: Found = { people: [], tasks: [], submissions: [], withdrawals: [], payments: [] };
const WHOSE = { personId: 'w', personEmail: 'wanda@example.com' };
const ALL: Found = {
  people: [
    { userId: 'w', userName: 'Wanda Worker', userEmail: 'wanda@example.com', userRole: 'worker', closed: false },
    { userId: 'x', userName: 'Wanja', userEmail: 'wanja@example.com', userRole: 'buyer', closed: true },
  ],
  tasks: [
    { _id: 't', title: 'Name the birds', isListed: true, ...WHOSE },
    { _id: 'u', title: 'Gone', isListed: false, ...WHOSE },
  ],
  submissions: [{ _id: 's', title: 'Name the birds', taskId: 't', status: 'pending', ...WHOSE }],
  withdrawals: [{ _id: 'd', coins: 200, status: 'paid', mask: '678', reference: 'TRX 1', ...WHOSE }],
  payments: [{ _id: 'pi_1', coins: 150, state: 'recorded', ...WHOSE }],
};

const open = (answer: RenderOptions['answers'] = { 'GET /admin/search': ALL }, search = '?q=wan') =>
  renderApp(remote, { user: ADMIN, path: `/dashboard/adminSearch${search}`, answers: answer });
const field = () => screen.findByRole('searchbox');

test('begins in the field and searches from three characters on, after a pause', async () => {
  const app = open(undefined, '');
  expect(await screen.findByText(/Type at least 3 characters/)).toBeInTheDocument();
  expect(await field()).toHaveFocus();
  await userEvent.type(await field(), 'wa');
  await userEvent.type(await field(), 'n');
  expect(await screen.findByText('7 results')).toHaveAttribute('role', 'status');
  expect(app.calls.filter(({ route }) => route === 'GET /admin/search').map(({ query }) => query.q)).toEqual(['wan']);
});

test('groups what is found, and each hit leads to its place', async () => {
  open();
  const hrefs = async (group: string) =>
    within(await screen.findByRole('region', { name: group }))
      .getAllByRole('listitem')
      .map((hit) => within(hit).getAllByRole('link')[0]?.getAttribute('href'));
  expect(await hrefs('People')).toEqual(['/dashboard/person/w', '/dashboard/person/x']);
  expect(await hrefs('Tasks')).toEqual(['/task/t', '/dashboard/person/w?view=trail']);
  expect(await hrefs('Submissions')).toEqual(['/dashboard/person/w?view=work&task=t']);
  expect(await hrefs('Withdrawals')).toEqual(['/dashboard/person/w?view=withdrawals']);
  expect(await hrefs('Payments')).toEqual(['/dashboard/person/w?view=payments']);
  expect(screen.getByText('•••678 · TRX 1')).toBeInTheDocument();
  expect(screen.getByText('wanja@example.com · closed')).toBeInTheDocument();
});

test('the arrow keys move between the field and the hits, and Enter opens one', async () => {
  const app = open();
  const first = await screen.findByRole('link', { name: 'Wanda Worker' });
  await userEvent.click(await field());
  await userEvent.keyboard('{ArrowDown}');
  expect(first).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Wanja' })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(await field()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(app.path()).toBe('/dashboard/person/w'));
});

test('has an empty state and a failure', async () => {
  const app = open({ 'GET /admin/search': NONE });
  expect(await screen.findByText('Nothing found')).toBeInTheDocument();
  app.unmount();
  open({ 'GET /admin/search': problem(503, 'unavailable', 'Please try again.') });
  expect(await screen.findByRole('button', { name: 'Try again' }, { timeout: 4000 })).toBeInTheDocument();
});

test('its shortcut opens it from each page of the area', async () => {
  const app = renderApp(remote, { user: ADMIN, path: '/dashboard/manageUser' });
  await screen.findByText('No user available');
  await userEvent.keyboard('k{Alt>}{Control>}k{/Control}{/Alt}');
  expect(app.path()).toBe('/dashboard/manageUser');
  await userEvent.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(app.path()).toBe('/dashboard/adminSearch'));
});
