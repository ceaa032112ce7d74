import { renderApp } from '@piecework/web-kit/testing';
import { screen } from '@testing-library/react';
import { Area, warmArea } from './areas';
import { loadRemoteModule } from './remotes';

jest.mock('./remotes', () => ({
  loadRemoteModule: jest.fn(),
  isRedeployed: async () => false,
  IncompatibleRemoteError: class extends Error {},
}));

const remote = {
  contract: 1,
  name: 'mf_worker',
  version: '1',
  menu: [],
  routes: [{ path: '*', element: <h1>Task list</h1> }],
};

it('loads a remote on render after its preload failed', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.mocked(loadRemoteModule).mockRejectedValueOnce(new Error('down'));
  await warmArea('mf_worker');

  jest.mocked(loadRemoteModule).mockResolvedValueOnce(remote as never);
  renderApp(<Area name="mf_worker" />);
  expect(await screen.findByRole('heading', { name: 'Task list' })).toBeVisible();
  // With a fresh address, because the failed one is cached.
  expect(jest.mocked(loadRemoteModule).mock.calls).toEqual([
    ['mf_worker', false],
    ['mf_worker', true],
  ]);
});
