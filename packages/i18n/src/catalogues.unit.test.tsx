import { speakBangla, speakEnglish } from '../testing';
import { currentLanguage, loadCatalogue, loadTranslation, setLanguage, t } from './index';
import { createTranslation, type Translation } from './translation';

const { documentElement: page } = document;
const BROKEN: [string, () => Promise<never>][] = [
  ['fails', () => Promise.reject(new Error('Loading chunk 7 failed.'))],
  ['does not answer', () => new Promise(() => {})],
];

/** The time after which a request is given up passes at once. */
const withoutWaiting = async (loading: () => Promise<void>): Promise<void> => {
  jest.useFakeTimers();
  const done = loading();
  await jest.advanceTimersByTimeAsync(10_000);
  jest.useRealTimers();
  await done;
};

let warn: jest.SpyInstance;
beforeEach(() => {
  speakEnglish();
  page.lang = 'en';
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  speakEnglish();
  jest.restoreAllMocks();
});

describe('the translation of the page', () => {
  it('is that of its language', async () => {
    page.lang = 'bn';
    await loadTranslation({ bn: async () => ({ default: createTranslation('bn', 'bn-BD', { Home: 'হোম' }) }) });
    expect([currentLanguage(), page.lang, t('Home')]).toEqual(['bn', 'bn', 'হোম']);
    expect(warn).not.toHaveBeenCalled();
  });
  it.each(BROKEN)('leaves an English page, with its numbers, when its request %s', async (_, bn) => {
    page.lang = 'bn';
    await withoutWaiting(() => loadTranslation({ bn }));
    expect([currentLanguage(), page.lang]).toEqual(['en', 'en']);
    expect(t('Pay {coins} coins', { coins: 1250 })).toBe('Pay 1,250 coins');
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('a catalogue', () => {
  const bn = jest.fn(async () => ({ default: { Home: 'হোম' } }));
  it('is loaded in its language only', async () => {
    await loadCatalogue({ bn });
    expect(bn).not.toHaveBeenCalled();
    speakBangla({ Tasks: 'কাজ' });
    await loadCatalogue({ bn });
    expect([t('Home'), t('Tasks')]).toEqual(['হোম', 'কাজ']);
  });
  it('is added to a translation that arrives later', async () => {
    page.lang = 'bn';
    let arrive = (_: { default: Translation }): void => {};
    const translation = new Promise<{ default: Translation }>((resolve) => {
      arrive = resolve;
    });
    const all = Promise.all([loadTranslation({ bn: () => translation }), loadCatalogue({ bn })]);
    arrive({ default: createTranslation('bn', 'bn-BD', { Tasks: 'কাজ' }) });
    await all;
    expect([t('Home'), t('Tasks')]).toEqual(['হোম', 'কাজ']);
  });
  it('may be missing, as in an older build of a remote', async () => {
    speakBangla();
    await loadCatalogue(undefined);
    expect(t('Home')).toBe('Home');
    expect(warn).not.toHaveBeenCalled();
  });
  it.each(BROKEN)('leaves English when its request %s', async (_, broken) => {
    speakBangla({ Tasks: 'কাজ' });
    await withoutWaiting(() => loadCatalogue({ bn: broken }));
    expect([t('Home'), t('Tasks')]).toEqual(['Home', 'কাজ']);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

it('English stays, once it is chosen on a page that fell back to it', () => {
  localStorage.setItem('piecework:language', 'bn');
  setLanguage('en');
  expect(localStorage.getItem('piecework:language')).toBe('en');
});
