/** Code (BCP 47) → name in the language itself. English is inline, and the fallback of every other one. */
export const LANGUAGES = { en: 'English', bn: 'বাংলা' } as const;
export type Language = keyof typeof LANGUAGES;

/** Key of the choice in the local storage, which `shell/src/early.js` reads too. */
export const LANGUAGE_KEY = 'piecework:language';

/** The same until the page is reloaded. */
export const currentLanguage = (): Language => globalThis.__translation?.language ?? 'en';

/** Stores the choice, also of a page that fell back to English. A change reloads it, so that no module keeps a text of the former language. */
export const setLanguage = (language: Language): void => {
  localStorage.setItem(LANGUAGE_KEY, language);
  if (language !== currentLanguage()) location.reload();
};
