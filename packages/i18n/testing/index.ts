import { type Catalogue, createTranslation } from '../src/translation';

/** The page is in Bangla, with these texts. */
export const speakBangla = (...catalogues: readonly Catalogue[]): void => {
  globalThis.__translation = createTranslation('bn', 'bn-BD', Object.assign({}, ...catalogues));
};

export const speakEnglish = (): void => {
  globalThis.__translation = undefined;
};
