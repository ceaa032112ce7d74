import { renderApp } from '@piecework/web-kit/testing';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import remote from '../../routes';

const open = async (config = {}) => {
  renderApp(remote, { path: '/qa', user: null, answers: { 'GET /config': config } });
  await screen.findByRole('heading', { level: 1, name: 'Q/A' });
};

describe('the Q/A page', () => {
  it('has two groups with three and two questions', async () => {
    await open();
    const count = (title: string) =>
      within(screen.getByRole('heading', { name: title }).parentElement as HTMLElement).getAllByRole('group').length;
    expect(count('General Questions')).toBe(3);
    expect(count('Payment & Earnings')).toBe(2);
  });

  it('opens an answer on click', async () => {
    await open();
    const answer = screen.getByText(/Withdrawals take 24-48 hours/);
    expect(answer.closest('details')).not.toHaveAttribute('open');
    await userEvent.click(screen.getByText('How long does it take to get paid?'));
    expect(answer.closest('details')).toHaveAttribute('open');
  });

  it('names the address for questions of an installation that has one', async () => {
    await open({ supportEmail: 'help@example.com' });
    const link = await screen.findByRole('link', { name: 'help@example.com' });
    expect(link).toHaveAttribute('href', 'mailto:help@example.com');
  });

  it('names no address otherwise', async () => {
    await open();
    await act(async () => undefined);
    expect(document.querySelector('a[href^="mailto:"]')).toBeNull();
  });

  it('sets the document title', async () => {
    await open();
    expect(document.title).toBe('Q/A · Piecework');
  });
});

describe('an unknown address', () => {
  it('shows the not-found page with a link to the home', async () => {
    renderApp(remote, { path: '/no/such/page', user: null });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('We can’t find this page');
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
  });
});
