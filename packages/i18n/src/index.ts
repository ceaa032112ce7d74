export {
  addCatalogue,
  type Catalogue,
  type Catalogues,
  currentLanguage,
  fallBackToEnglish,
  LANGUAGES,
  type Language,
  loadCatalogue,
  setLanguage,
} from './language';
export { intlLocale, localDigits } from './numbers';
export { msg, plural, rich, t, translated, type Values } from './translate';
