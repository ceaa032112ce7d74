import type { Language } from './language';
import type { Catalogue, Translation } from './translation';

type Chunks<T> = Readonly<Partial<Record<Language, () => Promise<{ default: T }>>>>;

/** Each is a chunk of its own, which only a page in that language requests. */
export type Catalogues = Chunks<Catalogue>;

/** Milliseconds after which a page does without a chunk of its language. */
const LOAD_WITHIN_MS = 10_000;

/** Undefined if there is no such chunk, or it cannot be loaded. */
const loaded = async <T>(chunks: Chunks<T>, language: string): Promise<T | undefined> => {
  try {
    const late = new Promise<never>((_, reject) => setTimeout(reject, LOAD_WITHIN_MS, 'timeout'));
    return (await Promise.race([chunks[language as Language]?.(), late]))?.default;
  } catch (error) {
    console.warn('The translation could not be loaded.', error);
    return undefined;
  }
};

let translating: Promise<void> | undefined;

/** Loads the language of the document, whose `lang` becomes English when that fails. Never rejects. */
export const loadTranslation = (translations: Chunks<Translation>): Promise<void> => {
  const page = document.documentElement;
  translating = loaded(translations, page.lang).then((translation) => {
    globalThis.__translation = translation;
    page.lang = translation?.language ?? 'en';
  });
  return translating;
};

/** Adds the texts of the current language, of texts by language. */
export const addTexts = async (texts: Readonly<Record<string, Catalogue>> = {}): Promise<void> => {
  await translating;
  const translation = globalThis.__translation;
  if (translation) Object.assign(translation.texts, texts[translation.language]);
};

/** Adds the catalogue of the current language, if there is one. Never rejects: what has no translation is shown in English. */
export const loadCatalogue = async (catalogues: Catalogues = {}): Promise<void> => {
  // A remote may arrive before the translation of the shell.
  await translating;
  const translation = globalThis.__translation;
  if (translation) Object.assign(translation.texts, await loaded(catalogues, translation.language));
};
