import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';

jest.mock('../areas', () => require('../../testing/fake-areas'));

const follow = (name: string) => userEvent.click(screen.getAllByRole('link', { name })[0] as HTMLElement);
const scrollBy = (top: number) => {
  Object.assign(window, { scrollY: top });
  window.dispatchEvent(new Event('scroll'));
};
beforeEach(() => {
  // jsdom has no ResizeObserver.
  Object.assign(window, {
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
});

it('has a skip link to the main content', async () => {
  await openApp('/dashboard/workerHome');
  await screen.findByText('Area mf_worker');
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
  expect(screen.getByRole('main')).toHaveAttribute('id', 'main');
});

it('focuses the main element of a new page and announces its title', async () => {
  await openApp('/dashboard/workerHome');
  await screen.findByText('Area mf_worker');
  expect(document.body).toHaveFocus();
  await follow('Withdrawals');
  expect(screen.getByRole('main')).toHaveFocus();
  await act(async () => {
    document.title = 'Withdrawals · Piecework';
  });
  expect(screen.getByText('Withdrawals · Piecework', { selector: '[aria-live]' })).toBeInTheDocument();
});

it('scrolls a new page to its top and restores the position on back', async () => {
  await openApp('/dashboard/workerHome');
  await screen.findByText('Area mf_worker');
  scrollBy(420);
  await follow('Withdrawals');
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0);
  scrollBy(0);
  await act(async () => {
    history.back();
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  });
  expect(location.pathname).toBe('/dashboard/workerHome');
  expect(window.scrollTo).toHaveBeenLastCalledWith(0, 420);
});
