export { type Catalogues, loadCatalogue, loadTranslation } from './catalogues';
export { currentLanguage, LANGUAGE_KEY, LANGUAGES, type Language, setLanguage } from './language';
export { intlLocale, localDigits } from './numbers';
export { rich } from './rich';
export { msg, plural, t, translated, type Values } from './translate';
export type { Catalogue } from './translation';
