export { addTexts, type Catalogues, loadCatalogue, loadTranslation } from './catalogues';
export { currentLanguage, LANGUAGE_KEY, LANGUAGES, type Language, setLanguage } from './language';
export { dateLocale, intlLocale, localDigits } from './numbers';
export { rich, withNodes } from './rich';
export { msg, plural, t, translated, type Values } from './translate';
export type { Catalogue } from './translation';
