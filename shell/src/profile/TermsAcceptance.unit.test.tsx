import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';

jest.mock('../areas', () => require('../../testing/fake-areas'));

const NOTICE = /^New terms and a new privacy notice hold since 30-11-2026/;
const open = (user: object = {}, path = '/dashboard/workerHome') =>
  openApp(path, {
    user,
    answers: { 'GET /config': { termsVersion: '2026-11-30' }, 'POST /terms': { modifiedCount: 1 } },
  });

it.each([{}, { termsVersion: '2026-01-01' }])(
  'are offered on the home to a person with %j, until they accept',
  async (user) => {
    const app = await open(user);
    const notice = await screen.findByText(
      (_, element) => element?.tagName === 'SPAN' && NOTICE.test(element.textContent ?? ''),
    );
    expect(notice).toBeVisible();
    expect(screen.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms');
    app.answer({ 'GET /user': { ...app.user, termsVersion: '2026-11-30' } } as never);
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull());
    expect(app.calls.find(({ route }) => route === 'POST /terms')?.body).toEqual({ termsVersion: '2026-11-30' });
  },
);

it('are not offered to a person who has accepted them', async () => {
  const app = await open({ termsVersion: '2026-11-30' });
  await waitFor(() => expect(app.calls.some(({ route }) => route === 'GET /config')).toBe(true));
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
});
