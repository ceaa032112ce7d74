import { t } from '@piecework/i18n';
import { speakEnglish } from '@piecework/i18n/testing';
import { act, screen } from '@testing-library/react';
// Has a hook, which cannot be defined within a test.
import '../testing/fake-areas';
import { aDirectory } from '../testing/fake-directory';

jest.mock('./areas', () => ({
  ...require('../testing/fake-areas'),
  preloadArea: async () => {},
  warmArea: async () => {},
}));

afterAll(() => {
  speakEnglish();
  document.documentElement.lang = 'en';
});

it('renders nothing before the texts of the language are loaded', async () => {
  window.scrollTo = jest.fn();
  localStorage.clear();
  // As early.js sets it.
  document.documentElement.lang = 'bn';
  document.body.innerHTML = '<div id="root"></div>';
  window.__early = { directory: Promise.resolve(aDirectory()), manifests: {}, reads: {}, token: null };
  await act(async () => {
    await import('./bootstrap');
    expect(document.getElementById('root')).toBeEmptyDOMElement();
  });
  expect(await screen.findByText('Area mf_public')).toBeVisible();
  expect(screen.getByText('বাংলা')).toHaveAttribute('aria-pressed', 'true');
  expect(t('Home')).toBe('হোম');
});
