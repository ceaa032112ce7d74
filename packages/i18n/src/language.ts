/** Code (BCP 47) → name in the language itself. English is inline, and the fallback of every other one. */
export const LANGUAGES = { en: 'English', bn: 'বাংলা' } as const;
export type Language = keyof typeof LANGUAGES;

/** English text → translation. Placeholders are the same on both sides. */
export type Catalogue = Readonly<Record<string, string>>;

/** Each is a chunk of its own, which only a page in that language requests. */
export type Catalogues = Readonly<Partial<Record<Language, () => Promise<{ default: Catalogue }>>>>;

/** Milliseconds after which a page does without its catalogue. */
const LOAD_WITHIN_MS = 10_000;

const STORAGE_KEY = 'piecework:language';

/** Of the page: each remote bundles its own copy of this module, and all copies share one state. */
interface LanguageState {
  language: Language;
  texts: Record<string, string>;
}

declare global {
  var __language: LanguageState | undefined;
}

const stored = (): Language => {
  try {
    const language = globalThis.localStorage?.getItem(STORAGE_KEY) ?? '';
    return Object.hasOwn(LANGUAGES, language) ? (language as Language) : 'en';
  } catch {
    return 'en';
  }
};

const state = (): LanguageState => {
  globalThis.__language ??= { language: stored(), texts: Object.create(null) };
  return globalThis.__language;
};

/** The same until the page is reloaded. */
export const currentLanguage = (): Language => state().language;

/** Adds the texts of a catalogue, which belongs to the current language. */
export const addCatalogue = (catalogue: Catalogue): void => {
  Object.assign(state().texts, catalogue);
};

/** Adds the catalogue of the current language, if there is one. Never rejects: what has no translation is shown in English. @returns whether it has been added */
export const loadCatalogue = async (catalogues: Catalogues = {}): Promise<boolean> => {
  const load = catalogues[state().language];
  if (!load) return false;
  try {
    const late = new Promise<never>((_, reject) => setTimeout(reject, LOAD_WITHIN_MS, 'timeout'));
    addCatalogue((await Promise.race([load(), late])).default);
    return true;
  } catch (error) {
    console.warn('The translation could not be loaded.', error);
    return false;
  }
};

/** Until the page is reloaded. Before the first text is shown. */
export const fallBackToEnglish = (): void => {
  state().language = 'en';
};

export const textOf = (english: string): string | undefined => state().texts[english];

/** Stores the choice and reloads the page, so that no module keeps a text of the former language. */
export const setLanguage = (language: Language): void => {
  localStorage.setItem(STORAGE_KEY, language);
  location.reload();
};
