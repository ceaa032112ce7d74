import { t } from '@piecework/i18n';
import { speakBangla, speakEnglish } from '@piecework/i18n/testing';
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
  version: '1',
  manifest: { role: 'worker', title: 'Worker pages', pages: ['*'], menu: [] },
  pages: { '*': <h1>Task list</h1> },
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

const Greeting = () => <h1>{t('Task list')}</h1>;

describe('in Bangla', () => {
  beforeEach(() => speakBangla());
  afterEach(speakEnglish);
  const translated = (load: () => Promise<unknown>) => ({
    ...remote,
    pages: { '*': <Greeting /> },
    catalogues: { bn: load },
  });

  it('renders a remote when its texts are loaded', async () => {
    let load = (_: unknown): void => {};
    const catalogue = new Promise((resolve) => {
      load = resolve;
    });
    jest.mocked(loadRemoteModule).mockResolvedValueOnce(translated(() => catalogue) as never);
    renderApp(<Area name="mf_public" placeholder="Wait" />);
    expect(await screen.findByText('Wait')).toBeVisible();
    load({ default: { 'Task list': 'কাজের তালিকা' } });
    expect(await screen.findByRole('heading', { name: 'কাজের তালিকা' })).toBeVisible();
  });

  it('renders it in English when they cannot be loaded', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const fail = () => Promise.reject(new Error('Loading chunk 7 failed.'));
    jest.mocked(loadRemoteModule).mockResolvedValueOnce(translated(fail) as never);
    renderApp(<Area name="mf_buyer" />);
    expect(await screen.findByRole('heading', { name: 'Task list' })).toBeVisible();
    expect(warn).toHaveBeenCalledWith('The translation could not be loaded.', expect.any(Error));
  });
});
