import { t } from '@piecework/i18n';
import { act, screen } from '@testing-library/react';
// Has a hook, which cannot be defined within a test.
import './testing/fake-areas';

jest.mock('./areas', () => ({
  ...require('./testing/fake-areas'),
  preloadArea: async () => {},
  warmArea: async () => {},
}));
jest.mock('./remotes', () => require('./testing/fake-remotes'));
jest.mock('./all-bn', () => ({ __esModule: true, default: { Home: 'হোম' } }));

afterAll(() => {
  globalThis.__language = undefined;
});

it('renders nothing before the texts of the language are loaded', async () => {
  window.scrollTo = jest.fn();
  localStorage.clear();
  localStorage.setItem('piecework:language', 'bn');
  globalThis.__language = undefined;
  document.body.innerHTML = '<div id="root"></div>';
  await act(async () => {
    await import('./bootstrap');
    expect(document.getElementById('root')).toBeEmptyDOMElement();
  });
  expect(await screen.findByText('Area mf_public')).toBeVisible();
  expect(screen.getByText('বাংলা')).toHaveAttribute('aria-pressed', 'true');
  expect(t('Home')).toBe('হোম');
});
