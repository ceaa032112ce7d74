import { currentLanguage, t } from '@piecework/i18n';
import { loadTexts } from './load-texts';

let texts: () => object;
jest.mock('./all-bn', () => ({
  __esModule: true,
  get default() {
    return texts();
  },
}));

beforeEach(() => {
  globalThis.__language = { language: 'bn', texts: Object.create(null) };
  document.documentElement.lang = 'bn';
});
afterAll(() => {
  globalThis.__language = undefined;
});

it('adds the texts of the language', async () => {
  texts = () => ({ Home: 'হোম' });
  await loadTexts();
  expect(t('Home')).toBe('হোম');
  expect(document.documentElement).toHaveAttribute('lang', 'bn');
});

it('leaves an English page, with its numbers, when they cannot be loaded', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  texts = () => {
    throw new Error('Loading chunk all-bn failed.');
  };
  await loadTexts();
  expect(t('Pay {coins} coins', { coins: 1250 })).toBe('Pay 1,250 coins');
  expect(currentLanguage()).toBe('en');
  expect(document.documentElement).toHaveAttribute('lang', 'en');
  expect(warn).toHaveBeenCalledWith('The translation could not be loaded.', expect.any(Error));
});
