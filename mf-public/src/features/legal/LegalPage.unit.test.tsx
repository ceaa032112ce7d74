import { problem, renderApp } from '@piecework/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

const TERMS = {
  document: 'terms',
  language: 'en',
  version: '2026-11-30',
  title: 'Our rules',
  blocks: [
    { kind: 'heading', text: 'Coins' },
    { kind: 'text', text: 'Ask help@example.com, or read https://example.com/more.' },
    { kind: 'list', items: ['One', 'Two'] },
  ],
};
const open = (answer: unknown) =>
  renderApp(remote, {
    path: '/terms',
    user: null,
    answers: { 'GET /legal/{document}': answer, 'GET /config': { supportEmail: 'help@example.com' } } as never,
  });

it('shows the text with its day, lists and links', async () => {
  const app = open(TERMS);
  expect(await screen.findByRole('heading', { level: 1, name: 'Our rules' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Coins' })).toBeVisible();
  expect(screen.getByText('In force since 30-11-2026')).toBeVisible();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['One', 'Two']);
  await waitFor(() => expect(document.querySelector('a[href="mailto:help@example.com"]')).toBeVisible());
  expect(screen.getByRole('link', { name: /example\.com\/more/ })).toHaveAttribute('href', 'https://example.com/more');
  const call = app.calls.find(({ route }) => route === 'GET /legal/{document}');
  expect([call?.params, call?.query]).toEqual([{ document: 'terms' }, { language: 'en' }]);
});

it('can be read again after a failure', async () => {
  const app = open(problem(503, 'unavailable', 'Down.'));
  expect(await screen.findByText('This text couldn’t be loaded')).toBeVisible();
  app.answer({ 'GET /legal/{document}': TERMS } as never);
  await userEvent.click(screen.getByRole('button', { name: /again|retry/i }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Our rules'));
});
